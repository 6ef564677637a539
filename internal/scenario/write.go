package scenario

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// text is a node of text.
func text(s string) *node { return &node{text: s, tag: "!!str"} }

// copied gives a copy that stands nowhere.
func (n *node) copied() *node {
	c := &node{kind: n.kind, text: n.text, tag: n.tag}
	for i, item := range n.items {
		v := item.copied()
		v.parent, v.index = c, i
		c.items = append(c.items, v)
	}
	for _, e := range n.entries {
		v := e.value.copied()
		v.parent, v.key = c, e.key
		c.entries = append(c.entries, &entry{key: e.key, value: v})
	}
	return c
}

// yaml writes a node so that reading it gives the same tree: each station, and each
// other mapping below the top, on a line of its own.
func (n *node) yaml() ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(n.document(0)); err != nil {
		return nil, err
	}
	err := e.Close()
	return b.Bytes(), err
}

// document gives the library's node; depth is from the top.
func (n *node) document(depth int) *yaml.Node {
	y := &yaml.Node{}
	if depth > 0 && (n.kind == mappingNode || depth > 1) {
		y.Style = yaml.FlowStyle
	}
	switch n.kind {
	case listNode:
		y.Kind = yaml.SequenceNode
		for _, item := range n.items {
			y.Content = append(y.Content, item.document(depth+1))
		}
	case mappingNode:
		y.Kind = yaml.MappingNode
		for _, e := range n.entries {
			y.Content = append(y.Content, plain(e.key, "!!str"), e.value.document(depth+1))
		}
	default:
		return plain(n.text, n.tag)
	}
	return y
}

// plain is a scalar, quoted where YAML would take it for something else.
func plain(s, tag string) *yaml.Node {
	switch tag {
	case "!!int", "!!float", "!!bool", "!!null":
	default:
		tag = "!!str" // to the reader, whatever else it may be is text
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: s}
}
