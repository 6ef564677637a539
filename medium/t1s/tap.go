package t1s

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// tap is the line at a node, and what its PHY makes of it.
type tap struct {
	present []uint32 // by node: the element of that node that is here now, or 0
	live    int32    // number of those
	sum     int32    // of the numbers of their nodes
	busy    bool
	crowded bool // signals of two nodes or more

	crs, col, dv signal
	cmds         [2]signal // BEACON, COMMIT
	decodes      sort      // beacon or commit, if the PHY decodes that now
	decodesOf    int32     // the node that sends it
	beaconOf     int32     // the node whose BEACON was decoded last
	reset        bool      // while the node sends a frame, its receiver is held in reset
	sent         phy.Time  // the start of that frame at the MII
	number       uint32    // counts those frames
	missed       uint32    // the BEACON that the node does not decode

	chain      chain
	receptions receptions
	carrier    bool // as observers know it
}

// chain is a chain of elements that overlap (rule 9).
type chain struct {
	elements int32
	first    uint32   // the first frame, if that is another node's
	framed   bool     // there is a frame
	own      bool     // there is one of the node's own
	start    phy.Time // of the first frame
	end      phy.Time // of what has ended, without tails
	tail     phy.Time // of the last element of the chain before, until this one begins
}

// The signals of a PHY that follow the line late.
type which uint32

const (
	crs which = iota
	col
	dv
	decodedBeacon
	decodedCommit
)

// signal is one of them: it is on while at least one interval of its cause, moved and stretched by the
// latencies, contains the instant.
type signal struct {
	count   int32
	since   phy.Time // the start of the last interval, moved
	waiting []bool   // intervals whose start is still to come; false: they turned out to be empty
	first   int
	flown   bool // the last interval has begun
}

func (s *signal) on() bool { return s.count > 0 }

func (t *tap) init(nodes int) {
	t.present = make([]uint32, nodes)
	t.missed = 0
}

func (t *tap) signal(w which) *signal {
	switch w {
	case crs:
		return &t.crs
	case col:
		return &t.col
	case dv:
		return &t.dv
	case decodedBeacon:
		return &t.cmds[0]
	}
	return &t.cmds[1]
}

// rise begins an interval of a signal that the PHY shows at an instant.
func (n *Network) rise(i int32, w which, at phy.Time) {
	s := n.nodes[i].tap.signal(w)
	s.since, s.flown = at, at == n.now
	if s.flown {
		s.count++
		n.shown(i, w, true)
		return
	}
	if s.first > 0 && s.first == len(s.waiting) {
		s.waiting, s.first = s.waiting[:0], 0
	}
	s.waiting = append(s.waiting, true)
	n.later(at, flowing, i, phyOn, w)
}

// fall ends it. It reports whether there is anything of it.
func (n *Network) fall(i int32, w which, at phy.Time) bool {
	s := n.nodes[i].tap.signal(w)
	if at <= s.since && !s.flown {
		s.waiting[len(s.waiting)-1] = false
		return false
	}
	if at == n.now {
		s.count--
		n.shown(i, w, false)
		return true
	}
	n.later(at, ebbing, i, phyOff, w)
	return true
}

// later makes a PHY show a signal later. Nodes that follow each other and do that at the same instant share an
// entry of the agenda: other is the number of the rest.
func (n *Network) later(at phy.Time, p phase, i int32, j job, w which) {
	e := newEntry(at, p, i, j, uint32(w), 0)
	for k := max(0, len(n.shows)-8); k < len(n.shows); k++ {
		s := &n.shows[k]
		if s.at == at && s.arg == e.arg && s.job() == j && s.station()+int32(s.other)+1 == i {
			s.other++
			return
		}
	}
	n.shows = append(n.shows, e)
}

// turn processes the start or the end of an interval.
func (n *Network) turn(i int32, w which, on bool) {
	s := n.nodes[i].tap.signal(w)
	if on {
		real := s.waiting[s.first]
		if s.first++; s.first == len(s.waiting) {
			s.waiting, s.first = s.waiting[:0], 0
			s.flown = true
		}
		if !real {
			return
		}
		s.count++
	} else {
		s.count--
	}
	n.shown(i, w, on)
}

// shown makes the node look at its signals.
func (n *Network) shown(i int32, w which, on bool) {
	if x := &n.nodes[i]; w == decodedBeacon && on && x.tap.beaconOf != i && x.sub.On && x.sub.IDs.Has(0) && !x.tap.reset && !x.tap.dv.on() {
		x.unexpected++
	}
	if w == dv {
		if t := &n.nodes[i].tap; on {
			n.beginReception(i, &t.receptions)
		} else {
			n.endReception(i, &t.receptions)
		}
	}
	n.stir(i)
}

// edge is a change of what a node sends, at some taps.
type edge struct {
	source  int32
	group   uint32
	element uint32
}

