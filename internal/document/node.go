package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Kind is the kind of a value of a document.
type Kind uint8

const (
	Scalar Kind = iota
	List
	Mapping
)

// String returns the kind as messages name it.
func (k Kind) String() string { return [...]string{"a single value", "a list", "a mapping"}[k] }

// Node is one value of a document. Aliases are expanded: each node has one place in the tree,
// and remembers the position in the file at which it was written.
type Node struct {
	Kind    Kind
	Text    string   // of a scalar
	Tag     string   // of a scalar: the type that YAML gives it, such as !!int
	Items   []*Node  // of a list
	Entries []*Entry // of a mapping
	style   yaml.Style

	Parent *Node
	Key    string // in parent, a mapping
	Index  int    // in parent, a list

	Option       string // "--set PATH" if an option set it
	Line, Column int
}

// Entry is a key and its value.
type Entry struct {
	Key          string
	Line, Column int
	Value        *Node
}

// AtKey returns a copy of the value with the position of its key, for messages about both.
func (e *Entry) AtKey() *Node {
	at := *e.Value
	at.Line, at.Column = e.Line, e.Column
	return &at
}

// Null reports whether a key has no value.
func (n *Node) Null() bool { return n.Kind == Scalar && n.Tag == "!!null" }

// Number reports whether YAML takes a scalar for a number. A quoted number is text.
func (n *Node) Number() bool {
	return n.Kind == Scalar && (n.Tag == "!!int" || n.Tag == "!!float")
}

// Off reports whether the value of a key switches the key off.
func (n *Node) Off() bool {
	on, ok := switched(n.Text)
	return n.Kind == Scalar && ok && !on
}

// On reports whether the value of a key switches the key on, without saying more.
func (n *Node) On() bool {
	on, ok := switched(n.Text)
	return n.Kind == Scalar && ok && on
}

// switched reads the words of a switch.
func switched(s string) (on, ok bool) {
	switch strings.ToLower(s) {
	case "true", "on", "yes":
		return true, true
	case "false", "off", "no":
		return false, true
	}
	return false, false
}

// Block reports whether a value is written on lines of its own: a list or a mapping without
// brackets, a text after | or >.
func (n *Node) Block() bool {
	if n.Kind == Scalar {
		return n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	}
	return n.style&yaml.FlowStyle == 0
}

// Find returns the entry of a key, or nil.
func (n *Node) Find(key string) *Entry {
	for _, e := range n.Entries {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	if e := n.Find(key); e != nil {
		return e.Value
	}
	return nil
}

// Adopt puts a value under a key, and replaces the one that is there.
func (n *Node) Adopt(key string, v *Node) {
	v.Parent, v.Key = n, key
	if e := n.Find(key); e != nil {
		e.Value = v
		return
	}
	n.Entries = append(n.Entries, &Entry{Key: key, Line: v.Line, Column: v.Column, Value: v})
}

// Remove removes a key from a mapping, if it is there.
func (n *Node) Remove(key string) {
	n.Entries = slices.DeleteFunc(n.Entries, func(e *Entry) bool { return e.Key == key })
}

// Path returns the node's path, in the grammar of --set.
func (n *Node) Path() string {
	switch {
	case n.Parent == nil:
		return ""
	case n.Parent.Kind == List:
		return n.Parent.Path() + "[" + strconv.Itoa(n.Index) + "]"
	}
	if above := n.Parent.Path(); above != "" {
		return above + "." + n.Key
	}
	return n.Key
}

// Where returns a node's position, for a message about another node.
func (n *Node) Where() string {
	if n.Option != "" {
		return n.Option
	}
	return fmt.Sprintf("line %d, column %d", n.Line, n.Column)
}
