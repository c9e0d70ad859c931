package sgf_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// What a check says of each move of a game that was played elsewhere.
func Example() {
	const record = `(;FF[4]GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bo]
		;B[ba];W[cb];B[bb];W[aa]C[One stone in the corner.];B[ab])`

	roots, err := sgf.Parse(strings.NewReader(record))
	if err != nil {
		log.Fatal(err)
	}
	game, err := sgf.NewGame(roots[0], gogate.Rules{}) // size and komi are the record's
	if err != nil {
		log.Fatal(err)
	}
	p := game.Start
	for _, turn := range game.Turns {
		before := p
		if p, err = turn.Play(before); err != nil {
			log.Fatal(err)
		}
		if turn.Move != 0 { // a turn may also set up a board, or only say something
			v := gogate.NotSelfAtari(before.WithToPlay(turn.Color), turn.Move)
			fmt.Println(turn.Color, v)
		}
	}
	// Output:
	// Black [pass] not_self_atari: B5 leaves its group 3 liberties
	// White [pass] not_self_atari: C4 leaves its group 4 liberties
	// Black [pass] not_self_atari: B4 leaves its group 4 liberties
	// White [FAIL] not_self_atari: A5 captures nothing and leaves its group 1 liberty
	// Black [pass] not_self_atari: A4 captures 1 stone
}

// A record of a game that was played, with what a gate decided as comments.
func ExampleFromPosition() {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.Search{}, gogate.NotOwnEye, gogate.NotSelfAtari)
	rules := gogate.Rules{Size: 3, Komi: 0.5, MoveLimit: 4}
	played, err := gogate.PlayGame(context.Background(), rules, gate, gogate.Random{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}

	game := sgf.FromPosition(played.Final)
	game.Black, game.White = "gate", "random"
	for _, d := range played.Decisions {
		game.Turns[d.Turn].Comment = d.String()
	}
	if err := game.Write(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (;FF[4]GM[1]CA[UTF-8]AP[gogate:1]SZ[3]KM[0.5]RU[Tromp–Taylor without suicide, positional superko, komi 0.5, at most 4 turns]PB[gate]PW[random]RE[W+1.5]
	// ;B[bb]C[turn 1: Black proposes B2
	//   [pass\] legal: B2 is legal
	//   [pass\] not_own_eye: B2 fills no eye of the mover's own
	//   [pass\] not_self_atari: B2 leaves its group 4 liberties
	// played: B2, as proposed]
	// ;W[ba]
	// ;B[ab]C[turn 3: Black proposes A2
	//   [pass\] legal: A2 is legal
	//   [pass\] not_own_eye: A2 fills no eye of the mover's own
	//   [pass\] not_self_atari: A2 leaves its group 4 liberties
	// played: A2, as proposed]
	// ;W[cb])
}

// An illegal move keeps what was played before it.
func ExampleGame_Replay() {
	roots, err := sgf.Parse(strings.NewReader("(;SZ[3];B[bb];W[ab];B[bb];W[ca])"))
	if err != nil {
		log.Fatal(err)
	}
	game, err := sgf.NewGame(roots[0], gogate.Rules{})
	if err != nil {
		log.Fatal(err)
	}
	p, err := game.Replay()
	fmt.Println(err)
	fmt.Println(errors.Is(err, gogate.ErrOccupied))
	fmt.Println(p)
	// Output:
	// byte 19: turn 3, Black B2: the point is occupied
	// true
	//  3 . . .
	//  2 O X .
	//  1 . . .
	//    A B C
}

// All that a tree holds is written as it was read, variations and unknown properties
// included.
func ExampleWrite() {
	roots, err := sgf.Parse(strings.NewReader(`(;FF[4]XX[a\:b](;B[aa])(;B[bb]))`))
	if err != nil {
		log.Fatal(err)
	}
	root := roots[0]
	root.Properties = append(root.Properties, sgf.Property{
		Name: "C", Values: []sgf.Value{sgf.Text("as [read]")},
	})
	if err := sgf.Write(os.Stdout, root); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (;FF[4]XX[a\:b]C[as [read\]]
	// (;B[aa])
	// (;B[bb]))
}