// line processes the edges up to a phase, at all taps together. Signals that touch leave a fall of carrier
// between them, upon which PLCA acts: without latencies the next turn begins as the last one ends.
func (n *Network) line(t phy.Time, p phase) {
	n.edges = n.edges[:0]
	for n.agenda.due(t, p) {
		e := n.agenda.pop()
		if e.job() != lineEdge {
			n.do(e)
			continue
		}
		x := edge{e.station(), e.other, e.arg}
		k := slices.IndexFunc(n.edges, func(o edge) bool { return o.source == x.source && o.group == x.group })
		if k < 0 {
			n.edges = append(n.edges, x)
			continue
		}
		if old := n.edges[k].element; old > 0 { // it ended as it began
			for range n.nodes[x.source].reach[x.group].taps {
				n.leave(old)
			}
		}
		n.edges[k] = x
	}
	for p >= machines && n.alarms.next() <= t {
		n.stir(n.alarms.due())
	}
	for _, x := range n.edges {
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			n.endAt(j, x.source)
		}
	}
	for _, x := range n.edges {
		if x.element == 0 {
			continue
		}
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			n.beginAt(j, x.source, x.element)
		}
	}
	for _, x := range n.edges {
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			n.follow(j)
		}
	}
	for _, e := range n.shows {
		n.agenda.push(e)
	}
	n.shows = n.shows[:0]
}

// endAt ends what a node has sent, at a tap.
func (n *Network) endAt(j, source int32) {
	t := &n.nodes[j].tap
	k := t.present[source]
	if k == 0 {
		return
	}
	t.present[source] = 0
	if t.missed == k {
		t.missed = 0
	}
	t.live--
	t.sum -= source
	c := &t.chain
	e := &n.elements[k]
	c.end = max(c.end, n.now-e.tail)
	if k != c.first { // a frame that may be received leaves with its reception
		n.leave(k)
	}
	if t.live == 0 {
		n.endChain(j)
		*c = chain{tail: e.tail}
	}
}

// beginAt begins an element at a tap.
func (n *Network) beginAt(j, source int32, k uint32) {
	t := &n.nodes[j].tap
	e := &n.elements[k]
	t.present[source] = k
	t.live++
	t.sum += source
	c := &t.chain
	c.elements++
	if e.sort != data {
		return
	}
	switch {
	case source == j:
		if c.first > 0 && c.start == n.now { // together with the first frame
			n.dropReception(j, c.first)
			c.first = 0
		}
		c.own = true
	case !c.framed:
		c.first = k
	}
	if !c.framed {
		c.framed, c.start = true, n.now
	}
}

// follow makes the PHY of a node follow the line at its tap.
func (n *Network) follow(j int32) {
	x := &n.nodes[j]
	t := &x.tap
	if busy := t.live > 0; busy != t.busy {
		t.busy = busy
		if busy {
			n.rise(j, crs, n.now+x.latency.CRSOn)
		} else {
			n.fall(j, crs, n.now+x.latency.CRSOff)
		}
	}
	if crowded := t.live > 1; crowded != t.crowded {
		t.crowded = crowded
		if crowded {
			n.rise(j, col, n.now+x.latency.COLOn)
		} else {
			n.fall(j, col, n.now+x.latency.COLOff)
		}
	}
	n.decode(j)
	if c := &t.chain; c.first > 0 && c.start == n.now && !t.receptions.has(c.first) {
		t.receptions.add(reception{element: c.first, start: n.now})
		n.rise(j, dv, n.now+x.latency.RxOn)
	}
}

// decode makes the PHY of a node decode BEACON or COMMIT, if that is all that is on the line.
func (n *Network) decode(j int32) {
	x := &n.nodes[j]
	t := &x.tap
	what, of := silence, int32(0)
	if t.live == 1 && !t.chain.framed {
		of = t.sum
		e := &n.elements[t.present[of]]
		if what = e.sort; what == beacon && of != j && n.lossOf > 0 {
			if t.decodes != beacon && t.missed != t.present[of] && n.loses(&x.loss) {
				t.missed = t.present[of]
			}
			if t.missed == t.present[of] {
				what = silence
			}
		}
	}
	if what == t.decodes {
		return
	}
	l := &x.latency
	if t.decodes != silence {
		at := n.now + min(l.RxOff, max(0, l.RxOn-12*plca.Bit-t.chain.tail)) // no later than its symbols are through
		if t.decodes == commit && t.live > 0 && t.present[t.decodesOf] > 0 && n.elements[t.present[t.decodesOf]].sort == data {
			at = n.now + max(0, l.RxOn-4*plca.Bit) // the first SSD
		}
		n.fall(j, whichOf(t.decodes), at)
	}
	t.decodes, t.decodesOf = what, of
	if what == beacon {
		t.beaconOf = of
	}
	if what != silence {
		n.rise(j, whichOf(what), n.now+max(0, l.RxOn-8*plca.Bit)) // the second N or J
	}
}

func whichOf(s sort) which {
	if s == beacon {
		return decodedBeacon
	}
	return decodedCommit
}

