package gogate_test

import (
	"context"
	"fmt"

	"example.com/gogate"
)

// What independent random games say about the move that a gate played instead.
func ExampleExplain() {
	rules := gogate.DefaultRules(5)
	rules.Komi = -1.5
	p, err := rules.Setup(gogate.Black, `
		. X . O .
		X X X O O
		. X O O .
		X X O . O
		X . X O .`)
	if err != nil {
		panic(err)
	}
	greedy := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return gogate.MustParseMove("A5"), nil // which is an eye
	})
	d, err := gogate.NewGate(greedy, gogate.MCTS{Seed: 1}, gogate.UsualChecks()...).Decide(context.Background(), p)
	if err != nil {
		panic(err)
	}
	o, err := gogate.Explain(context.Background(), p, d, 1)
	if err != nil {
		panic(err)
	}
	fmt.Print(o.Marked)
	fmt.Println(d.Played())
	fmt.Println(o.Evidence())
	for _, line := range p.Score().Lines() {
		fmt.Println(line)
	}
	// Output:
	//  5 ? X . O .
	//  4 X X X O O
	//  3 . X O O .
	//  2 X X O . O
	//  1 X ! X O .
	//    A B C D E
	// B1, the fallback's choice
	// Black won 200 of 200 independent random games after B1.
	// A random game from here is won 98.2 % to 100 % of the time (exact 95 % interval); this says little about play between good players.
	// Black: 9 stones + 3 territory = 12
	// White: 8 stones + 4 territory - 1.5 komi = 10.5
	// Neutral: 1 point
}
