package audit

import (
	"encoding/json"
	"fmt"
	"io"
)

// printer returns a function that prints what is said of a game, under a heading that
// comes with the first of it.
func (a *auditor) printer(g game) func(string) error {
	heading := fmt.Sprintf("%s: %d×%[2]d, %s\n", g.name, g.start.Size(), ruleWords(g.start.Rules()))
	return func(text string) error {
		if heading != "" {
			text, heading = a.gap()+heading+text, ""
		}
		return a.print(text)
	}
}

// silent prints nothing.
func silent(string) error { return nil }

// gap returns what divides a part of the text from the part before it.
func (a *auditor) gap() string {
	if a.begun {
		return "\n"
	}
	return ""
}

// print prints text, unless a JSON document is to be printed.
func (a *auditor) print(text string) error {
	if a.JSON {
		return nil
	}
	a.begun = true
	return a.write(text)
}

// finish prints the JSON document, or the summary.
func (a *auditor) finish() error {
	if !a.JSON {
		return a.write(a.gap() + a.result.String())
	}
	a.clear()
	out := json.NewEncoder(a.out)
	out.SetIndent("", "  ")
	return out.Encode(a.result)
}

func (a *auditor) write(text string) error {
	a.clear()
	_, err := io.WriteString(a.out, text)
	return err
}

func (a *auditor) clear() {
	if a.Clear != nil {
		a.Clear()
	}
}

func (a *auditor) progress(done, all int) {
	if a.Progress != nil {
		a.Progress(done, all)
	}
}
