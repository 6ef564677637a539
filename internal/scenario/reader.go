package scenario

import (
	"fmt"
	"unicode/utf8"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// reader is what the stages share while one scenario is read.
type reader struct {
	limits
	options   Options
	file      string
	nodesLeft int

	problems, warnings collector
	scenario           Scenario

	// What later keys lean on.
	rules    rules // of the medium as a whole
	cable    cable
	resource resource // a medium that is no cable, nil: it is one
	policy   *choice  // the scenario's own backoff, nil: none
	until    *node
	groups   []*group
	members  []*members     // of all items of the list of stations
	total    int            // stations
	numbers  map[string]int // of stations, by name
	unnamed  bool           // some station's name could not be read
	placed   *node          // a place given to a station of a star
	tags     int            // octets of a VLAN tag, which frames of real hosts may have on top

	addresses map[phy.Address]int // of stations, by those that are written

	params   map[mac.Params]*mac.Params // stations alike share one
	built    map[string]backoff.Policy
	captures shelf
	replayed int // frames from captures so far
}

// line is the line of the scenario; its bit time is what bt means.
func (r *reader) line() *phy.Line { return &r.scenario.Line }

// fail says what is wrong with a value.
func (r *reader) fail(n *node, format string, args ...any) {
	if !r.problems.full() {
		r.problems.add(r.problem(n, brief(format, args)))
	}
}

// possible reports what the library's own check says of what was read at a node, unless
// the reader has found something there itself, since it had so many problems.
func (r *reader) possible(before int, n *node, check func() error) {
	if len(r.problems.list) > before {
		return
	}
	if err := check(); err != nil {
		r.fail(n, "%v", err)
	}
}

// warn says what is strange about a value.
func (r *reader) warn(n *node, format string, args ...any) {
	if !r.warnings.full() {
		r.warnings.add(r.problem(n, brief(format, args)))
	}
}

// failKey says what is wrong with a key of a mapping.
func (r *reader) failKey(n *node, e *entry, format string, args ...any) {
	at := *n
	at.line, at.column, at.option = e.line, e.column, e.value.option
	r.fail(&at, format, args...)
}

// failFile says what is wrong with the file as a whole.
func (r *reader) failFile(format string, args ...any) {
	r.problems.add(Problem{File: r.file, Text: brief(format, args)})
}

// mostShown is how many octets of one text a message repeats.
const mostShown = 1000

// brief is a message in which no text is longer than mostShown.
func brief(format string, args []any) string {
	short := make([]any, len(args))
	for i, a := range args {
		switch x := a.(type) {
		case string:
			a = shorten(x, mostShown)
		case error:
			a = shorten(x.Error(), mostShown)
		}
		short[i] = a
	}
	return fmt.Sprintf(format, short...)
}

// shorten cuts the middle out of a text.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most*3/4, len(s)-most/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "..." + s[tail:]
}

// problem adds position and path. What an option brought in has no position but
// the option, which names the path.
func (r *reader) problem(n *node, text string) Problem {
	path := shorten(n.path(), mostShown)
	if n.option == "" {
		if path != "" {
			text = path + ": " + text
		}
		return Problem{r.file, n.line, n.column, text}
	}
	if path != "" && n.option != "--set "+path && n.option != "--"+path {
		text = path + ": " + text
	}
	return Problem{File: n.option, Text: text}
}

// where writes a node's position for a message about another one.
func (n *node) where() string {
	if n.option != "" {
		return n.option
	}
	return fmt.Sprintf("line %d, column %d", n.line, n.column)
}
