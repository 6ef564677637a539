package scenario

import (
	"maps"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// stationNamed returns the group and the number of a station that is on the medium at the instant
// of an entry.
func (t *timeline) stationNamed(e *Entry, n *document.Node) (name string, ok bool) {
	if name, ok = t.Word(n); !ok {
		return "", false
	}
	came, left := t.came[name], t.left[name]
	_, from := t.Numbers[name]
	switch {
	case left != nil && (came == nil || came.At <= left.At):
		t.Fail(n, "%s is removed at %s (%s): it is not there any more", name, left.At, left.node.Where())
	case from, came != nil:
		return name, true
	case t.Unnamed: // it may be the name that could not be read
	default:
		for _, other := range t.all {
			if add := other.node.Get("add"); add != nil && add.Get("name") != nil && add.Get("name").Text == name {
				if other.At < e.At {
					return "", false // it could not be read
				}
				t.Fail(n, "%s is added later, at %s (%s)", name, other.At, other.node.Where())
				return "", false
			}
		}
		t.Fail(n, "%s", t.noStation(name))
	}
	return "", false
}

// noStation returns the message for a name that no station has, with those that are there.
func (t *timeline) noStation(name string) string {
	names := append(t.someNames(), slices.Sorted(maps.Keys(t.came))...)
	names = slices.DeleteFunc(names, func(n string) bool { return t.left[n] != nil })
	if len(names) == 0 {
		return "there is no station \"" + name + "\": all have left"
	}
	if guess := document.Nearest(name, 1, names); guess != "" {
		return "there is no station \"" + name + "\": did you mean \"" + guess + "\"?"
	}
	return "there is no station \"" + name + "\": there are " + strings.Join(names[:min(len(names), 10)], ", ")
}

// groupNamed returns the group of a station and the station's place in it.
func (t *timeline) groupNamed(name string) (g *group, i int) {
	if e := t.came[name]; e != nil {
		return e.added, 0
	}
	number := t.Numbers[name]
	g = t.groupOf(number)
	return g, number - g.First
}

// forStation reads the station of an entry, and then what changes of it.
func forStation(read func(t *timeline, name string, n *document.Node) []medium.Change) func(*timeline, *Entry, *document.Node) []medium.Change {
	return func(t *timeline, e *Entry, n *document.Node) []medium.Change {
		name, ok := t.stationNamed(e, e.node.Get("station"))
		if !ok {
			return nil
		}
		return read(t, name, n)
	}
}

// stationSwitch reads a switch of a station. That of its power is on unless the fault is there.
func stationSwitch(kind medium.ChangeKind) func(*timeline, *Entry, *document.Node) []medium.Change {
	return forStation(func(t *timeline, name string, n *document.Node) []medium.Change {
		on, ok := t.Flag(n)
		if !ok {
			return nil
		}
		if kind == medium.NoSQE {
			if g, _ := t.groupNamed(name); g.line.BitTime != phy.Ethernet10.BitTime {
				t.Warn(n, "the SQE test exists at 10 Mb/s only (7.2.4.6): this has no effect")
			}
		}
		return []medium.Change{{Kind: kind, Station: name, On: on != (kind == medium.PowerOff)}}
	})
}

// readBabble reads the probability, in each slot time, that a station sends without deference.
func readBabble(t *timeline, name string, n *document.Node) []medium.Change {
	c := medium.Change{Kind: medium.Babble, Station: name}
	before := len(t.Problems.List)
	if !n.Off() {
		c.Value = t.rate(n)
	}
	if len(t.Problems.List) > before {
		return nil
	}
	return []medium.Change{c}
}

// mostSkew is the largest error of a clock, in parts per million. The standard allows 100.
const mostSkew = 10_000

// readSkew reads by how many parts per million a station's clock is fast.
func readSkew(t *timeline, name string, n *document.Node) []medium.Change {
	s, ok := t.Word(n)
	if !ok {
		return nil
	}
	size, ok := document.BareNumber(strings.TrimPrefix(s, "-"))
	v := 0.0
	if ok {
		v, _ = size.Float64()
	}
	if !ok || !n.Number() || v > mostSkew {
		t.Fail(n, "%q is not an error of a clock: write parts per million from -%d to %[2]d, such as 100", s, mostSkew)
		return nil
	}
	if strings.HasPrefix(s, "-") {
		v = -v
	}
	return []medium.Change{{Kind: medium.Skew, Station: name, Value: v}}
}

// readNewEther reads the address that a station has from an instant on.
func readNewEther(t *timeline, name string, n *document.Node) []medium.Change {
	if number, ok := t.Numbers[name]; ok {
		if h := t.hostOf(number); h != nil && h.Kind == attach.Soft {
			t.Fail(n, "%s keeps its address: it is that of its TCP/IP stack", name)
			return nil
		}
	}
	before := len(t.Problems.List)
	g := &group{}
	g.Count = 1
	if readEther(t.reader, g, n); len(t.Problems.List) > before {
		return nil
	}
	if other := t.holder(g.ether); other != "" && other != name {
		t.Fail(n, "the address %s is already used by %s", g.ether, other)
		return nil
	}
	return []medium.Change{{Kind: medium.Ether, Station: name, Address: g.ether}}
}

// portSwitch reads a switch of a repeater's port. A port is off unless it is enabled.
func portSwitch(kind medium.ChangeKind) func(*timeline, *Entry, *document.Node) []medium.Change {
	return func(t *timeline, e *Entry, n *document.Node) []medium.Change {
		at := e.node.Get("port")
		p := t.portNamed(at)
		if p == nil {
			return nil
		}
		if kind == medium.PortSQETest && t.net.wires[p.wire].line.BitTime != phy.Ethernet10.BitTime {
			t.Fail(n, "transceivers have an SQE test at 10 Mb/s only")
			return nil
		}
		on, ok := t.Flag(n)
		if !ok {
			return nil
		}
		return []medium.Change{{Kind: kind, Port: at.Text, On: on != (kind == medium.PortOff)}}
	}
}

// portNamed finds a port of a repeater by the name of the repeater and of what is plugged in.
func (t *timeline) portNamed(n *document.Node) *port {
	if t.net == nil {
		t.Fail(n, "there is no repeater here, and so there are no ports: ports belong to the devices of a network")
		return nil
	}
	var names []string
	for _, d := range t.net.devices {
		for k := range d.ports {
			name := d.name + "/" + t.portTo(d.ports[k])
			switch {
			case name == n.Text && d.kind == repeater:
				return &d.ports[k]
			case name == n.Text:
				t.Fail(n, "%s is a bridge, and only ports of repeaters can be changed: cut the link", d.name)
				return nil
			case d.kind == repeater && len(names) < mostGuesses:
				names = append(names, name)
			}
		}
	}
	if guess := document.Nearest(n.Text, 1, names); guess != "" || len(names) == 0 {
		t.Fail(n, "there is no port %q: %s", n.Text, document.Instead(n.Text, "ports", names))
	} else {
		t.Fail(n, "there is no port %q: a port is written REPEATER/NAME, and there are %s", n.Text, strings.Join(names[:min(10, len(names))], ", "))
	}
	return nil
}

// setting is what an entry sets at a path.
type setting struct {
	path        string
	value, node *document.Node
}

var setTable = table[setting]{
	What: "set",
	Fields: []field[setting]{
		{Key: "path", Read: func(r *reader, s *setting, n *document.Node) { s.path, _ = r.Word(n); s.node = n }},
		{Key: "value", Read: func(_ *reader, s *setting, n *document.Node) { s.value = n }},
	},
}

const canBeSet = "an entry can set stations[N].queue, stations[N].backoff and backoff"

// readSet reads a value that an option --set could change, of those that can change during a run.
func readSet(t *timeline, e *Entry, n *document.Node) []medium.Change {
	var s setting
	before := len(t.Problems.List)
	if !setTable.Read(t.reader, n, &s) || len(t.Problems.List) > before {
		return nil
	}
	if s.value == nil || s.node == nil {
		t.Fail(n, "path and value are needed, such as %s", e.action.example)
		return nil
	}
	steps, err := document.ParsePath(s.path)
	if err != nil {
		t.Fail(s.node, "%v", err)
		return nil
	}
	root := t.root.Clone()
	if err := t.Put(root, steps, s.node, s.value.Clone()); err != nil {
		t.Fail(s.node, "%v", err)
		return nil
	}
	if len(steps) > 0 && steps[0].Key == "backoff" {
		return t.setPolicies(root.Get("backoff"))
	}
	if len(steps) < 3 || steps[0].Key != "stations" || steps[2].Key != "queue" && steps[2].Key != "backoff" {
		t.Fail(s.node, "%q cannot change during a run: %s", s.path, canBeSet)
		return nil
	}
	g := t.groups[steps[1].Index]
	item := root.Get("stations").Items[steps[1].Index]
	c := medium.Change{Kind: medium.Queue}
	if steps[2].Key == "queue" {
		size, _ := t.Integer(item.Get("queue"), 1, 100_000_000)
		c.Value = float64(size)
	} else {
		c.Kind = medium.Policy
		c.New = t.policyOf(g, item.Get("backoff"))
	}
	if len(t.Problems.List) > before {
		return nil
	}
	return t.ofGroup(nil, g, c)
}

// ofGroup adds a change for every station of a group that is still there.
func (t *timeline) ofGroup(list []medium.Change, g *group, c medium.Change) []medium.Change {
	for i := range g.Count {
		c.Station = g.StationName(i)
		if t.left[c.Station] == nil {
			list = append(list, c)
		}
	}
	return list
}

// setPolicies sets the policy of all stations that have none of their own.
func (t *timeline) setPolicies(n *document.Node) (list []medium.Change) {
	before := len(t.Problems.List)
	for _, g := range t.groups {
		if g.Node.Get("backoff") == nil {
			list = t.ofGroup(list, g, medium.Change{Kind: medium.Policy, New: t.policyOf(g, n)})
		}
	}
	if len(t.Problems.List) > before {
		return nil
	}
	return list
}

func (t *timeline) policyOf(g *group, n *document.Node) (p backoff.Policy) {
	t.on(g.line, func() {
		p = t.policies().OnCable(t.policies().Choice(n), policies.Cable{Slot: g.rules.SlotTime, BackoffLimit: g.rules.BackoffLimit, AttemptLimit: g.rules.AttemptLimit}, g.Node)
	})
	return p
}

// before returns the value that a change replaces.
func (t *timeline) before(s slot, c *medium.Change) medium.Change {
	if v, changed := t.value[s]; changed {
		return v
	}
	v := medium.Change{Kind: c.Kind, Station: c.Station, Port: c.Port, Segment: c.Segment}
	switch c.Kind {
	case medium.Length:
		if d, ok := t.segmentNamed(c.Segment); ok {
			v.Place = t.lengthAt(d)
		}
	case medium.PortOff:
		for _, d := range t.net.devices {
			for k := range d.ports {
				if d.name+"/"+t.portTo(d.ports[k]) == c.Port {
					v.On = d.ports[k].disabled
				}
			}
		}
	case medium.PLCA:
		v.New = t.nodeAt(c.Station)
	case medium.Ether, medium.Queue, medium.Policy:
		g, i := t.groupNamed(c.Station)
		v.Address = g.address(i)
		if v.Address == (phy.Address{}) {
			v.Address = phy.StationAddress(g.First + i)
		}
		v.Value = bus.DefaultQueue
		if g.queue > 0 {
			v.Value = float64(g.queue)
		}
		if v.New = nil; g.policy != nil {
			v.New = g.policy
		}
	}
	return v
}
