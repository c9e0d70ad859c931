package site

import (
	"context"
	"encoding/json"
	"strings"

	"example.com/gogate/internal/site/page"
	"example.com/gogate/internal/site/session"
)

// newPage returns the page, with its style, its scripts and the recorded game in it.
func newPage(ctx context.Context) ([]byte, error) {
	example, err := session.NewRecording(ctx)
	if err != nil {
		return nil, err
	}
	recording, err := json.Marshal(example) // with < as \u003c, so that no text ends the script
	if err != nil {
		return nil, err
	}
	marks := []string{"/*recording*/", string(recording)}
	for _, place := range []struct {
		mark  string
		files []string
	}{
		{"/*style*/", []string{"page.css"}},
		{"/*script*/", []string{"board.js", "engine.js", "timeline.js", "words.js", "live.js", "record.js", "page.js"}},
		{"/*worker*/", []string{"worker.js"}},
	} {
		var parts []string
		for _, file := range place.files {
			part, err := page.Files.ReadFile(file)
			if err != nil {
				return nil, err
			}
			parts = append(parts, uncommented(string(part)))
		}
		marks = append(marks, place.mark, strings.Join(parts, "\n"))
	}
	html, err := page.Files.ReadFile("page.html")
	if err != nil {
		return nil, err
	}
	return []byte(strings.NewReplacer(marks...).Replace(string(html))), nil
}

// uncommented returns a script without the lines that are a comment alone, which weigh
// kilobytes. No text of the scripts goes over several lines.
func uncommented(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			b.WriteString(line)
		}
	}
	return b.String()
}
