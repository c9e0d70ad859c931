package gtp

import (
	"math"
	"slices"
	"strings"
	"time"

	"example.com/gogate"
)

// The options of an analysis, as Leela Zero's lz-analyze and KataGo's have them.
type options struct {
	interval     time.Duration // between two reports
	most         int           // candidates in a report
	avoid, allow []option
}

// An option forbids a move to a colour, or permits it and forbids what is not.
type option struct {
	color gogate.Color
	move  gogate.Move
}

// excludes reports whether a move is not to be looked at.
func (o options) excludes(color gogate.Color, m gogate.Move) bool {
	restricted := slices.ContainsFunc(o.allow, func(a option) bool { return a.color == color })
	return slices.Contains(o.avoid, option{color, m}) || restricted && !slices.Contains(o.allow, option{color, m})
}

// readOptions reads the arguments after a colour: hundredths of a second, with or
// without the word interval before them, and then
//
//	minmoves N, maxmoves N
//	avoid COLOR VERTEX,VERTEX,… DEPTH
//	allow COLOR VERTEX,VERTEX,… DEPTH
//
// in any order and number. A report names all candidates that there are, so minmoves
// changes nothing. The depth is to how many turns ahead a list holds; here it holds for
// the move that is looked for, and not for those after it.
func readOptions(args []string) (options, error) {
	o := options{interval: time.Second, most: math.MaxInt}
	if len(args) > 0 {
		if n, ok := readCount(args[0]); ok {
			o.interval, args = hundredths(n), args[1:]
		}
	}
	for len(args) > 0 {
		name, values := args[0], args[1:]
		length := 1
		if name == "avoid" || name == "allow" {
			length = 3
		}
		if len(values) < length {
			return o, errSyntax
		}
		n, ok := readCount(values[length-1])
		if !ok || n == 0 && name != "interval" && name != "minmoves" {
			return o, errSyntax
		}
		var err error
		switch name {
		case "interval":
			o.interval = hundredths(n)
		case "minmoves":
		case "maxmoves":
			o.most = n
		case "avoid":
			o.avoid, err = appendOptions(o.avoid, values)
		case "allow":
			o.allow, err = appendOptions(o.allow, values)
		default:
			return o, errSyntax
		}
		if err != nil {
			return o, err
		}
		args = values[length:]
	}
	return o, nil
}

// appendOptions reads a colour and vertices with commas between them.
func appendOptions(list []option, args []string) ([]option, error) {
	for text := range strings.SplitSeq(args[1], ",") {
		color, m, err := readMove([]string{args[0], text})
		if err != nil {
			return nil, err
		}
		list = append(list, option{color, m})
	}
	return list, nil
}

// readCount reads a number that is no less than 0.
func readCount(text string) (n int, ok bool) {
	n, ok = readNumber(text)
	return n, ok && n >= 0 && n <= math.MaxInt32
}

func hundredths(n int) time.Duration { return time.Duration(n) * 10 * time.Millisecond }
