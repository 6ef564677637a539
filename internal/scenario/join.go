package scenario

import (
	"slices"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// readAdd reads a station that joins.
func readAdd(t *timeline, e *Entry, n *document.Node) []medium.Change {
	before := len(t.Problems.List)
	if !t.IsMapping(n) {
		return nil
	}
	segment, ok := t.segmentToJoin(n)
	if !ok {
		return nil
	}
	if at := n.Get("count"); at != nil {
		t.Fail(at, "an entry adds one station: leave count out, and write an entry for each")
		return nil
	}
	own := *t.reader // what is read of this station changes nothing of the others
	own.groups = slices.Clone(t.groups)
	own.joining = true
	via := "" // the only medium
	if t.net != nil {
		via = t.net.segments[segment].name
	}
	if d, ok := t.segmentNamed(via); ok {
		own.room = t.roomOn(d)
	}
	g := own.readGroup(n, t.total)
	if len(t.Problems.List) > before {
		return nil
	}
	name := g.StationName(0)
	if g.NamedAt == nil {
		t.Fail(n, "name is missing: a station that joins needs one")
		return nil
	}
	switch _, from := t.Numbers[name]; {
	case t.net != nil && (t.net.things[name] != nil || name == domainWord):
		t.Fail(g.NamedAt, "the name %q is already used in the network, or has a meaning of its own: give another", name)
		return nil
	case !from && t.came[name] == nil:
	case t.left[name] != nil:
		t.Fail(g.NamedAt, "the name %q was that of a station that has left, whose results it keeps: give another", name)
		return nil
	default:
		t.Fail(g.NamedAt, "the name %q is already used by a station", name)
		return nil
	}
	if t.live && t.ownAddresses != nil && g.etherAt == nil {
		g.addressFrom(t.ownAddresses, n)
	}
	if t.net != nil && g.etherAt == nil { // those before it are of the ports of bridges
		g.ether, g.etherAt = phy.StationAddress(t.total+t.net.bridgePorts()), n
	}
	if g.attach != nil && !t.attachTo(e, g) {
		return nil
	}
	own.on(g.line, func() { own.readBehaviour(g) })
	if len(t.Problems.List) > before {
		return nil
	}
	s, c := domain.Station{}, medium.Change{Kind: medium.Add, Station: name}
	s.Name, s.Address, s.Backoff, s.Queue, s.Traffic = name, g.address(0), g.policy, g.queue, g.traffic
	s.Params = &g.rules.Params
	if t.net != nil {
		c.Segment, s.End.Segment = t.net.segments[segment].name, segment
	}
	if g.cable != nil && !g.cable.star {
		s.At = g.cable.at(g.from)
		s.End.At = s.At
	}
	e.added, e.Text = g, "add: "+name // the same live, where it has a host, and in the recording, where it has not
	t.came[name] = e
	t.total++
	if c.New = s; t.multidrop() {
		if own.checkRulesOnBus(g); len(t.Problems.List) > before {
			return nil
		}
		node := own.stationNode(&own.cable, g, 0)
		node.Station = s.Station
		c.New = node
	}
	return []medium.Change{c}
}

// segmentToJoin returns the number of the cable of a network that a station joins.
func (t *timeline) segmentToJoin(n *document.Node) (number int, ok bool) {
	if t.net == nil {
		return 0, true
	}
	via := n.Get("via")
	if via == nil || via.Null() {
		t.Fail(n, "via is missing: the name of the cable that the station joins")
		return 0, false
	}
	number = slices.IndexFunc(t.net.segments, func(s *segment) bool { return s.name == via.Text })
	switch {
	case number >= 0 && t.net.segments[number].taps == 0:
		t.Fail(via, "nothing was plugged into %s at the start: a station joins others", via.Text)
	case number >= 0:
		return number, true
	case t.net.things[via.Text] != nil:
		t.Fail(via, "a station can join a cable or a star while it runs, and %s is a device: switch one on that is there: {at: 1s, station: NAME, power: on}", via.Text)
	default:
		t.thing(via, "segment or device")
	}
	return 0, false
}

// bridgePorts returns the number of ports of all bridges.
func (n *network) bridgePorts() (ports int) {
	for _, d := range n.devices {
		if d.kind == bridge {
			ports += len(d.ports)
		}
	}
	return ports
}

// attachTo finds the host behind a station that joins a live run.
func (t *timeline) attachTo(e *Entry, g *group) bool {
	if !t.live {
		t.Fail(g.attach.Node, "a host joins a live run, with csmacd add: leave attach out, and give the station traffic")
		return false
	}
	var groups []*attach.Group
	for _, other := range t.groups {
		if other.attach != nil && !t.allLeft(other) {
			groups = append(groups, other.attach)
		}
	}
	for _, other := range t.came {
		if a := other.added.attach; a != nil && t.left[other.added.StationName(0)] == nil {
			groups = append(groups, a)
		}
	}
	hosts := attach.Hosts(t.Reader, append(groups, g.attach), t.limits.attached)
	if len(hosts) == 0 {
		return false
	}
	e.host = &hosts[len(hosts)-1]
	return true
}

// allLeft reports whether all stations of a group have left.
func (t *timeline) allLeft(g *group) bool {
	for i := range g.Count {
		if t.left[g.StationName(i)] == nil {
			return false
		}
	}
	return true
}

// readRemove reads the name of a station that leaves.
func readRemove(t *timeline, e *Entry, n *document.Node) []medium.Change {
	name, ok := t.stationNamed(e, n)
	if !ok {
		return nil
	}
	t.left[name] = e
	return []medium.Change{{Kind: medium.Remove, Station: name}}
}
