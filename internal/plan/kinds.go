package plan

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
)

// TurnBus is the kind of a bus whose stations can have PLCA, besides its kind as a cable: such a plan has
// figures of PLCA too.
const TurnBus = "plca"

// Hosts is the kind of a medium with hosts, besides its kind as a cable: such a plan has figures of flows
// too.
const Hosts = "hosts"

// Kinds returns the kinds of medium that the plan's points can have, according to the text of the
// plan. Its tables have the figures of these kinds.
func (s *Sweep) Kinds() []string {
	var kinds []string
	add := func(n *document.Node) {
		kind := "bus"
		if n != nil && n.Kind == document.Mapping {
			if k := n.Get("kind"); k != nil {
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
	switch {
	case varied:
	case s.root.Get("devices") != nil || s.root.Get("segments") != nil || s.root.Get("links") != nil:
		kinds = append(kinds, medium.Networked)
	default:
		add(s.root.Get("medium"))
	}
	if s.turns() {
		kinds = append(kinds, TurnBus)
	}
	if s.mayHave("attach") {
		kinds = append(kinds, Hosts)
	}
	return kinds
}

// turns reports whether points of the plan can have PLCA.
func (s *Sweep) turns() bool { return s.root.Get("plca") != nil || s.mayHave("plca") }

// mayHave reports whether stations of the plan's points can have a key.
func (s *Sweep) mayHave(key string) bool {
	if slices.ContainsFunc(s.Axes, func(a Axis) bool { return strings.Contains(a.Path, key) }) {
		return true
	}
	list := s.root.Get("stations")
	return list != nil && slices.ContainsFunc(list.Items, func(n *document.Node) bool { return n.Get(key) != nil })
}
