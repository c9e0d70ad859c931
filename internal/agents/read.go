package agents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

// EnginePrefix begins the name of an agent that is a program of its own.
const EnginePrefix = "gtp:"

// A Reader reads agents from text. The zero value reads those of the roster.
type Reader struct {
	// Playouts are those of agents that do not set them; 0 means
	// gogate.DefaultPlayouts.
	Playouts int

	// Memory is how many megabytes the trees of agents that do not set it may take; 0
	// means those of gogate.DefaultMemory.
	Memory int

	// Engine makes the agent gtp:PROGRAM with its arguments. If it is nil, there are no
	// such agents.
	Engine func(program string, arguments []string) (gogate.Entrant, error)
}

// Read reads agents, separated by commas. The name of an entrant is its agent in the
// form that Read reads back: the options in their order, without those that have
// their usual value.
func (r Reader) Read(text string) ([]gogate.Entrant, error) {
	specs, err := split(text)
	if err != nil {
		return nil, err
	}
	entrants := make([]gogate.Entrant, len(specs))
	for i, words := range specs {
		if entrants[i], err = r.agent(words); err != nil && len(specs) > 1 {
			return nil, fmt.Errorf("agent %d: %w", i+1, err)
		} else if err != nil {
			return nil, err
		}
	}
	return entrants, nil
}

// agent reads the words of one agent.
func (r Reader) agent(words []string) (gogate.Entrant, error) {
	if len(words) == 0 {
		return gogate.Entrant{}, fmt.Errorf("no agent is named: it must be one of %s", r.names())
	}
	if program, ok := strings.CutPrefix(words[0], EnginePrefix); ok && r.Engine != nil {
		if program == "" {
			return gogate.Entrant{}, fmt.Errorf("%q: the program must follow at once, as in gtp:gnugo", EnginePrefix)
		}
		return r.Engine(program, words[1:])
	}
	i := slices.IndexFunc(roster, func(a Agent) bool { return a.Name == words[0] })
	if i < 0 {
		return gogate.Entrant{}, fmt.Errorf("%q: must be one of %s", words[0], r.names())
	}
	a, given := roster[i], settings{}
	for _, word := range words[1:] {
		if err := a.set(given, word); err != nil {
			return gogate.Entrant{}, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	if given["uct"] == 1 && given["nopriors"] == 1 { // the same player as with uct alone, under another name
		return gogate.Entrant{}, fmt.Errorf("%s: uct with nopriors: give one of them, because uct never uses priors", a.Name)
	}
	if _, ok := given["playouts"]; !ok && r.Playouts != 0 {
		given["playouts"] = r.Playouts
	}
	if _, ok := given["memory"]; !ok && r.Memory != 0 {
		given["memory"] = r.Memory
	}
	s := a.complete(given)
	return gogate.Entrant{
		Name: a.canonical(s),
		New:  func(seed uint64) gogate.Player { return a.player(s, seed) },
	}, nil
}

// names says what agents there are.
func (r Reader) names() string {
	var all []string
	for _, a := range roster {
		all = append(all, a.Name)
	}
	if r.Engine != nil {
		all = append(all, EnginePrefix+"PROGRAM")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// set reads one option.
func (a Agent) set(s settings, word string) error {
	name, value, hasValue := strings.Cut(word, "=")
	i := slices.IndexFunc(a.options, func(o option) bool { return o.name == name })
	switch {
	case len(a.options) == 0:
		return fmt.Errorf("%q: this agent has no options", word)
	case i < 0 || hasValue && a.options[i].most == 0:
		return fmt.Errorf("option %q: must be one of %s", word, a.Options())
	}
	if _, twice := s[name]; twice {
		return fmt.Errorf("option %q: %s is set already, and may be set only once", word, name)
	}
	s[name] = 1
	if most := a.options[i].most; most > 0 {
		n, ok := form.Number(strings.TrimSuffix(value, a.options[i].unit))
		if !ok || n < 1 || n > most || !strings.HasSuffix(value, a.options[i].unit) {
			return fmt.Errorf("option %q: must be %s= and a whole number from 1 to %d%s", word, name, most, a.options[i].unit)
		}
		s[name] = n
	}
	return nil
}

// canonical returns the agent with settings in the form that is read back.
func (a Agent) canonical(s settings) string {
	name := a.Name
	for _, o := range a.options {
		switch v := s[o.name]; {
		case v == o.def:
		case o.most == 0:
			name += " " + o.name
		default:
			name += " " + o.name + "=" + strconv.Itoa(v) + o.unit
		}
	}
	return name
}

// split splits text at commas and the parts at blanks into words, neither of them
// within quotes. Single or double quotes stand for all that is between them, as it is,
// and may begin and end within a word. There is no other escape, so that a backslash
// may stand in a path.
func split(text string) ([][]string, error) {
	specs := [][]string{nil}
	var word strings.Builder
	inWord := false
	end := func() {
		if inWord {
			last := &specs[len(specs)-1]
			*last = append(*last, word.String())
		}
		word.Reset()
		inWord = false
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case ' ', '\t', '\n', '\r':
			end()
		case ',':
			end()
			specs = append(specs, nil)
		case '\'', '"':
			quoted, _, closed := strings.Cut(text[i+1:], string(b))
			if !closed {
				return nil, fmt.Errorf("the quote before %.20q is open: close it with another %c", text[i+1:], b)
			}
			word.WriteString(quoted)
			inWord = true
			i += len(quoted) + 1
		default:
			word.WriteByte(b)
			inWord = true
		}
	}
	end()
	return specs, nil
}

// Quote returns a word in a form that is read back as one word.
func Quote(word string) string {
	switch {
	case word != "" && !strings.ContainsAny(word, " \t\r\n,'\""):
		return word
	case !strings.Contains(word, "'"):
		return "'" + word + "'"
	case !strings.Contains(word, `"`):
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
}
