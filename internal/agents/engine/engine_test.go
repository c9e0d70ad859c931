package engine

import (
	"os"
	"slices"
	"testing"
	"time"

	"example.com/gogate/gtp"
)

// A game gets a process with its seed, and does not change what the next one gets.
func TestNew(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(program, []string{"--seed={seed}", "{seed}{seed}", "a b"}, time.Minute)
	if want := "gtp:" + program + " --seed={seed} {seed}{seed} 'a b'"; err != nil || e.Name != want {
		t.Fatalf("got the name %q, %v, want %q", e.Name, err, want)
	}
	for range 2 {
		player := e.New(3).(limited)
		if want := []string{program, "--seed=3", "33", "a b"}; !slices.Equal(player.Command, want) || player.limit != time.Minute {
			t.Errorf("got the command %q and the limit %v, want %q and a minute", player.Command, player.limit, want)
		}
	}
	if e, err = New(program, nil, 0); err != nil {
		t.Fatal(err)
	}
	if player, ok := e.New(3).(*gtp.Player); !ok {
		t.Errorf("without a limit: got %T, want the engine alone", player)
	}
}

func TestNewMissing(t *testing.T) {
	const want = `cannot run the program "no-such-engine": it must be in PATH, or be given with its path`
	if _, err := New("no-such-engine", []string{"--mode", "gtp"}, 0); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
