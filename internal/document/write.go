package document

import (
	"bytes"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// NewText returns a node of text.
func NewText(s string) *Node { return &Node{Text: s, Tag: "!!str"} }

// YAML writes a node so that reading it returns the same tree. Each station, and each other
// mapping below the top, has a line of its own.
func (n *Node) YAML() ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(n.document(0)); err != nil {
		return nil, err
	}
	err := e.Close()
	return b.Bytes(), err
}

// Flow writes a node on one line, as an option --set takes it, with the quotes that it was read
// with.
func (n *Node) Flow() (string, error) {
	text, err := yaml.Marshal(n.flow())
	return strings.Join(strings.Fields(string(text)), " "), err
}

func (n *Node) flow() *yaml.Node {
	const inBraces = 2
	y := n.document(inBraces)
	if n.Kind == Scalar {
		y.Style = n.style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle)
	}
	for i, item := range n.Items {
		y.Content[i] = item.flow()
	}
	for i, e := range n.Entries {
		y.Content[2*i+1] = e.Value.flow()
	}
	return y
}

// document returns the library's node; depth counts from the top.
func (n *Node) document(depth int) *yaml.Node {
	y := &yaml.Node{}
	if depth > 0 && (n.Kind == Mapping || depth > 1) {
		y.Style = yaml.FlowStyle
	}
	switch n.Kind {
	case List:
		y.Kind = yaml.SequenceNode
		for _, item := range n.Items {
			y.Content = append(y.Content, item.document(depth+1))
		}
	case Mapping:
		y.Kind = yaml.MappingNode
		for _, e := range n.Entries {
			y.Content = append(y.Content, plain(e.Key, "!!str"), e.Value.document(depth+1))
		}
	default:
		return plain(n.Text, n.Tag)
	}
	return y
}

// plain returns a scalar, which is quoted if YAML would take it for something else.
func plain(s, tag string) *yaml.Node {
	switch tag {
	case "!!int", "!!float", "!!bool", "!!null":
	default:
		tag = "!!str" // the reader takes everything else for text
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: s}
}

// Inline writes a value as people do on one line.
func (n *Node) Inline() string {
	if n.Kind == Scalar {
		return n.Text
	}
	var b strings.Builder
	n.inlineTo(&b)
	return b.String()
}

func (n *Node) inlineTo(b *strings.Builder) {
	switch n.Kind {
	case List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.inlineTo(b)
		}
		b.WriteByte(']')
	case Mapping:
		b.WriteByte('{')
		for i, e := range n.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.Key + ": ")
			e.Value.inlineTo(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(n.Text)
	}
}

// AppendExact appends a text of the node that differs from that of every other tree.
func (n *Node) AppendExact(b []byte) []byte {
	switch n.Kind {
	case List:
		b = append(b, '[')
		for _, item := range n.Items {
			b = append(item.AppendExact(b), ',')
		}
		return append(b, ']')
	case Mapping:
		b = append(b, '{')
		for _, e := range n.Entries {
			b = append(strconv.AppendQuote(b, e.Key), ':')
			b = append(e.Value.AppendExact(b), ',')
		}
		return append(b, '}')
	}
	if n.Number() {
		return append(b, n.Text...)
	}
	return strconv.AppendQuote(b, n.Text)
}
