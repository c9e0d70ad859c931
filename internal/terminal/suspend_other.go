//go:build !unix

package terminal

import "os"

// suspensions returns a channel that gets nothing: this system has no signal for
// suspending a program.
func suspensions() chan os.Signal { return make(chan os.Signal) }

func suspend() {}
