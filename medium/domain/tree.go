package domain

import "github.com/csmacd/csmacd/phy"

// A tree is a network of several repeaters whose stations are on their links. Its contention rounds are those of a
// hub (see rounds), but there is no formula for a collision: jam goes to and fro between the repeaters. So a
// collision is worked off event by event here, with the few that decide it: edges at ports, and outputs that begin
// and end. All that the engine does besides for an edge that somebody may watch is left out.

// mostHubs is the number of repeaters of a tree. Each round takes a time for each.
const mostHubs = 64

// tree is a round of several repeaters that is being made.
type tree struct {
	hubs   []treeHub  // by repeater
	ports  []treePort // by port
	links  []int32    // the ports whose far end is a repeater
	cables bool       // other ports are on cables
	// By two repeaters a and b, the time from an input of a to the output of b, if no inputs of a repeater begin
	// together, and at most.
	path, most []phy.Time
	toward     []int32    // the port of b at which it hears a
	starts     []phy.Time // by repeater, when its output begins
	spare      []phy.Time // scratch, three for each repeater

	bit     phy.Time
	round   uint32
	now     phy.Time
	events  []treeEvent // those to come first are last
	asked   []int32     // repeaters whose inputs or outputs have changed
	touched bool        // there were such in this instant
	odd     bool        // the round is of another kind
	tells   bool        // somebody observes the outputs of repeaters
	told    []treeTold  // what happened to them
}

// treeHub is a repeater in a round.
type treeHub struct {
	state     repeaterState
	used      bool     // it has left IDLE
	asked     bool     // it is in the list
	over      bool     // neither input nor collision is left
	mainOn    bool     // most of its ports send
	mainJam   bool     // their output began as jam
	port      int32    // the port that is received, or the last one left
	apart     []int32  // the ports that have instants of their own
	inputs    []int32  // ports with input
	left      int32    // number of ports with input in a collision, at most 2; -1: it is to be looked at
	plan      uint32   // counts what makes planned ends void
	begins    uint32   // and planned beginnings
	crashes   uint64   // times that it has entered TRANSMIT COLLISION
	of        int32    // the station whose frame it repeats; -1: none
	rose      phy.Time // when its first input began
	seen      phy.Time // when it last saw a collision
	settled   phy.Time // when the ports with input became the present ones
	header    phy.Time // of what it repeats
	mainStart phy.Time // planned, until mainOn is set
	mainEnd   phy.Time
}

// treePort is a port in a round.
type treePort struct {
	round      uint32   // the rest is of this round
	attempt    int32    // the attempt that it receives; -1: none
	rise, fall phy.Time // of its input
	header     phy.Time // of that
	sent       phy.Time // the header of its output
	first      phy.Time // when its first output began, if it is apart
	begin, end phy.Time // of its last one
	before     phy.Time // when the first one ended, if that was its second
	own        bool     // its output begins or ends apart from that of most ports
	on         bool     // it sends, if it does so
	tied       bool     // its input began together with another
	resumed    bool     // its last output was its second
	jam        bool     // the output that is apart began as jam
	told       bool     // the beginning of jam was told
	of         int32    // the station whose frame its input is; -1: none

	// Of a port on a cable:
	collides bool  // it is in collision
	crashes  int32 // times that it was
	signals  int32 // at its tap
}

// initTree makes the tree of a network. It returns nil if there is a repeater that is not joined to the others, or
// something else at a port than a station and a repeater.
func (n *Network) initTree() *tree {
	count := len(n.repeaters)
	t := &tree{bit: n.bit, hubs: make([]treeHub, count), ports: make([]treePort, len(n.ports)), path: make([]phy.Time, count*count),
		most: make([]phy.Time, count*count), toward: make([]int32, count*count), starts: make([]phy.Time, count), spare: make([]phy.Time, 3*count)}
	for p := range n.ports {
		x := &n.ports[p]
		if !x.enabled || x.station < 0 && x.far < 0 && x.cable < 0 {
			return nil
		}
		t.cables = t.cables || x.cable >= 0
		if x.far >= 0 {
			t.links = append(t.links, int32(p))
		}
	}
	for a := range count {
		if t.measure(n, int32(a)) < count {
			return nil
		}
	}
	findGates(t, n)
	for k := range t.hubs {
		t.hubs[k].inputs = make([]int32, 0, n.repeaters[k].count)
		t.hubs[k].apart = make([]int32, 0, 8)
	}
	t.asked = make([]int32, 0, count)
	t.events = make([]treeEvent, 0, 64)
	return t
}

