package record

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"example.com/gogate"
)

// fileNames matches the names of records, finished or not: board size, seed and agents.
var fileNames = regexp.MustCompile(`^\.?([0-9]+)x[0-9]+-seed([0-9]+)-([^-]+)-([^-]+)(?:-2)?\.sgf(?:\.tmp)?$`)

// nameOf returns the name of a game's file without its extension.
func nameOf(size int, o gogate.Outcome) string {
	return fmt.Sprintf("%dx%[1]d-seed%d-%s-%s", size, o.Seed, slug(o.Black), slug(o.White))
}

var (
	plainAgents = regexp.MustCompile(`^[a-z0-9= ]+$`)
	notPlain    = regexp.MustCompile(`[^a-z0-9=]+`)
)

// slug returns the name of an agent for the name of a file. Small letters, digits and =
// stay and blanks become _. If a name has other characters or is long, the first bytes of
// its hash follow, so that names that then look alike still differ.
func slug(name string) string {
	const longest = 40
	if !plainAgents.MatchString(name) || len(name) > longest {
		words := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(name), "_"), "_")
		hash := sha256.Sum256([]byte(name))
		return fmt.Sprintf("%.*s.%x", longest, words, hash[:4])
	}
	return strings.ReplaceAll(name, " ", "_")
}
