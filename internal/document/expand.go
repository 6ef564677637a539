package document

import "go.yaml.in/yaml/v3"

// expander copies a YAML tree into a document's tree, and expands every alias and merge. A few
// aliases of aliases can expand to more than fits into any memory, and an alias can stand
// inside its own anchor, so values and depth are bounded.
type expander struct {
	*Reader
	option  string              // "--set PATH" if the text is that of an option
	above   map[*yaml.Node]bool // aliased nodes that are being expanded
	depth   int
	stopped bool
}

// expand fills in n, whose place in the tree is set.
func (e *expander) expand(y *yaml.Node, n *Node) {
	n.Option, n.Line, n.Column, n.Text, n.style = e.option, y.Line, y.Column, y.Value, y.Style
	e.depth++
	defer func() { e.depth-- }()
	e.nodesLeft -= 1 + len(y.Value)/64 // aliases of a long text add up too
	switch {
	case e.stopped:
		return
	case e.Problems.Full():
		e.stopped = true
		return
	case e.nodesLeft < 0:
		e.stop(n, "the %s has more than %d values once its aliases are expanded", e.format.Name, e.limits.Nodes)
		return
	case e.depth > e.limits.Depth:
		e.stop(n, "nested deeper than %d levels", e.limits.Depth)
		return
	case y.Kind == yaml.AliasNode:
		e.alias(y, n)
		return
	case y.Style&yaml.TaggedStyle != 0:
		e.Fail(n, "the tag %s is not allowed in a %s: leave it out", y.Tag, e.format.Name)
	}
	switch y.Kind {
	case yaml.SequenceNode:
		n.Kind = List
		for i, item := range y.Content {
			v := &Node{Parent: n, Index: i}
			n.Items = append(n.Items, v)
			e.expand(item, v)
		}
	case yaml.MappingNode:
		n.Kind = Mapping
		e.mapping(y, n)
	default:
		n.Tag = y.ShortTag()
	}
}

func (e *expander) alias(y *yaml.Node, n *Node) {
	if e.above[y.Alias] {
		e.stop(n, "*%s stands inside the value that it refers to, &%[1]s", y.Value)
		return
	}
	if e.above == nil {
		e.above = map[*yaml.Node]bool{}
	}
	e.above[y.Alias] = true
	e.expand(y.Alias, n)
	delete(e.above, y.Alias)
}

// mapping expands keys and values: first those written here, then those of merges, which do not
// replace them or those of earlier merges.
func (e *expander) mapping(y *yaml.Node, n *Node) {
	var merges []*Node
	lines := map[string]int{} // of the keys so far
	for i := 0; i+1 < len(y.Content) && !e.stopped; i += 2 {
		k := y.Content[i]
		v := &Node{Parent: n, Key: k.Value}
		e.expand(y.Content[i+1], v)
		if v.Null() && v.Text == "" {
			v.Line, v.Column = k.Line, k.Column // a key without a value has the position of the key
		}
		en := &Entry{k.Value, k.Line, k.Column, v}
		switch first, again := lines[k.Value]; {
		case k.Kind != yaml.ScalarNode:
			e.FailKey(n, en, "a key must be a plain word")
		case k.Tag == "!!merge":
			merges = append(merges, e.merged(v)...)
		case again:
			e.FailKey(n, en, "the key %q is given twice: first on line %d", k.Value, first)
		default:
			lines[k.Value] = k.Line
			n.Entries = append(n.Entries, en)
		}
	}
	mendCalls(n, e.format.Calls)
	for _, m := range merges {
		for _, en := range m.Entries {
			if _, taken := lines[en.Key]; !taken {
				lines[en.Key] = en.Line
				en.Value.Parent = n
				n.Entries = append(n.Entries, en)
			}
		}
	}
}

// merged returns the mappings that a merge key's value names.
func (e *expander) merged(v *Node) []*Node {
	list := []*Node{v}
	if v.Kind == List {
		list = v.Items
	}
	for _, m := range list {
		if m.Kind != Mapping && !e.stopped {
			e.Fail(m, "<< needs the alias of a mapping, or a list of such aliases")
			return nil
		}
	}
	return list
}

// stop reports a problem that makes it pointless to read the rest of the text.
func (e *expander) stop(n *Node, format string, args ...any) {
	e.stopped = true
	e.Fail(n, format, args...)
}
