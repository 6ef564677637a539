package lab

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// format is what a lab is.
var format = document.Format{Name: "lab", Needs: "a title, a question, a scenario and questions"}

// The tables of keys of a lab.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)

// text makes a reader of a text, which is trimmed, into the place that it has in a T.
func text[T any](of func(*T) *string) func(*reader, *T, *document.Node) {
	return func(r *reader, t *T, n *document.Node) { *of(t) = r.text(n) }
}

// text reads a text, trimmed; "" where there is none, which has then been said.
func (r *reader) text(n *document.Node) string {
	s := strings.TrimSpace(n.Text)
	if n.Kind != document.Scalar || s == "" {
		r.Fail(n, "must be a text")
		return ""
	}
	return s
}

// need says which keys of a mapping are missing.
func (r *reader) need(n *document.Node, what string, keys ...string) {
	for _, key := range keys {
		if n.Kind == document.Mapping && n.Get(key) == nil {
			r.Fail(n, "%s is missing: %s needs one", key, what)
		}
	}
}

// problem says what is wrong at a place of some file.
func (r *reader) problem(file string, line, column int, text string) {
	r.Problems.Add(document.Problem{File: file, Line: line, Column: column, Text: text})
}

// sorted returns the problems in the order of their places, the YAML file's first.
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
