package lab

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
)

// key is a key that a mapping may have, and what is done with its value.
type key struct {
	name string
	must bool
	read func(k, v *yaml.Node)
}

// mapping reads a mapping key by key, in the order of the file.
func (r *reader) mapping(n *yaml.Node, what string, keys []key) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s is a mapping of keys such as %s", what, keys[0].name)
		return
	}
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		at := slices.Index(names, k.Value)
		switch {
		case at < 0:
			r.fail(k, "%q is no key of %s; there are %s", k.Value, what, strings.Join(names, ", "))
		case seen[k.Value]:
			r.fail(k, "the key %q stands here twice", k.Value)
		default:
			keys[at].read(k, v)
		}
		seen[k.Value] = true
	}
	for _, k := range keys {
		if k.must && !seen[k.name] {
			r.fail(n, "%s is missing: %s has one", k.name, what)
		}
	}
}

// scalar reads a text into its place.
func (r *reader) scalar(into *string) func(k, v *yaml.Node) {
	return func(k, v *yaml.Node) {
		if v.Kind != yaml.ScalarNode || v.Tag == "!!null" || strings.TrimSpace(v.Value) == "" {
			r.fail(v, "%s: write a text", k.Value)
			return
		}
		*into = strings.TrimSpace(v.Value)
	}
}

// fail says what is wrong at a place of the YAML file.
func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.problem(r.file, n.Line, n.Column, fmt.Sprintf(format, args...))
}

func (r *reader) problem(file string, line, column int, text string) {
	r.problems = append(r.problems, document.Problem{File: file, Line: line, Column: column, Text: text})
}

// sorted gives the problems in the order of their places, the YAML file's first, each once.
func (r *reader) sorted() []document.Problem {
	slices.SortStableFunc(r.problems, func(a, b document.Problem) int {
		if a.File != b.File {
			return strings.Compare(b.File, a.File) // NAME.yaml before NAME.md
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return slices.Compact(r.problems)
}

// document is the YAML file's one document; nil where there is none, which has been told.
func (r *reader) document() *yaml.Node {
	if !utf8.ValidString(r.source) {
		r.problem(r.file, 0, 0, "is not UTF-8 text: a lab is YAML in UTF-8")
		return nil
	}
	first, more, err := decode(r.source)
	switch {
	case err != nil:
		line := 0
		text := err.Error()
		if m := lineOf.FindStringSubmatch(text); m != nil {
			line, _ = strconv.Atoi(m[1])
			text = m[2]
			if strings.HasPrefix(text, "did not find expected") {
				line++ // the parser, unlike the scanner, counts from 0
			}
		}
		r.problem(r.file, line, min(line, 1), "not YAML: "+strings.TrimPrefix(text, "yaml: "))
		return nil
	case first == nil:
		r.problem(r.file, 0, 0, "is empty: a lab has a title, a question, a scenario and questions")
		return nil
	case more > 0:
		r.problem(r.file, more, 1, "a second document begins here: a lab is one document")
		return nil
	}
	return first
}

// lineOf finds the line in the library's errors.
var lineOf = regexp.MustCompile(`^yaml: line (\d+): (.*)`)

// decode reads a document, and says where a second one begins.
func decode(text string) (first *yaml.Node, more int, err error) {
	defer func() {
		// The library reports its own mistakes by panicking.
		if p := recover(); p != nil {
			first, err = nil, fmt.Errorf("%v", p)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	var one, two yaml.Node
	if err := d.Decode(&one); errors.Is(err, io.EOF) {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, err
	}
	if len(one.Content) == 0 {
		return nil, 0, nil
	}
	if err := d.Decode(&two); err == nil {
		return one.Content[0], max(1, two.Line), nil
	} else if !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	return one.Content[0], 0, nil
}
