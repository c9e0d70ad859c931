package gtp

import (
	"math"
	"slices"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

// options are those of an analysis, as in Leela Zero's lz-analyze and in KataGo.
type options struct {
	interval     time.Duration // between two reports
	most         int           // candidates in a report
	avoid, allow []option
}

// An option of avoid forbids a colour a move. One of allow permits it, and forbids every
// move that no option permits.
type option struct {
	color gogate.Color
	move  gogate.Move
}

// excludes reports whether the analysis leaves out a move.
func (o options) excludes(color gogate.Color, m gogate.Move) bool {
	restricted := slices.ContainsFunc(o.allow, func(a option) bool { return a.color == color })
	return slices.Contains(o.avoid, option{color, m}) || restricted && !slices.Contains(o.allow, option{color, m})
}

// readOptions reads the arguments after a colour. The first may be hundredths of a second,
// with or without the word interval before them. Then come, in any order and number,
//
//	minmoves N, maxmoves N
//	avoid COLOR VERTEX,VERTEX,… DEPTH
//	allow COLOR VERTEX,VERTEX,… DEPTH
//
// minmoves changes nothing, since a report names all candidates that there are. The depth
// is the number of turns for which a list holds. Here a list holds only for the next move.
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

// readCount reads a whole number that is not negative.
func readCount(text string) (n int, ok bool) {
	n, ok = form.Number(text)
	return n, ok && n >= 0 && n <= math.MaxInt32
}

func hundredths(n int) time.Duration { return time.Duration(n) * 10 * time.Millisecond }