// inputs returns what the machines of a node see now.
func (n *Network) inputs(i int32) plca.Inputs {
	x := &n.nodes[i]
	t := &x.tap
	if x.off {
		return plca.Inputs{MCD: true}
	}
	in := plca.Inputs{CRS: t.crs.on(), COL: t.col.on(), TXEN: x.txen, MCD: true, Clock: x.latency.MII}
	if !t.reset {
		in.RXDV = t.dv.on()
		switch {
		case t.cmds[0].on():
			in.RXCmd = plca.Beacon
		case t.cmds[1].on():
			in.RXCmd = plca.Commit
		}
	}
	if c := in.Clock; c > 0 {
		edge := n.edgeAfter(x, n.now)
		if in.MCD = edge == n.now; in.MCD {
			edge += c
		}
		in.Edge = edge
	}
	return in
}

// endChain ends the chain of elements at a tap.
func (n *Network) endChain(j int32) {
	x := &n.nodes[j]
	c := &x.tap.chain
	if c.first == 0 {
		return
	}
	r := x.tap.receptions.last()
	r.length = c.end - c.start - endCode
	r.own = c.own
	r.ended, r.until = true, n.now+x.latency.RxOff
	r.damaged = c.elements > 1 || n.elements[c.first].damaged
	if !n.fall(j, dv, n.now+x.latency.RxOff) {
		r.empty = true
		n.dropEmpty(j)
	}
}

// reception is a chain of elements that begins with a frame, as the receiver of a node takes it.
type reception struct {
	element uint32
	start   phy.Time
	length  phy.Time
	own     bool
	damaged bool
	empty   bool
	ended   bool
	until   phy.Time // if ended: the end of RX_DV
}

// receptions are those of a tap that are not over, in order.
type receptions struct {
	list  []reception
	first int
	begun int // those that have begun
}

func (r *receptions) add(x reception) {
	if r.first > 0 && r.first == len(r.list) {
		r.list, r.first, r.begun = r.list[:0], 0, 0
	}
	r.list = append(r.list, x)
}

func (r *receptions) last() *reception { return &r.list[len(r.list)-1] }

// has reports whether the last reception is that of an element.
func (r *receptions) has(k uint32) bool {
	return len(r.list) > r.first && r.last().element == k
}

// dropReception forgets the last reception of a tap, if it is that of an element which began now.
func (n *Network) dropReception(j int32, k uint32) {
	t := &n.nodes[j].tap
	r := &t.receptions
	if !r.has(k) {
		return
	}
	r.list = r.list[:len(r.list)-1]
	if t.dv.flown {
		t.dv.count--
		r.begun--
		n.watch.forget(medium.RxStart, j)
		return
	}
	t.dv.waiting[len(t.dv.waiting)-1] = false
}

// dropEmpty forgets the receptions of a tap that the PHY never shows.
func (n *Network) dropEmpty(j int32) {
	r := &n.nodes[j].tap.receptions
	for r.first < len(r.list) && r.list[r.first].empty {
		k := r.list[r.first].element
		r.first++
		r.begun = max(r.begun, r.first)
		n.leave(k)
	}
}

// beginReception shows the start of a reception.
func (n *Network) beginReception(i int32, r *receptions) {
	for r.list[r.begun].empty {
		r.begun++
	}
	e := &n.elements[r.list[r.begun].element]
	r.begun++
	if n.nodes[i].off {
		return
	}
	n.emit(medium.Event{Kind: medium.RxStart, Station: i, From: e.source, Frame: e.frame})
}

// endReception judges a reception.
func (n *Network) endReception(i int32, list *receptions) {
	r := list.list[list.first]
	list.first++
	x := &n.nodes[i]
	e := &n.elements[r.element]
	p := &x.rules.Params
	if !r.damaged {
		r.length = p.Duration(int(e.frame.Size)) // some of the preamble may be missing
	}
	judged, octets := p.Receive(r.length-p.Header, r.damaged)
	unheard := x.off || x.onAt > r.start
	whole := judged == mac.Whole && !r.own && !unheard
	if !r.own && !unheard {
		n.countReception(i, judged, e)
	}
	if n.watch.kinds.Has(medium.RxEnd) && !unheard {
		v := medium.Event{Kind: medium.RxEnd, Station: i, From: e.source, Frame: e.frame, Octets: int32(octets), OK: whole}
		if v.Why = medium.Damaged; !r.own {
			v.Why = [...]medium.Why{medium.NoReason, medium.Fragment, medium.Damaged, medium.Damaged, medium.TooLong}[judged]
		}
		n.emit(v)
	}
	if whole {
		e.got++
		e.last = n.now
		if n.hooks != nil && n.hooks[i] != nil && x.early != r.element {
			n.hooks[i](n.now, e.frame)
		}
	}
	if e.frame.Destination == i && e.sent > 0 && !e.decided {
		n.conclude(e, whole)
	}
	if x.early == r.element {
		x.early = 0
	}
	n.leave(r.element)
	n.dropEmpty(i)
}
