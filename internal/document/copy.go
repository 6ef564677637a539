package document

// Bare returns a copy that stands nowhere.
func (n *Node) Bare() *Node {
	c := n.Clone()
	c.Place(&Node{})
	return c
}

// Place puts a node, and all within it, where another one stands in the file.
func (n *Node) Place(at *Node) {
	n.Line, n.Column, n.Option = at.Line, at.Column, at.Option
	for _, v := range n.Items {
		v.Place(at)
	}
	for _, e := range n.Entries {
		e.Line, e.Column = at.Line, at.Column
		e.Value.Place(at)
	}
}

// Clone returns a copy that stands nowhere in the tree, and in the file where the node does.
func (n *Node) Clone() *Node {
	c := &Node{Kind: n.Kind, Text: n.Text, Tag: n.Tag, Option: n.Option, Line: n.Line, Column: n.Column}
	for i, item := range n.Items {
		v := item.Clone()
		v.Parent, v.Index = c, i
		c.Items = append(c.Items, v)
	}
	for _, e := range n.Entries {
		v := e.Value.Clone()
		v.Parent, v.Key = c, e.Key
		c.Entries = append(c.Entries, &Entry{e.Key, e.Line, e.Column, v})
	}
	return c
}
