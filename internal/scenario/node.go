package scenario

import "strconv"

// nodeKind is what a value of a scenario is made of.
type nodeKind uint8

const (
	scalarNode nodeKind = iota
	listNode
	mappingNode
)

// String names the kind as messages do.
func (k nodeKind) String() string { return [...]string{"a single value", "a list", "a mapping"}[k] }

// node is one value of a scenario. Aliases are worked off: each node stands in one
// place of the tree, and remembers the place in the file that it was written at.
type node struct {
	kind    nodeKind
	text    string   // of a scalar
	tag     string   // of a scalar: what YAML takes it for, such as !!int
	items   []*node  // of a list
	entries []*entry // of a mapping

	parent *node
	key    string // in parent, a mapping
	index  int    // in parent, a list

	option       string // "--set PATH" where an option brought it in
	line, column int
}

// entry is a key and its value.
type entry struct {
	key          string
	line, column int
	value        *node
}

// null says whether a key has been written without a value.
func (n *node) null() bool { return n.kind == scalarNode && n.tag == "!!null" }

// number says whether YAML takes a scalar for a number: quoted, it is text.
func (n *node) number() bool {
	return n.kind == scalarNode && (n.tag == "!!int" || n.tag == "!!float")
}

// off says whether a key that takes a value says that there is to be none.
func (n *node) off() bool { return n.kind == scalarNode && (n.text == "off" || n.text == "false") }

// find gives the entry of a key, or nil.
func (n *node) find(key string) *entry {
	for _, e := range n.entries {
		if e.key == key {
			return e
		}
	}
	return nil
}

// get gives the value of a key, or nil.
func (n *node) get(key string) *node {
	if e := n.find(key); e != nil {
		return e.value
	}
	return nil
}

// adopt puts a value under a key, in place of one that is there.
func (n *node) adopt(key string, v *node) {
	v.parent, v.key = n, key
	if e := n.find(key); e != nil {
		e.value = v
		return
	}
	n.entries = append(n.entries, &entry{key: key, line: v.line, column: v.column, value: v})
}

// path writes where the node stands, in the grammar of --set.
func (n *node) path() string {
	switch {
	case n.parent == nil:
		return ""
	case n.parent.kind == listNode:
		return n.parent.path() + "[" + strconv.Itoa(n.index) + "]"
	}
	if above := n.parent.path(); above != "" {
		return above + "." + n.key
	}
	return n.key
}
