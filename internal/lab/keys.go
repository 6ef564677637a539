package lab

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// format describes a lab to the reader.
var format = document.Format{Name: "lab", Needs: "a title, a question, a scenario and questions"}

// The tables of keys of a lab.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)

// text returns a reader of a text, which stores it, trimmed, in the place that it has in a T.
func text[T any](of func(*T) *string) func(*reader, *T, *document.Node) {
	return func(r *reader, t *T, n *document.Node) { *of(t) = r.text(n) }
}

// text reads a text, trimmed. It returns "", and has reported why, if there is none.
func (r *reader) text(n *document.Node) string {
	s := strings.TrimSpace(n.Text)
	if n.Kind != document.Scalar || s == "" {
		r.Fail(n, "must be a text")
		return ""
	}
	return s
}

// need reports the keys of a mapping that are missing.
func (r *reader) need(n *document.Node, what string, keys ...string) {
	for _, key := range keys {
		if n.Kind == document.Mapping && n.Get(key) == nil {
			r.Fail(n, "%s is missing: %s needs one", key, what)
		}
	}
}

// problem reports a problem at a place of some file.
func (r *reader) problem(file string, line, column int, text string) {
	r.Problems.Add(document.Problem{File: file, Line: line, Column: column, Text: text})
}

// sorted returns the problems in order of position, the YAML file's first.
func (r *reader) sorted() []document.Problem {
	list := r.Problems.List
	slices.SortStableFunc(list, func(a, b document.Problem) int {
		if a.File != b.File {
			return strings.Compare(b.File, a.File) // NAME.yaml before NAME.md
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return list
}
