package plan

import (
	"slices"

	"github.com/csmacd/csmacd/internal/document"
)

// Kinds returns the kinds of medium that the plan's points can have, according to the text of the
// plan. Its tables have the figures of these kinds.
func (s *Sweep) Kinds() []string {
	var kinds []string
	add := func(medium *document.Node) {
		kind := "bus"
		if medium != nil && medium.Kind == document.Mapping {
			if k := medium.Get("kind"); k != nil {
				kind = k.Text
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
				add(&document.Node{Kind: document.Mapping, Entries: []*document.Entry{{Key: "kind", Value: v.node}}})
			}
		}
	}
	if !varied {
		add(s.root.Get("medium"))
	}
	return kinds
}
