package scenario

import "slices"

// Kinds lists the kinds of medium that the plan's points may have, as the plan is
// written: its tables have the figures of those.
func (s *Sweep) Kinds() []string {
	var kinds []string
	add := func(medium *node) {
		kind := "bus"
		if medium != nil && medium.kind == mappingNode {
			if k := medium.get("kind"); k != nil {
				kind = k.text
			}
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	varied := false
	for i := range s.Axes {
		for _, v := range s.Axes[i].Values {
			switch s.Axes[i].Path {
			case "medium":
				varied = true
				add(v.node)
			case "medium.kind":
				varied = true
				add(&node{kind: mappingNode, entries: []*entry{{key: "kind", value: v.node}}})
			}
		}
	}
	if !varied {
		add(s.root.get("medium"))
	}
	return kinds
}
