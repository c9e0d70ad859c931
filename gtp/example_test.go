package gtp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"strings"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// A gate in front of an engine. For a program, set Command instead of Dial:
//
//	&gtp.Player{Command: []string{"gnugo", "--mode", "gtp", "--chinese-rules"}}
func ExamplePlayer() {
	engine := &gtp.Player{Dial: cornerEngine}
	defer engine.Close()
	gate := gogate.NewGate(engine, gogate.Search{}, gogate.NotOwnEye, gogate.NotSelfAtari)
	pos, err := gogate.DefaultRules(5).Setup(gogate.Black, `
		. . . . .
		. . . . .
		. X X . .
		X X . . .
		. X . . .`)
	if err != nil {
		log.Fatal(err)
	}
	d, err := gate.Decide(context.Background(), pos)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d)
	// Output:
	// turn 1: Black proposes A1
	//   [pass] legal: A1 is legal
	//   [FAIL] not_own_eye: A1 fills an eye of the mover's own
	//   [pass] not_self_atari: A1 leaves its group 6 liberties
	// played: D4, the fallback's choice:
	//   the worst reply, D2, leaves Black 6.5 points ahead by the area estimate
}

// cornerEngine starts an engine that always plays A1, in a goroutine behind pipes.
func cornerEngine() (*gtp.Client, error) {
	commands, toEngine := io.Pipe()
	answers, fromEngine := io.Pipe()
	go func() {
		defer fromEngine.Close()
		in := bufio.NewScanner(commands)
		for in.Scan() {
			id, command, _ := strings.Cut(in.Text(), " ")
			text := ""
			if strings.HasPrefix(command, "genmove") {
				text = "A1"
			}
			fmt.Fprintf(fromEngine, "=%s %s\n\n", id, text)
		}
	}()
	return gtp.NewClient(answers, toEngine), nil
}

// What goes over the wire: a command and its answer.
func ExampleClient_Send() {
	client, err := cornerEngine()
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	move, err := client.Send(context.Background(), "genmove b")
	fmt.Println(move, err)
	// Output: A1 <nil>
}

// A gated player as an engine. A program serves its standard input and output:
//
//	engine.Serve(ctx, os.Stdin, os.Stdout)
func ExampleEngine_Serve() {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.MCTS{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	engine := &gtp.Engine{Player: gate, Name: "gated greedy", Version: "1"}
	commands := strings.NewReader(`
		1 name
		2 boardsize 5
		3 play b B1
		4 play b A2
		5 play b C3
		6 play w B3
		7 gogate-judge b A1
		8 genmove b
		9 showboard
		10 quit`)
	var answers strings.Builder
	if err := engine.Serve(context.Background(), commands, &answers); err != nil {
		log.Fatal(err)
	}
	fmt.Print(answers.String())
	// Output:
	// =1 gated greedy
	//
	// =2
	//
	// =3
	//
	// =4
	//
	// =5
	//
	// =6
	//
	// =7 [pass] legal: A1 is legal
	// [FAIL] not_own_eye: A1 fills an eye of the mover's own
	// [pass] not_self_atari: A1 leaves its group 3 liberties
	//
	// =8 C2
	//
	// =9
	//  5 . . . . .
	//  4 . . . . .
	//  3 . O X . .
	//  2 X . X . .
	//  1 . X . . .
	//    A B C D E
	//
	// =10
}
