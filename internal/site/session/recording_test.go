package session_test

import (
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/internal/site/session"
)

// The recorded example is the game that the report explains and shows to its end.
func TestRecordingIsTheReports(t *testing.T) {
	recording, err := session.NewRecording(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := gogate.Comparison{Seeds: []uint64{0}}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	views, explained := recording.Views, report.Explained
	if got, want := recording.Override, explained.Decision.Turn+1; got != want {
		t.Fatalf("the override is turn %d, want %d", got, want)
	}
	view := views[recording.Override]
	if view.Account != explained.Decision.String() {
		t.Errorf("got\n%s\nwant\n%v", view.Account, explained.Decision)
	}
	if got, want := view.Move.Override.Evidence, strings.Join(strings.Fields(explained.Evidence()), " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := views[len(views)-1].State, report.Matches[0].Games[0].Result; !strings.HasSuffix(got, ": "+want) {
		t.Errorf("the end: %s, want %s", got, want)
	}
}
