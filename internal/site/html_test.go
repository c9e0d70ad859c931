package site

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/site/session"
)

// The page has all its parts in it and loads nothing from elsewhere.
func TestPage(t *testing.T) {
	text, err := newPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	html := string(text)
	for _, mark := range []string{"/*style*/", "/*script*/", "/*worker*/", "/*recording*/"} {
		if strings.Contains(html, mark) {
			t.Errorf("the page still has the mark %s", mark)
		}
	}
	if found := regexp.MustCompile(`(src|href)="(?:[^d]|d[^a])[^"]*"|@import|url\((?:[^d]|d[^a])`).FindString(html); found != "" {
		t.Errorf("the page loads %s", found)
	}
	_, rest, _ := strings.Cut(html, `id="recording">`)
	recorded, _, _ := strings.Cut(rest, "</script>")
	var recording session.Recording
	if err := json.Unmarshal([]byte(recorded), &recording); err != nil {
		t.Fatalf("no recording in the page: %v", err)
	}
	if n := len(recording.Views); n < 2 || recording.Override < 1 || recording.Override >= n || recording.Views[n-1].Turn != n-1 {
		t.Errorf("%d views and the override at %d", n, recording.Override)
	}
	for _, p := range recording.Players {
		if p.Name == "" || p.Does == "" {
			t.Errorf("player %q does %q, want words for both", p.Name, p.Does)
		}
	}
	if got, want := len(recording.Players), 1+len(agents.All()); got != want {
		t.Errorf("%d players, want %d", got, want)
	}
}

func TestUncommented(t *testing.T) {
	const script = "// What f does.\nf(\"// not a comment\") // stays\n\t// gone\n\n  g()\n"
	if got, want := uncommented(script), "f(\"// not a comment\") // stays\n\n  g()\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
