package document

import (
	"bytes"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Within braces YAML takes the bracket of a path for the beginning of a list, so that
// {stations[0].count: [2, 5]} is not valid YAML unless the path is quoted. People write it all
// the same, and its meaning is clear.

// torn finds a path with an index, which stands as a key or a value.
var torn = regexp.MustCompile(`[{\[,:]\s*[A-Za-z_][\w.-]*(?:\[\d+\][\w.-]*)+`)

// What replaces brackets while YAML is read. They are one character each, so columns stay the
// same.
const open, closed = "⟦", "⟧"

// decodePaths is decode for text that such paths make invalid. It returns nil if they are not
// what is wrong with the text.
func decodePaths(text []byte) (document *yaml.Node, second int) {
	if !torn.Match(text) || bytes.Contains(text, []byte(open)) || bytes.Contains(text, []byte(closed)) {
		return nil, 0
	}
	mended := torn.ReplaceAllFunc(text, func(key []byte) []byte {
		// The key may begin a list: a number in brackets is an index only after a name.
		return []byte(index.ReplaceAllString(string(key), "${1}"+open+"${2}"+closed))
	})
	document, second, err := decodeAsIs(mended)
	if err != nil || document == nil {
		return nil, 0
	}
	restore(document)
	return document, second
}

var (
	index    = regexp.MustCompile(`([\w⟧.-])\[(\d+)\]`)
	brackets = strings.NewReplacer(open, "[", closed, "]")
)

// restore puts the brackets back.
func restore(n *yaml.Node) {
	n.Value = brackets.Replace(n.Value)
	for _, v := range n.Content {
		restore(v)
	}
}
