package audit

import (
	"fmt"
	"slices"
	"strings"

	"example.com/gogate"
)

// Legal is the check that gogate.Judge always asks, and asks first.
const Legal = "legal"

// DefaultChecks are those asked if the user names none, in the form that ReadChecks reads.
// They refuse blunders. The moves that the two checks about pass-alive groups refuse are
// useless but harmless once the rest of the board is decided, and are common at the end
// of a game.
const DefaultChecks = "not_own_eye,not_self_atari"

// choosable are the checks beside Legal, in the order in which they are asked.
var choosable = []struct {
	name  string
	check gogate.Check
}{
	{"not_own_eye", gogate.NotOwnEye},
	{"not_self_atari", gogate.NotSelfAtari},
	{"not_in_own_pass_alive", gogate.NotInOwnPassAlive},
	{"not_in_opponent_pass_alive", gogate.NotInOpponentPassAlive},
}

// CheckNames returns the names of all checks in the order in which they are asked.
func CheckNames() []string {
	names := []string{Legal}
	for _, c := range choosable {
		names = append(names, c.name)
	}
	return names
}

// ReadChecks reads names of checks, separated by commas and in any order. It returns them
// in the order in which they are asked. Legal comes first, given or not.
func ReadChecks(s string) ([]string, error) {
	names, given := CheckNames(), strings.Split(s, ",")
	for i, name := range given {
		switch {
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("check %q: must be one of %s", name, strings.Join(names, ", "))
		case slices.Contains(given[:i], name):
			return nil, fmt.Errorf("check %q is given twice: each check must be given at most once", name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name != Legal && !slices.Contains(given, name)
	}), nil
}

// checksNamed returns the checks beside Legal that are among the names.
func checksNamed(names []string) (checks []gogate.Check) {
	for _, c := range choosable {
		if slices.Contains(names, c.name) {
			checks = append(checks, c.check)
		}
	}
	return checks
}
