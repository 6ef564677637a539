package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Tree turns text into the document's tree. If it cannot, it returns nil and has reported why.
func (r *Reader) Tree(text []byte) *Node {
	if !r.checkText(text) {
		return nil
	}
	document, second, err := decode(text)
	switch {
	case err != nil:
		r.Problems.Add(syntaxProblem(r.File, text, err))
		return nil
	case document == nil:
		r.FailFile("is empty: a %s has %s", r.format.Name, r.format.Needs)
		return nil
	case second > 0:
		r.Problems.Add(Problem{File: r.File, Line: second, Column: 1, Text: fmt.Sprintf("a second document begins here: a %s is one document", r.format.Name)})
		return nil
	}
	root := &Node{}
	e := expander{Reader: r}
	if e.expand(document, root); e.stopped {
		return nil
	}
	return root
}

// decode reads one YAML document, or nil if there is none; second is the line at which another
// one begins.
func decode(text []byte) (document *yaml.Node, second int, err error) {
	if document, second, err = decodeAsIs(text); err != nil {
		if mended, line := decodePaths(text); mended != nil {
			return mended, line, nil
		}
	}
	return document, second, err
}

func decodeAsIs(text []byte) (document *yaml.Node, second int, err error) {
	defer func() {
		// The library reports its own mistakes by panicking.
		if p := recover(); p != nil {
			document, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(text))
	var first, next yaml.Node
	if err := d.Decode(&first); errors.Is(err, io.EOF) {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, err
	}
	if len(first.Content) == 0 {
		return nil, 0, nil
	}
	switch err := d.Decode(&next); {
	case errors.Is(err, io.EOF):
		return first.Content[0], 0, nil
	case err != nil:
		return nil, 0, err
	}
	return first.Content[0], next.Line, nil
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)
	yamlAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)
)

// yamlHints say what usually causes a message of the library.
var yamlHints = []struct{ words, hint string }{
	{"mapping values are not allowed", "a key is indented wrongly, or a value with ': ' in it needs quotes"},
	{"did not find expected ',' or ']'", "a [ is not closed, or a comma is missing"},
	{"did not find expected ',' or '}'", "a { is not closed, or a comma is missing"},
	{"did not find expected key", "a line is indented wrongly, or there is a bracket too many"},
	{"did not find expected '-'", "a line is indented wrongly, or a list and keys are mixed"},
	{"did not find expected node content", "there is a bracket or a comma too many"},
	{"found unexpected end of stream", "a quote is not closed"},
	{"could not find expected ':'", "a key lacks its colon, or a line is indented wrongly"},
	{"cannot start any token", "a value that begins with @, ` or % needs quotes"},
	{"unknown escape character", `write \\ for a backslash, or single quotes`},
}

// syntaxProblem turns the library's error into one with a position. The library gives no line
// for an error on the first line, a line that is one too small if the parser (not the scanner)
// reports the error, and never a column.
func syntaxProblem(file string, text []byte, err error) Problem {
	m := yamlLine.FindStringSubmatch(err.Error())
	if m == nil {
		return Problem{File: file, Text: "is not YAML: " + err.Error()}
	}
	if a := yamlAnchor.FindStringSubmatch(m[2]); a != nil {
		line, column := LineColumn(text, max(0, bytes.Index(text, []byte("*"+a[1]))))
		return Problem{File: file, Line: line, Column: column, Text: fmt.Sprintf("*%s has no anchor &%[1]s before it", a[1])}
	}
	line, _ := strconv.Atoi(m[1])
	if line == 0 || strings.HasPrefix(m[2], "did not find expected") {
		line++
	}
	start := lineStart(text, line)
	column := utf8.RuneCountInString(start) + 1
	if strings.Contains(start, "\t") && strings.Contains(m[2], "cannot start any token") {
		return Problem{File: file, Line: line, Column: column, Text: "a tab in the indentation: YAML is indented with spaces"}
	}
	for _, h := range yamlHints {
		if strings.Contains(m[2], h.words) {
			return Problem{File: file, Line: line, Column: column, Text: "not YAML: " + m[2] + " (" + h.hint + ")"}
		}
	}
	return Problem{File: file, Line: line, Column: column, Text: "not YAML: " + m[2]}
}

// lineStart returns the white space that a line begins with.
func lineStart(text []byte, line int) string {
	for ; line > 1; line-- {
		_, rest, ok := bytes.Cut(text, []byte("\n"))
		if !ok {
			return ""
		}
		text = rest
	}
	return string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))])
}
