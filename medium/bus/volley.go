package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A volley is what goes on the cable between two silences: one transmission, or those
// that collide. Where all stations keep the same plain rules and the cable is so short
// that the first bit of each transmission has been everywhere and back before its last
// is sent ([volleys.init]), contention is a succession of volleys, each of which
// follows from the one before in one go:
//
//   - The last carrier of a volley leaves station i at F(i), and F differs between two
//     stations by no more than their distance. So those that wait start at F(i) + gap:
//     all of them, for none hears another before.
//   - A station whose backoff ends (or whose frame arrives) later starts then, unless a
//     signal has reached it before.
//   - Two that start collide. Seen along the cable, the first foreign signal to reach
//     each comes from one of its two neighbours in the volley, for of three in a row
//     the middle one would have heard the first pass, and not have started.
//   - Every tap hears a collision as one fragment, and a frame sent alone whole.
//
// This is the same as what the agenda's instants come to, one by one, and they go on
// wherever it does not apply: while somebody observes, and near the instant up to which
// a run is asked for.
type volleys struct {
	able    bool
	longest phy.Time // of any frame's transmission
	rank    []int32  // of each station, by place; nil: they stand in order of place
	open    bool     // frames can arrive at a station that has one

	now, next []shot // the volley that is over, by place, and the one being made
	late      []shot // scratch: stations that may start after the gap
	alone     bool   // the volley is one frame
	frame     medium.Frame
	queued    phy.Time // when the frame was
}

// shot is one transmission of a volley.
type shot struct {
	station    int32
	start, end phy.Time
}

// init says whether contention goes by volleys.
func (v *volleys) init(n *Network, c *Config) {
	p := n.stations[0].params
	for i := range n.stations {
		st := &n.stations[i]
		if *st.params != *p || st.table == nil {
			return
		}
		v.open = v.open || st.count > 1
	}
	octets := p.MinFrame
	for i := range n.sources {
		s := n.sources[i].spec
		if s.Kind == traffic.Own {
			return
		}
		_, most := s.Size.Range()
		for _, k := range s.Octets {
			most = max(most, int(k))
		}
		octets = max(octets, most)
		v.open = v.open || !s.ClosedLoop()
	}
	plain := *p // but for lengths
	plain.BitTime, plain.Header, plain.Jam, plain.Gap, plain.GapPart1, plain.SlotTime = 0, 0, 0, 0, 0, 0
	plain.LateWindow, plain.BackoffDelay, plain.MaxDefer, plain.AttemptLimit, plain.BackoffLimit = 0, 0, 0, 0, 0
	plain.MinFrame, plain.MaxFrame, plain.LateDiscard, plain.CutHeader = 0, 0, false, false
	if plain != (mac.Params{}) || p.Gap == 0 || c.Until.Collisions > 0 {
		return
	}
	// A first bit comes from the farthest station, having set out as the own one passed
	// there.
	_, shortest := p.JamAfter(0, 0)
	_, cut := p.JamAfter(0, 2*n.span)
	least := p.Duration(p.MinFrame)
	if 2*n.span >= shortest || p.Late(0, 2*n.span) || 2*n.span+cut >= least {
		return
	}
	v.able, v.longest = true, p.Duration(octets)
	byPlace := func(a, b int32) int { return cmp.Compare(n.stations[a].pos, n.stations[b].pos) }
	order := make([]int32, len(n.stations))
	for i := range order {
		order[i] = int32(i)
	}
	if n.star || slices.IsSortedFunc(order, byPlace) {
		return
	}
	slices.SortStableFunc(order, byPlace)
	v.rank = make([]int32, len(order))
	for k, i := range order {
		v.rank[i] = int32(k)
	}
}

// silence says whether volleys can go on from here: the last signals are over and are a
// volley.
func (n *Network) silence() bool {
	a := &n.air
	if !n.volley.able || a.active > 0 || n.watch.kinds != 0 || n.taps.dirty || n.inFlight > 0 || len(n.waiters) > 0 {
		return false
	}
	last := a.signals[a.old:]
	for k := range last {
		x, y := &last[0], &last[k]
		d := n.distance(x.frame.Source, y.frame.Source)
		if k > 0 && (y.start+d >= x.end || x.start+d >= y.end || !x.collided || !y.collided) {
			return false
		}
	}
	return true
}

