package scenario

import (
	"sort"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/bus"
)

// readStations reads the list of stations in three rounds: what each item is; the names that
// follow from it; then rules, policies and traffic, which may name any station.
func (r *reader) readStations(n *document.Node) {
	switch {
	case n.Kind != document.List:
		r.Fail(n, "stations is a list: begin each station with a dash, such as - {name: A}")
		return
	case len(n.Items) == 0:
		r.Fail(n, "there are no stations: list at least one")
		return
	}
	if r.resource != nil {
		r.resources().Clients(r.resource, n)
		return
	}
	for _, item := range n.Items {
		g := r.readGroup(item, r.Total)
		if !r.Join(&g.Members) {
			return
		}
		r.groups = append(r.groups, g)
	}
	r.Number()
	if r.net != nil {
		r.plugIn()
	}
	r.addressStations()
	var live []*attach.Group
	for _, g := range r.groups {
		if g.attach != nil {
			live = append(live, g.attach)
		}
	}
	r.scenario.Attached = attach.Hosts(r.Reader, live, r.limits.attached)
	r.takeTags(n)
	for _, g := range r.groups {
		r.on(g.line, func() { r.readBehaviour(g) })
	}
	if len(r.Problems.List) == 0 {
		r.makeStations()
	}
}

// groupOf returns the group of a station.
func (r *reader) groupOf(station int) *group {
	after := sort.Search(len(r.groups), func(i int) bool { return r.groups[i].First > station })
	return r.groups[after-1]
}

// readBehaviour reads a group's rules, policy and traffic.
func (r *reader) readBehaviour(g *group) {
	g.rules = r.rules
	if g.Node.Kind != document.Mapping {
		return
	}
	given := func(key string) *document.Node {
		if v := g.Node.Get(key); v != nil && !v.Null() {
			return v
		}
		return nil
	}
	if n := given("mac"); n != nil {
		g.rules = r.readRules(n, r.rules, &stationMacTable)
		if r.tags > 0 { // the key as restores the line's
			g.rules.MaxFrame = r.rules.MaxFrame
		}
	}
	own := r.policy
	if n := given("backoff"); n != nil {
		own = r.policies().Choice(n)
	}
	switch {
	case own == nil && g.rules.backoff != nil:
		g.policy = g.rules.backoff
	default:
		g.policy = r.policies().OnCable(own, policies.Cable{Slot: g.rules.SlotTime, BackoffLimit: g.rules.BackoffLimit, AttemptLimit: g.rules.AttemptLimit}, g.Node)
	}
	if n := given("traffic"); n != nil {
		r.readTraffic(g, n)
	}
}

// tagSize is the length of a VLAN tag, in octets (3.5).
const tagSize = 4

// takeTags allows the frames of real hosts a VLAN tag, unless a max_frame sets the longest
// frame. Simulated frames have no tag, and keep their limit.
func (r *reader) takeTags(stations *document.Node) {
	given := func(n *document.Node) bool {
		mac := n.Get("mac")
		return mac != nil && mac.Get("max_frame") != nil
	}
	if !r.attached() || given(stations.Parent) {
		return
	}
	for _, g := range r.groups {
		if given(g.Node) {
			return
		}
	}
	r.tags = tagSize
	r.rules.MaxFrame += r.tags
}

// makeStations makes all stations. Identical ones share rules, policy and traffic.
func (r *reader) makeStations() {
	stations := make([]bus.Station, 0, r.Total)
	for _, g := range r.groups {
		s := bus.Station{Backoff: g.policy, Queue: g.queue, Traffic: g.traffic}
		r.on(g.line, func() { s.Params = r.sharedParams(g) })
		for i := range g.Count {
			s.Name, s.Address = g.StationName(i), g.address(i)
			if g.cable != nil && !g.cable.star {
				s.At = g.cable.at(g.from.plus(g.spacing.times(i)))
			}
			stations = append(stations, s)
		}
	}
	r.scenario.Config.Stations = stations
}

// sharedParams returns a group's rules if they differ from the medium's, and otherwise nil.
func (r *reader) sharedParams(g *group) *mac.Params {
	if g.rules.Params == r.rules.Params {
		return nil
	}
	p, ok := r.params[g.rules.Params]
	if !ok {
		p = &g.rules.Params
		if r.params == nil {
			r.params = map[mac.Params]*mac.Params{}
		}
		r.params[*p] = p
	}
	return p
}
