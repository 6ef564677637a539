package scenario

import "go.yaml.in/yaml/v3"

// expander copies a YAML tree into the scenario's own, with every alias and merge
// worked off. Aliases of aliases can name more than fits any memory, and an alias
// can stand within its own anchor: values and depth are bounded.
type expander struct {
	*reader
	option  string              // "--set PATH" where the text is an option's
	above   map[*yaml.Node]bool // aliased nodes that are being expanded
	depth   int
	stopped bool
}

// expand fills in n, whose place in the tree is set.
func (e *expander) expand(y *yaml.Node, n *node) {
	n.option, n.line, n.column, n.text = e.option, y.Line, y.Column, y.Value
	e.depth++
	defer func() { e.depth-- }()
	e.nodesLeft -= 1 + len(y.Value)/64 // aliases of a long text add up, too
	switch {
	case e.stopped:
		return
	case e.problems.full():
		e.stopped = true
		return
	case e.nodesLeft < 0:
		e.stop(n, "the scenario comes to more than %d values, aliases worked off", e.nodes)
		return
	case e.depth > e.limits.depth:
		e.stop(n, "nested deeper than %d levels", e.limits.depth)
		return
	case y.Kind == yaml.AliasNode:
		e.alias(y, n)
		return
	case y.Style&yaml.TaggedStyle != 0:
		e.fail(n, "the tag %s has no place in a scenario: leave it out", y.Tag)
	}
	switch y.Kind {
	case yaml.SequenceNode:
		n.kind = listNode
		for i, item := range y.Content {
			v := &node{parent: n, index: i}
			n.items = append(n.items, v)
			e.expand(item, v)
		}
	case yaml.MappingNode:
		n.kind = mappingNode
		e.mapping(y, n)
	default:
		n.tag = y.ShortTag()
	}
}

func (e *expander) alias(y *yaml.Node, n *node) {
	if e.above[y.Alias] {
		e.stop(n, "*%s stands within what it names, &%[1]s", y.Value)
		return
	}
	if e.above == nil {
		e.above = map[*yaml.Node]bool{}
	}
	e.above[y.Alias] = true
	e.expand(y.Alias, n)
	delete(e.above, y.Alias)
}

// mapping expands keys and values: first those written here, then what merges
// bring, which gives way to them and to the merges before.
func (e *expander) mapping(y *yaml.Node, n *node) {
	var merges []*node
	lines := map[string]int{} // of the keys so far
	for i := 0; i+1 < len(y.Content) && !e.stopped; i += 2 {
		k := y.Content[i]
		v := &node{parent: n, key: k.Value}
		e.expand(y.Content[i+1], v)
		if v.null() && v.text == "" {
			v.line, v.column = k.Line, k.Column // where nothing is written, the key is
		}
		en := &entry{k.Value, k.Line, k.Column, v}
		switch first, again := lines[k.Value]; {
		case k.Kind != yaml.ScalarNode:
			e.failKey(n, en, "a key must be a plain word")
		case k.Tag == "!!merge":
			merges = append(merges, e.merged(v)...)
		case again:
			e.failKey(n, en, "the key %q stands here twice: first on line %d", k.Value, first)
		default:
			lines[k.Value] = k.Line
			n.entries = append(n.entries, en)
		}
	}
	mendUniform(n)
	for _, m := range merges {
		for _, en := range m.entries {
			if _, taken := lines[en.key]; !taken {
				lines[en.key] = en.line
				en.value.parent = n
				n.entries = append(n.entries, en)
			}
		}
	}
}

// merged gives the mappings that a merge key's value names.
func (e *expander) merged(v *node) []*node {
	list := []*node{v}
	if v.kind == listNode {
		list = v.items
	}
	for _, m := range list {
		if m.kind != mappingNode && !e.stopped {
			e.fail(m, "<< takes a mapping's alias, or a list of them")
			return nil
		}
	}
	return list
}

// stop reports what makes the rest of the text pointless to read.
func (e *expander) stop(n *node, format string, args ...any) {
	e.stopped = true
	e.fail(n, format, args...)
}
