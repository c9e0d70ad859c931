package site

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// A watchedGame is one that the terminal played, for the browser to play again.
type watchedGame struct {
	Settings map[string]string `json:"settings"`
	Moves    []string          `json:"moves"`
	Boards   [][]string        `json:"boards"` // from the empty one on
	Failed   []string          `json:"failed"` // the turns that fail a check, as the page lists them
	Result   string            `json:"result"`
	SGF      string            `json:"sgf"`
}

// inTerminal plays a game with gogate play and the settings of the page's form.
func inTerminal(t *testing.T, program, black, white, size, playouts, ko, suicide string) watchedGame {
	t.Helper()
	const seed = "3"
	file := filepath.Join(t.TempDir(), "game.sgf")
	if out, err := exec.Command(program, "play", "-agents", black+","+white, "-size", size, "-seed", seed, "-playouts", playouts,
		"-ko", ko, "-suicide="+suicide, "-sgf", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g := watchedGame{
		Settings: map[string]string{
			"size": size, "komi": "7.5", "ko": ko, "suicide": suicide, "limit": "",
			"black": black, "white": white, "playouts": playouts, "seed": seed,
		},
		Failed: []string{},
		SGF:    string(text),
	}
	roots, err := sgf.Parse(strings.NewReader(g.SGF))
	if err != nil {
		t.Fatal(err)
	}
	rules := gogate.Rules{Suicide: suicide == "true"}
	if err := rules.Ko.UnmarshalText([]byte(ko)); err != nil {
		t.Fatal(err)
	}
	record, err := sgf.NewGame(roots[0], rules)
	if err != nil {
		t.Fatal(err)
	}
	p := record.Start
	g.Boards = append(g.Boards, rowsOf(p))
	for _, turn := range record.Turns {
		var failed []string
		for _, v := range gogate.Judge(p, turn.Move, gogate.NotOwnEye, gogate.NotSelfAtari) {
			if !v.OK {
				failed = append(failed, v.Check)
			}
		}
		if p, err = turn.Play(p); err != nil {
			t.Fatal(err)
		}
		if failed != nil {
			g.Failed = append(g.Failed, fmt.Sprintf("turn %d: %s", p.Turn(), strings.Join(failed, ", ")))
		}
		g.Moves = append(g.Moves, turn.Move.String())
		g.Boards = append(g.Boards, rowsOf(p))
	}
	g.Result = p.Result()
	return g
}

// rowsOf returns the rows of a board, the top one first.
func rowsOf(p *gogate.Position) (rows []string) {
	for y := p.Size() - 1; y >= 0; y-- {
		row := ""
		for x := range p.Size() {
			row += string(".XO"[p.At(gogate.Point{X: x, Y: y})])
		}
		rows = append(rows, row)
	}
	return rows
}

// browserPrograms returns the command that runs the checks and the path of Chromium.
func browserPrograms(t *testing.T) (script *exec.Cmd, chromium string) {
	t.Helper()
	const want = "want node and chromium in PATH, and GOGATE_NODE_MODULES to be the absolute path of the node_modules in which npm install playwright-core puts it"
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("%v: %s", err, want)
	}
	if chromium, err = exec.LookPath("chromium"); err != nil {
		if chromium, err = exec.LookPath("/usr/bin/chromium"); err != nil {
			t.Skipf("%v: %s", err, want)
		}
	}
	modules := os.Getenv("GOGATE_NODE_MODULES")
	if modules == "" {
		modules = os.Getenv("NODE_PATH")
	}
	command := func(args ...string) *exec.Cmd {
		c := exec.CommandContext(t.Context(), node, args...)
		c.Env = append(os.Environ(), "NODE_PATH="+modules)
		return c
	}
	if command("-e", "require.resolve('playwright-core')").Run() != nil {
		t.Skipf("no playwright-core in %q: %s", modules, want)
	}
	return command("testdata/browser/main.js"), chromium
}

// The page does in Chromium what it is for, from a file and from the server, and the
// browser plays the games of the terminal. testdata/browser/main.js has the checks.
func TestBrowser(t *testing.T) {
	long(t)
	script, chromium := browserPrograms(t)
	program, dir := command(t), t.TempDir()
	if err := Write(dir, siteFiles(t)); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler(siteFiles(t)))
	defer server.Close()
	args := []string{}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // which Chromium does not use for root
	}
	games := []watchedGame{
		inTerminal(t, program, "gated", "mcts", "5", "50", "positional", "false"),
		inTerminal(t, program, "gated", "mcts", "5", "50", "simple", "true"),
		inTerminal(t, program, "search", "random", "5", "50", "situational", "false"),
		inTerminal(t, program, "search", "random", "5", "50", "simple", "true"),
		inTerminal(t, program, "gated", "greedy", "9", "20", "positional", "false"),
	}
	if cmp.Equal(games[2].Moves, games[3].Moves) || len(games[2].Failed) == 0 {
		t.Error("want games that the rules make differ, and turns that fail a check")
	}
	input, err := json.Marshal(map[string]any{
		"chromium": chromium, "args": args,
		"file":   (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, PageFile))}).String(),
		"server": server.URL + "/", "most": mostPacked,
		"games": games,
	})
	if err != nil {
		t.Fatal(err)
	}
	script.Stdin = strings.NewReader(string(input))
	script.Stderr = os.Stderr
	out, err := script.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	for results := json.NewDecoder(out); results.More(); {
		var check struct {
			Name, Wrong string
			Measured    []string
		}
		if err := results.Decode(&check); err != nil {
			t.Fatal(err)
		}
		t.Run(check.Name, func(t *testing.T) {
			for _, text := range check.Measured {
				t.Log(text)
			}
			if check.Wrong != "" {
				t.Error(check.Wrong)
			}
		})
	}
	if err := script.Wait(); err != nil {
		t.Error(err)
	}
}
