package turns

import (
	"errors"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// Of returns what the formulas say of a scenario's bus. Frames are the longest of each node's
// traffic, or all of a size that is not 0; the node of a host sends frames of any length.
func Of(s *scenario.Scenario, size int) (*Report, error) {
	c := s.T1S()
	if c == nil {
		return nil, errors.New("has no PLCA: write phy: 10base-t1s, and plca at its stations")
	}
	x := &calculation{config: c, size: size, length: s.Length, hosts: map[int]bool{}}
	for _, h := range s.Attached {
		x.hosts[h.Station] = true
	}
	if err := x.read(); err != nil {
		return nil, err
	}
	r := x.report()
	return r, x.measure(r)
}

var errNoCoordinator = errors.New("has no coordinator, so that there are no cycles: give a station plca: {node_id: 0}")

// calculation is a bus with the numbers of its nodes among the stations.
type calculation struct {
	config    *t1s.Config
	size      int // of all frames; 0: by traffic
	length    phy.Time
	hosts     map[int]bool
	bus       bus
	of        []int // by node: the station
	notes     []string
	boundless bool // there are no bounds: a node sends as the coordinator sends its BEACON, or misses BEACONs

	slowest  t1s.Latency // the longest of each latency
	quickest t1s.Latency // the shortest
}

// read makes the bus of the stations with PLCA.
func (x *calculation) read() error {
	if p := &x.config.Params; x.size != 0 && (x.size < p.MinFrame || x.size > p.MaxFrame) {
		return fmt.Errorf("--size %d: this line takes frames of %d to %d octets", x.size, p.MinFrame, p.MaxFrame)
	}
	count, head := 0, -1
	for i := range x.config.Stations {
		s := &x.config.Stations[i]
		switch {
		case s.PLCA == nil:
			x.note("%s is a plain CSMA/CD station: it sends where it hears silence, and no formula counts it in", s.Name)
			continue
		case s.PLCA.Dynamic:
			x.note("%s finds its ID by itself: no formula counts it in", s.Name)
			continue
		}
		n := x.node(i)
		if slices.Contains(s.PLCA.NodeIDs, 0) && head < 0 {
			head, count = i, s.PLCA.NodeCount
			x.bus.to = s.PLCA.ToTimer
		}
		x.latencies(*x.latencyOf(i), len(x.of) == 0)
		x.of = append(x.of, i)
		x.bus.nodes = append(x.bus.nodes, n)
	}
	if head < 0 {
		return errNoCoordinator
	}
	x.bus.owner = slices.Repeat([]int{-1}, count)
	for k, i := range x.of {
		s := &x.config.Stations[i]
		for _, id := range s.PLCA.NodeIDs {
			switch {
			case id == count && x.bus.nodes[k].talks:
				x.boundless = true
				x.note("the ID of %s, %d, is the node count: its turn begins as the coordinator's BEACON does, and both meet on the line. There is no longest wait then, and the formulas are of a bus without this fault", s.Name, id)
			case id >= count:
			case x.bus.owner[id] >= 0:
				x.note("%s has an ID of another node, %d: the formulas are of a bus without this fault", s.Name, id)
			default:
				x.bus.owner[id] = k
			}
		}
		if s.PLCA.ToTimer != x.bus.to {
			x.note("the to_timer of %s is not that of the coordinator: the formulas are of a bus without this fault", s.Name)
		}
	}
	if !slices.ContainsFunc(x.bus.nodes, func(n node) bool { return n.talks }) {
		x.assume(x.config.Params.MaxFrame)
		x.note("no node has traffic: the formulas are of frames of %d octets at all nodes; --size sets another size", x.config.Params.MaxFrame)
	}
	if x.missed(head) || x.early() || x.short() {
		x.boundless = true
	}
	l := &x.slowest
	x.bus.fixed = l.Tx + l.CRSOff + l.Tail
	x.clock(l.MII / 2)
	return nil
}

// clock sets how long a transmission waits for an edge of the MII clock.
func (x *calculation) clock(wait phy.Time) {
	x.bus.start = x.slowest.Tx + wait
	x.bus.over = x.bus.fixed + wait + x.apart()
}

// apart returns the mean delay between the nodes of successive turns.
func (x *calculation) apart() (sum phy.Time) {
	var places []phy.Time
	for id, k := range x.bus.owner {
		if id == 0 || k >= 0 && x.bus.nodes[k].talks { // node 0 sends beacons
			places = append(places, x.config.Stations[x.of[k]].At)
		}
	}
	for i, p := range places {
		sum += max(p-places[(i+1)%len(places)], places[(i+1)%len(places)]-p)
	}
	return sum / phy.Time(len(places)+1)
}

// within sets what may shift within a race on this bus.
func (x *calculation) within() {
	l, q := &x.slowest, &x.quickest
	low, high := x.config.Stations[x.of[0]].At, phy.Time(0)
	for _, i := range x.of {
		low, high = min(low, x.config.Stations[i].At), max(high, x.config.Stations[i].At)
	}
	spread := l.Tx - q.Tx + l.CRSOff - q.CRSOff + l.Tail - q.Tail
	if spread > 0 && (q.Tx < t1s.Min.Tx || q.CRSOff < t1s.Min.CRSOff || l.Tx > t1s.Max.Tx || l.CRSOff > t1s.Max.CRSOff) {
		x.note("the latencies of the PHYs differ, and some are not within the limits of clause 147: a wait may be longer than the longest one here")
	}
	x.bus.within(l.MII, spread, high-low, max(0, l.RxOff-q.CRSOff), l.Tx+l.RxOn, l.RxOff)
}

func (x *calculation) note(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}

// node returns the node of a station.
func (x *calculation) node(i int) node {
	s := &x.config.Stations[i]
	n := node{burst: s.PLCA.BurstCount}
	if s.PLCA.BurstCount > 0 && s.PLCA.BurstTimer <= bits(gap) {
		n.burst, n.vain = 0, s.PLCA.BurstTimer // the MAC is not ready in time
	}
	longest := 0
	if x.hosts[i] {
		longest = x.maxFrame(s)
	}
	for k := range s.Traffic {
		t := &s.Traffic[k]
		if t.Kind == traffic.KindNone {
			continue
		}
		_, greatest := t.Size.Range()
		for _, octets := range t.Octets {
			greatest = max(greatest, int(octets))
		}
		longest = max(longest, greatest)
	}
	if x.size > 0 {
		longest = x.size
	}
	n.talks, n.frame = longest > 0, bits(8*longest)
	return n
}

func (x *calculation) maxFrame(s *t1s.Station) int {
	if s.Params != nil {
		return s.Params.MaxFrame
	}
	return x.config.Params.MaxFrame
}

// assume makes all nodes send frames of a size.
func (x *calculation) assume(octets int) {
	for k := range x.bus.nodes {
		n := &x.bus.nodes[k]
		n.talks, n.frame = true, bits(8*octets)
	}
}

// latencies takes in those of a PHY.
func (x *calculation) latencies(l t1s.Latency, first bool) {
	if first {
		x.slowest, x.quickest = l, l
		return
	}
	m := &x.slowest
	m.Tx, m.CRSOn, m.CRSOff = max(m.Tx, l.Tx), max(m.CRSOn, l.CRSOn), max(m.CRSOff, l.CRSOff)
	m.MII, m.Tail = max(m.MII, l.MII), max(m.Tail, l.Tail)
	m.RxOn, m.RxOff = max(m.RxOn, l.RxOn), max(m.RxOff, l.RxOff)
	m = &x.quickest
	m.Tx, m.CRSOff, m.Tail = min(m.Tx, l.Tx), min(m.CRSOff, l.CRSOff), min(m.Tail, l.Tail)
}

// report applies the formulas.
func (x *calculation) report() *Report {
	r := &Report{ToTimer: inBits(x.bus.to), Notes: x.notes, Nodes: []Node{}, length: x.length, boundless: x.boundless, count: len(x.bus.owner)}
	r.Empty = micros(x.bus.empty(x.slowest.MII))
	r.Needed, r.limits = x.needed()
	r.Here = inBits(x.here())
	r.ideal = x.slowest == t1s.Ideal
	_, share := x.bus.saturated()
	// A frame that waits longest meets the longest waits for clocks too, and so does the longest cycle.
	x.clock(x.slowest.MII)
	x.within()
	r.Notes = x.notes
	r.Full, r.holds = micros(x.bus.full()), x.bus.holds()
	for k, i := range x.of {
		s, n := &x.config.Stations[i], &x.bus.nodes[k]
		v := Node{Name: s.Name, ID: identity(s.PLCA), Frames: n.burst + 1, Throughput: share[k], Octets: int(n.frame / (8 * bit))}
		if slices.Contains(x.bus.owner, k) && !x.boundless {
			wait, arrival := x.bus.bound(k)
			us := micros(wait)
			v.Bound, v.arrival, v.turn = &us, arrival, x.bus.rhythmOf(k).turns[0]
		}
		r.Nodes = append(r.Nodes, v)
	}
	return r
}

// identity returns the ID of a node as a scenario says it.
func identity(p *plca.Params) any {
	if len(p.NodeIDs) == 1 {
		return p.NodeIDs[0]
	}
	return p.NodeIDs
}

// needed returns the shortest to_timer with which no node misses the beginning of another's turn, in
// bits. The turn begins at each node when it sees carrier fall, which PHYs do with a spread of 480 ns; the node
// whose turn it is sees it last, and is the farthest away. Its PHY samples TX_EN on an MII clock, up to two
// periods later. PHYs are those of the file; if they are ideal, the slowest that clause 147 allows.
func (x *calculation) needed() (need float64, limits bool) {
	l := x.slowest
	if limits = l == t1s.Ideal; limits {
		l = t1s.Max
	}
	return inBits(l.Tx + l.CRSOn + t1s.Max.CRSOff - t1s.Min.CRSOff + 2*x.length + 2*l.MII), limits
}

// short notes a to_timer that ends before a node can see that another's turn is used, and reports whether it is.
func (x *calculation) short() bool {
	if x.bus.to >= x.here() {
		return false
	}
	x.note("to_timer is %s bit times, and the cable with these PHYs needs %s: a node may begin its turn before it sees that another's is used, and their signals meet. There is no longest wait then, and the formulas are of a bus without this fault",
		number(inBits(x.bus.to)), number(rounded(inBits(x.here()))))
	return true
}

// here is the same for the PHYs of the file, which have no other spread than what it says.
func (x *calculation) here() phy.Time {
	l := &x.slowest
	return l.Tx + l.CRSOn + l.CRSOff - x.quickest.CRSOff + 2*x.length + l.MII
}