// fire goes on by volleys as long as they are over, everywhere, before an instant.
func (n *Network) fire(until phy.Time) {
	n.forget(n.air.old)
	n.air.old, n.air.oldEnds = 0, noEnds
	v := &n.volley
	v.now = v.now[:0]
	for !n.enough() && n.contenders(until) {
		n.aim()
		if len(n.air.signals) > 0 { // has left the cable, by now
			n.now = n.air.ends.last + n.span + 1
			n.forget(len(n.air.signals))
		}
		if v.alone = len(v.next) == 1; v.alone {
			n.sendAlone(&v.next[0])
		} else {
			n.collide(v.next)
		}
		v.now, v.next = v.next, v.now
		v.settle(n, 1)
	}
	n.ceaseFire()
}

// enough says whether the run's conditions may be met by the next volley.
func (n *Network) enough() bool {
	u := &n.until
	return u.FramesSent > 0 && n.sums.sent+1 >= u.FramesSent || u.FramesDelivered > 0 && n.sums.delivered+1 >= u.FramesDelivered
}

// free is the end of the gap at a station's tap after the volley that is over.
func (n *Network) free(i int32) phy.Time {
	return n.air.ends.at(n, i) + n.stations[i].params.Gap
}

// contenders has n.ready be the stations whose frames can be in the next volley, and
// perhaps some that hear it begin. It is false where there are none, or the volley is not
// sure to be over before until.
func (n *Network) contenders(until phy.Time) bool {
	until -= n.volley.longest + 2*n.span
	for len(n.ready) == 0 {
		next := n.agenda.next()
		if next >= until {
			return false
		}
		n.settleUntil(next)
	}
	first := phy.Forever
	for _, i := range n.ready {
		first = min(first, max(n.stations[i].ready, n.free(i)))
	}
	if first >= until {
		return false
	}
	// Whoever is not ready before the first signal has reached it does not start.
	n.settleUntil(first + n.span)
	return true
}

// settleUntil does what is to be done up to an instant, in which stations become ready and
// frames arrive.
func (n *Network) settleUntil(t phy.Time) {
	a := &n.agenda
	for {
		for len(a.heap) > 0 && a.heap[0].at <= t {
			e := a.pop()
			n.now = e.at
			if e.job() == release {
				n.ready = append(n.ready, e.station()) // since it was ready
			} else {
				n.settle(e)
			}
		}
		if a.bound() > t {
			return
		}
		// No order matters between the ends of backoffs, so they need not be sorted.
		level, list := a.wheel.turn()
		for list != 0 {
			var e entry
			e, list = a.take(list)
			switch {
			case level > 0:
				a.push(e)
			case e.at <= t && e.job() == backoffEnd:
				n.now = e.at
				n.makeReady(e.station())
			default:
				a.pushNear(e)
			}
		}
	}
}

// aim makes the next volley of those who are ready; those who hear it before they are
// stay, and defer.
func (n *Network) aim() {
	v := &n.volley
	v.next, v.late = v.next[:0], v.late[:0]
	for _, i := range n.ready {
		ready, free := n.stations[i].ready, n.free(i)
		if ready <= free {
			v.next = append(v.next, shot{station: i, start: free})
		} else {
			v.late = append(v.late, shot{station: i, start: ready})
		}
	}
	n.ready = n.ready[:0]
	if len(v.late) > 1 {
		slices.SortFunc(v.late, func(a, b shot) int { return cmp.Compare(a.start, b.start) })
	}
	for _, s := range v.late {
		if n.hears(v.next, &s) {
			n.ready = append(n.ready, s.station)
		} else {
			v.next = append(v.next, s)
		}
	}
}

// hears says whether a signal of the volley reaches a station before it can start.
func (n *Network) hears(volley []shot, s *shot) bool {
	for k := range volley {
		if x := &volley[k]; x.start+n.distance(x.station, s.station) < s.start {
			return true
		}
	}
	return false
}

// sendAlone sends a frame that nobody collides with.
func (n *Network) sendAlone(s *shot) {
	i := s.station
	st := &n.stations[i]
	q := &n.queue.frames[st.head]
	v := &n.volley
	v.frame, v.queued = q.frame, q.at
	f := &v.frame
	st.waitedUntil(s.start)
	s.end = s.start + st.params.Duration(int(f.Size))
	n.sums.attempts++
	n.sums.spell.success += s.end - s.start
	n.quiet = max(n.quiet, s.end+n.farthest(i))
	n.air.ends = noEnds
	n.air.ends.join(s.end, st.pos, i)
	n.digest.add(i, s.start, s.end, 0)
	if v.open {
		n.settleUntil(s.end)
	}
	n.now = s.end
	n.sent(i, f)
	switch d := f.Destination; {
	case d >= 0 && d != i:
		c := &n.sums.stations[d].counters
		c.FramesReceivedOK++
		c.OctetsReceivedOK += octetsOf(f.Size)
		n.sums.deliveredFrame(*f, s.end+n.distance(i, d)-v.queued)
	case n.isGroup(d):
		n.sums.deliveredFrame(*f, s.end+n.farthest(i)-v.queued)
	default:
		n.sums.lost++
	}
	n.depart(i)
}

