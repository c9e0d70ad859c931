// Package engine makes an agent of a program that speaks the Go Text Protocol.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
	"example.com/gogate/internal/agents"
)

// New returns a program with its arguments as an entrant. Every game starts a process
// of its own. The limit is the longest time for a move, the start included; 0 means
// none.
//
// In an argument {seed} stands for the seed of the game, which is 0 for the first. GNU
// Go, for one, takes 0 for a seed like any other; without --seed it makes one from the
// clock.
func New(program string, arguments []string, limit time.Duration) (gogate.Entrant, error) {
	if _, err := exec.LookPath(program); err != nil {
		return gogate.Entrant{}, fmt.Errorf("cannot run the program %q: it must be in PATH, or be given with its path", program)
	}
	name := agents.EnginePrefix + agents.Quote(program)
	for _, a := range arguments {
		name += " " + agents.Quote(a)
	}
	return gogate.Entrant{
		Name: name,
		New: func(seed uint64) gogate.Player {
			command := []string{program}
			for _, a := range arguments {
				command = append(command, strings.ReplaceAll(a, "{seed}", strconv.FormatUint(seed, 10)))
			}
			player := &gtp.Player{Command: command}
			if limit == 0 {
				return player
			}
			return limited{player, name, limit}
		},
	}, nil
}

// A limited is an engine with a longest time for a move, its start included.
type limited struct {
	*gtp.Player
	name  string
	limit time.Duration
}

func (l limited) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	late := fmt.Errorf("%s gave no move within %v: it must speak GTP and answer in time, or be given more with -timeout", l.name, l.limit)
	ctx, cancel := context.WithTimeoutCause(ctx, l.limit, late)
	defer cancel()
	m, err := l.Player.Play(ctx, p)
	if errors.Is(err, context.DeadlineExceeded) {
		err = context.Cause(ctx)
	}
	return m, err
}
