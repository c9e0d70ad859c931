// Command gogate shows what the package gogate does.
package main

import (
	"context"
	"fmt"
	"log"

	"example.com/gogate"
)

func main() {
	gate := gogate.NewGate(gogate.Greedy{}, gogate.Random{}, gogate.NotOwnEye, gogate.NotSelfAtari)
	game, err := gogate.PlayGame(context.Background(), gogate.DefaultRules(9), gate, gogate.Random{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(game.Final)
	fmt.Println(game.Final.Turn(), "turns,", game.Final.Result())
	for _, d := range game.Decisions {
		if d.Overridden() {
			fmt.Println(d)
		}
	}
}