// collide works out a collision, and what its stations do next.
func (n *Network) collide(volley []shot) {
	p := n.stations[0].params
	if n.star {
		n.metInStar(volley, p)
	} else {
		n.volley.byPlace(volley)
		n.metOnCable(volley, p)
	}
	if n.volley.open {
		slices.SortFunc(volley, func(a, b shot) int { return cmp.Compare(a.end, b.end) })
	}
	n.sums.attempts += uint64(len(volley))
	begin, end := volley[0].start, volley[0].end
	ends := noEnds
	for k := range volley {
		s := &volley[k]
		begin, end = min(begin, s.start), max(end, s.end)
		st := &n.stations[s.station]
		ends.join(s.end, st.pos, s.station)
		n.quiet = max(n.quiet, s.end+n.farthest(s.station))
		st.waitedUntil(s.start)
		if n.volley.open {
			n.settleUntil(s.end)
		}
		n.now = s.end
		n.collided(s.station, n.queue.frames[st.head].frame, s.start, false)
	}
	n.air.ends = ends
	n.sums.spell.collision += end - begin
}

// byPlace sorts a volley along the cable.
func (v *volleys) byPlace(volley []shot) {
	slices.SortFunc(volley, func(a, b shot) int { return cmp.Compare(v.place(a.station), v.place(b.station)) })
}

func (v *volleys) place(i int32) int32 {
	if v.rank == nil {
		return i
	}
	return v.rank[i]
}

// metOnCable works out when the transmissions of a volley end, each cut by the first
// signal to reach its sender: that of a neighbour, or of both at once.
func (n *Network) metOnCable(volley []shot, p *mac.Params) {
	n.sums.collisions++
	onward := false // the one before met this one first
	for k := range volley {
		s := &volley[k]
		left, right := phy.Forever, phy.Forever
		if k > 0 {
			left = volley[k-1].start + n.distance(volley[k-1].station, s.station)
		}
		if k+1 < len(volley) {
			right = volley[k+1].start + n.distance(volley[k+1].station, s.station)
		}
		if k > 0 && !onward && left > right {
			n.sums.collisions++ // these two have not met: it is another group's
		}
		onward = right <= left
		_, s.end = p.JamAfter(s.start, min(left, right))
	}
}

// metInStar is metOnCable where all stations are as far apart: all meet the first, and
// that one the next.
func (n *Network) metInStar(volley []shot, p *mac.Params) {
	first, second := phy.Forever, phy.Forever
	for k := range volley {
		if s := volley[k].start; s < first {
			first, second = s, first
		} else {
			second = min(second, s)
		}
	}
	for k := range volley {
		s := &volley[k]
		met := first
		if s.start == first {
			met = second
		}
		_, s.end = p.JamAfter(s.start, met+n.delay)
	}
	n.sums.collisions++
}

// settle counts, or takes back, what a volley was to those who listened.
func (v *volleys) settle(n *Network, sign uint64) {
	if v.alone {
		n.sums.heardByOthers(&v.frame, n.isMulticast(v.frame.Destination), sign)
		return
	}
	n.sums.fragments += sign
	for k := range v.now {
		n.sums.stations[v.now[k].station].own.fragments += sign
	}
}

// ceaseFire puts the last volley on the cable, and those who wait into the agenda, so
// that its instants can go on.
func (n *Network) ceaseFire() {
	for _, i := range n.ready {
		st := &n.stations[i]
		if free := n.free(i); st.ready <= free {
			n.release(i, free)
		} else {
			st.state = backing
			n.agenda.push(newEntry(st.ready, settling, i, backoffEnd, 0, 0))
		}
	}
	n.ready = n.ready[:0]
	v := &n.volley
	if len(v.now) == 0 {
		return
	}
	v.settle(n, ^uint64(0))
	slices.SortFunc(v.now, func(a, b shot) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.station, b.station))
	})
	for k := range v.now {
		s := &v.now[k]
		number := n.air.first + uint32(len(n.air.signals))
		x := signal{
			start: s.start, end: s.end, detect: phy.Forever, pos: n.stations[s.station].pos, frame: medium.Frame{Source: s.station},
			group: number, ended: true, collided: !v.alone, counted: countedNow,
		}
		if v.alone {
			x.frame, x.queued, x.counted = v.frame, v.queued, uncounted
		}
		n.air.push(x)
	}
}
