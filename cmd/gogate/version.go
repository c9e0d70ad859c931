package main

import (
	"fmt"
	"io"
	"runtime/debug"
)

const versionHelp = "usage: gogate version\nPrints the version of the module and the revision that it was built from.\n"

// printVersion runs gogate version.
func printVersion(args []string, stdout io.Writer) error {
	if len(args) == 1 && asksForHelp(args[0]) {
		_, err := io.WriteString(stdout, versionHelp)
		return err
	}
	if len(args) > 0 {
		return badUsage{fmt.Errorf("%q after version: nothing may follow it", args[0])}
	}
	_, err := fmt.Fprintln(stdout, "gogate", version())
	return err
}

// version returns the version of the module that the program was built from, with the
// revision if the program was built in a clone of the repository.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	text, modified := info.Main.Version, ""
	if text == "" {
		text = "(devel)"
	}
	revision := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = " revision " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", modified"
		}
	}
	if revision == "" {
		return text
	}
	return text + revision + modified
}