// measure finds the delays from a repeater to all others, and returns their number, its own included.
func (t *tree) measure(n *Network, a int32) int {
	count := int32(len(t.hubs))
	seen, list := make([]bool, count), []int32{a}
	seen[a] = true
	most := func(r *repeater) phy.Time {
		if len(n.rounds.coaxes) > 0 { // a collision on a cable may take the place of what has not begun
			return r.Delay + r.JamDelay
		}
		return max(r.Delay, r.JamDelay)
	}
	r := &n.repeaters[a]
	t.path[a*count+a], t.most[a*count+a] = r.Delay, most(r)
	for k := 0; k < len(list); k++ {
		b := list[k]
		for _, p := range n.repeaters[b].material {
			beside(n, p, func(q int32, delay phy.Time) {
				c := n.ports[q].repeater
				if seen[c] {
					return
				}
				seen[c], list = true, append(list, c)
				r := &n.repeaters[c]
				t.toward[a*count+c] = q
				t.path[a*count+c] = t.path[a*count+b] + delay + r.Delay
				t.most[a*count+c] = t.most[a*count+b] + delay + most(r)
			})
		}
	}
	return len(list)
}

// beside calls f for each port of another repeater that hears what a port sends, with the delay.
func beside(n *Network, p int32, f func(q int32, delay phy.Time)) {
	y := &n.ports[p]
	if y.far >= 0 {
		f(y.far, y.delay)
		return
	}
	for _, q := range n.rounds.coaxOn(y.cable).ports {
		if q != p {
			f(q, abs(n.ports[q].pos-y.pos))
		}
	}
}

// latestOutputs is scratch: by repeater, when its output begins at the latest.
func latestOutputs(t *tree) []phy.Time { return t.spare[:len(t.hubs)] }

// findGates finds the ports through which each cable is joined to each repeater: a repeater at the cable hears those that are joined
// to it through other ports at their own.
func findGates(t *tree, n *Network) {
	count := len(t.hubs)
	for k := range n.rounds.coaxes {
		x := &n.rounds.coaxes[k]
		x.gates = make([]int32, count)
		for b := range x.gates {
			for _, p := range x.ports {
				if c := n.ports[p].repeater; c == int32(b) || t.toward[b*count+int(c)] != p {
					x.gates[b] = p
				}
			}
		}
	}
}

// longest returns the longest of the delays between repeaters.
func (t *tree) longest() phy.Time {
	longest := phy.Time(0)
	for _, d := range t.most {
		longest = max(longest, d)
	}
	return longest
}

// from returns the delays from a repeater to all, by list.
func (t *tree) from(list []phy.Time, a int32) []phy.Time {
	return list[int(a)*len(t.hubs) : int(a+1)*len(t.hubs)]
}

// port returns a port of the present round.
func (t *tree) port(p int32) *treePort {
	x := &t.ports[p]
	if x.round != t.round {
		*x = treePort{round: t.round, rise: phy.Forever, fall: phy.Forever, first: phy.Forever, begin: phy.Forever, end: phy.Forever, attempt: none}
	}
	return x
}

// treeEvent is something that happens in a round.
type treeEvent struct {
	at   phy.Time
	what treeJob
	port int32  // a port, or a repeater
	arg  uint32 // the plan that it is of; of a station's input, its index in the attempts
}

// treeJob is the kind of an event. Those of one instant happen in this order.
type treeJob uint8

const (
	treeOutputsEnd treeJob = iota // planned before their instant
	treePortEnds
	treeFall // of an input
	coaxFall // of a signal at a port on a cable
	treeAttempt
	coaxAttempt
	treeRise
	coaxRise
	treeOutputsEndNow // planned at their instant
	treePortEndsNow
	treeMain // begins
	treePortBegins
	treeJam // begins; only observers want to know
)

// push adds an event.
func (t *tree) push(at phy.Time, what treeJob, port int32, arg uint32) {
	t.events = append(t.events, treeEvent{})
	k := len(t.events) - 1
	for k > 0 && (t.events[k-1].at < at || t.events[k-1].at == at && t.events[k-1].what < what) {
		t.events[k] = t.events[k-1]
		k--
	}
	t.events[k] = treeEvent{at, what, port, arg}
}

// ask makes a repeater decide in this instant.
func (t *tree) ask(k int32) {
	if h := &t.hubs[k]; !h.asked {
		h.asked, t.touched = true, true
		t.asked = append(t.asked, k)
	}
}
