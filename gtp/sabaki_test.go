package gtp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nodeModules is the environment variable that names the directory where npm has
// put the driver of the GUI Sabaki.
const nodeModules = "GOGATE_NODE_MODULES"

// Sabaki's own driver leads an engine to a position, asks it for a move, analyzes,
// and ends it.
func TestSabaki(t *testing.T) {
	long(t)
	modules := os.Getenv(nodeModules)
	node, err := exec.LookPath("node")
	if err != nil || modules == "" {
		t.Skip("Sabaki's driver is not here: install Node.js, npm install @sabaki/gtp@3, and set " + nodeModules + " to the whole path of the directory node_modules")
	}
	if _, err := os.Stat(filepath.Join(modules, "@sabaki", "gtp")); err != nil {
		t.Fatalf("%s: %v", nodeModules, err)
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/sabaki.js", build(t), "gtp", "-player", "mcts", "-playouts", "50")
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
	cmd.Stderr = os.Stderr
	got, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	const want = `name gogate mcts playouts=50
protocol_version 2
knows undo true
knows lz-analyze true
knows genmove_analyze true
knows time_settings true
black C3 E6 G7
moved true
tracked 5 true
black C3 E6 G7
black D4
info true
name gogate mcts playouts=50
analyzed true
played true
tracked 2
stopped 0
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}
