package document

// Bare returns a copy that has no position in the file.
func (n *Node) Bare() *Node {
	c := n.Clone()
	c.Place(&Node{})
	return c
}

// Place sets the position of a node, and of everything in it, to that of another node.
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

// Clone returns a copy that is in no tree, but has the node's position in the file.
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
