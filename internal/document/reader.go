package document

import (
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/said"
)

// Reader reads one document and collects its mistakes. A room that reads documents embeds one
// in a reader of its own, which adds what later keys depend on.
type Reader struct {
	format    *Format
	File      string
	limits    Limits
	nodesLeft int

	Problems, Warnings Collector
}

// NewReader returns a reader of a file with this name.
func NewReader(file string, f *Format, l Limits) *Reader {
	return &Reader{format: f, File: file, limits: l, nodesLeft: l.Nodes}
}

// Fresh returns a reader of the same file, format and limits that has found nothing yet.
func (r *Reader) Fresh() *Reader { return NewReader(r.File, r.format, r.limits) }

// Fail reports a mistake in a value.
func (r *Reader) Fail(n *Node, format string, args ...any) {
	if !r.Problems.Full() {
		r.Problems.Add(r.problem(n, brief(format, args)))
	}
}

// Possible reports the error of the library's own check of what was read at a node, unless the
// reader itself has reported problems since there were before of them.
func (r *Reader) Possible(before int, n *Node, check func() error) {
	if len(r.Problems.List) > before {
		return
	}
	if err := check(); err != nil {
		r.Fail(n, "%v", err)
	}
}

// Warn reports something unusual about a value.
func (r *Reader) Warn(n *Node, format string, args ...any) {
	if !r.Warnings.Full() {
		r.Warnings.Add(r.problem(n, brief(format, args)))
	}
}

// FailKey reports a mistake in a key of a mapping.
func (r *Reader) FailKey(n *Node, e *Entry, format string, args ...any) {
	at := *n
	at.Line, at.Column, at.Option = e.Line, e.Column, e.Value.Option
	r.Fail(&at, format, args...)
}

// FailFile reports a mistake in the file as a whole.
func (r *Reader) FailFile(format string, args ...any) {
	s := brief(format, args)
	r.Problems.Add(Problem{File: r.File, Text: s.Text, Said: s})
}

// mostShown is the most octets of one text that a message repeats.
const mostShown = 1000

// brief formats a message in which no text is longer than mostShown.
func brief(format string, args []any) said.Sentence {
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
	return said.Of(format, short...)
}

// shorten cuts out the middle of a text.
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

// problem adds position and path. A value that an option set has no position except the option,
// which names the path.
func (r *Reader) problem(n *Node, s said.Sentence) Problem {
	text := s.Text
	path := shorten(n.Path(), mostShown)
	if n.Option == "" {
		if path != "" {
			text = path + ": " + text
		}
		return Problem{r.File, n.Line, n.Column, text, s}
	}
	if path != "" && n.Option != "--set "+path && n.Option != "--"+path {
		text = path + ": " + text
	}
	return Problem{File: n.Option, Text: text, Said: s}
}
