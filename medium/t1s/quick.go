package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// On the ordinary bus, all nodes have PLCA with one ID each and ideal PHYs at one place, and are in step. Then
// one count of turns stands for those of all nodes, and the machines of a node matter only while it has a
// frame. quick is such a bus. Silent turns are arithmetic. Its results are those of the machines, octet by
// octet; whatever else happens is left to them.
type quick struct {
	able    bool // the configuration allows it
	on      bool
	count   int      // of turns in a cycle
	to      phy.Time // of a turn in which nobody sends
	cycle   phy.Time // in which nobody sends
	head    int32    // the coordinator
	longest phy.Time // more than the longest turn
	owner   []int32  // by ID; -1: none

	kind  quickKind
	turn  int      // the turn now counted
	since phy.Time // when this kind began
	next  phy.Time // when the next begins by itself
	from  int32    // who sends
	bc    int      // additional frames of this turn
	rise  phy.Time // of carrier for other MACs: the start of the frame on the line
	fell  phy.Time // of TX_EN
	limit phy.Time // of the wait for another frame of a burst

	element element // the frame on the line

	turns   uint64 // begun since the bus is quick
	beacons uint64

	last, before heardData // the last frame on the line, and the one before it
	wanting      int       // nodes that wait for their turn
	holds        []int32   // nodes in HOLD
	alert        []int32   // nodes whose MACs wait for the end of carrier or for their gap
}

// heardData is when a frame was on the line.
type heardData struct {
	from       int32
	rise, fall phy.Time
}

// quickKind is what is on the line of a quick bus.
type quickKind uint8

const (
	quickSilent quickKind = iota
	quickBeacon
	quickCommit
	quickData
	quickEnd // ESD and ESDOK
)

// quickNode is what a node of a quick bus waits for.
type quickNode struct {
	state plca.DataState // Idle, Hold, or Pending: it collided logically, and is pending from an instant on
	at    phy.Time       // Hold: since; Pending: from
	until phy.Time       // the end of the last backoff
	used  uint64         // turns since the bus is quick
	alert bool
}

// quickKinds are the kinds of events that a quick bus can show.
var quickKinds = medium.Of(medium.Queued, medium.TxStart, medium.TxEnd, medium.Sent, medium.Dropped, medium.Backoff, medium.Collision)

// initQuick finds out whether the bus is an ordinary one.
func (n *Network) initQuick() {
	q := &n.quick
	*q = quick{owner: q.owner[:0], holds: q.holds[:0], alert: q.alert[:0]}
	for range plca.NoID {
		q.owner = append(q.owner, -1)
	}
	if n.stepped || n.part != nil || n.until.Idle || n.lossOf > 0 {
		return
	}
	for i := range n.nodes {
		x := &n.nodes[i]
		p := &x.rules.Params
		id := x.sub.IDs.Next(0)
		if x.latency != Ideal || x.pos != n.nodes[0].pos || !x.sub.On || x.params.Dynamic || x.params.Silence > 0 ||
			len(x.params.NodeIDs) != 1 || id == plca.NoID || q.owner[id] >= 0 || x.params.ToTimer != n.nodes[0].params.ToTimer ||
			p.NoCarrierSense || p.NoCollision || p.NoBlindStart || p.Gap < 2*endCode || p.Gap >= p.Duration(p.MinFrame) || p.BackoffDelay > 0 {
			return
		}
		q.owner[id] = int32(i)
		q.longest = max(q.longest, phy.Time(x.params.BurstCount+1)*(p.Duration(p.MaxFrame)+x.params.BurstTimer+plca.CommitTimer+p.Gap))
		if id == 0 {
			q.head, q.count = int32(i), x.params.NodeCount
		}
	}
	if q.owner[0] < 0 || len(n.nodes) > q.count {
		return
	}
	for id := q.count; id < plca.NoID; id++ {
		if q.owner[id] >= 0 {
			return
		}
	}
	q.to = n.nodes[0].params.ToTimer
	q.cycle = plca.BeaconTimer + phy.Time(q.count)*q.to
	q.able = true
}

// enterQuick makes the bus quick, if all nodes are in step at the start of a beacon.
func (n *Network) enterQuick() {
	q := &n.quick
	if n.watch.kinds&^quickKinds != 0 || n.hooks != nil || len(n.placer) > 0 || n.under != 1 || n.nodes[q.head].out.sort != beacon || n.changing() {
		return
	}
	for i := range n.nodes {
		if _, _, ok := n.nodes[i].sub.Waiting(true); !ok {
			return
		}
	}
	q.on, q.kind, q.since, q.next, q.turn = true, quickBeacon, n.now, n.now+plca.BeaconTimer, q.count
	q.turns, q.beacons, q.wanting = 0, 0, 0
	q.holds, q.alert = q.holds[:0], q.alert[:0]
	q.last, q.before = heardData{from: -1}, heardData{from: -1}
	for i := range n.nodes {
		x := &n.nodes[i]
		s, at, _ := x.sub.Waiting(true)
		n.wakeAt(int32(i), phy.Forever)
		w := quickNode{state: s, at: at, until: x.quick.until}
		switch s {
		case plca.Collide:
			w.state, w.at = plca.Pending, x.tx.end+plca.PendingTimer
		case plca.DelayPending:
			w.state = plca.Pending
		case plca.Hold:
			q.holds = append(q.holds, int32(i))
		}
		if x.quick = w; w.state != plca.Idle {
			q.wanting++
		}
		if x.state == waiting && s == plca.Idle {
			n.heed(int32(i))
		}
		t := &x.tap // the beacon leaves the taps
		t.present[q.head], t.live, t.sum, t.busy, t.decodes = 0, 0, 0, false, silence
		t.crs.count, t.cmds[0].count = 0, 0
		t.chain = chain{}
	}
	q.next = n.fills(q.next)
	n.under--
	h := &n.nodes[q.head]
	n.free = append(n.free, h.out.element)
	h.out = out{turn: h.out.turn + 1}
	h.cmd = plca.None
}

// changing reports whether a change is so near that the machines have to see it come.
func (n *Network) changing() bool {
	if n.pendingChange == 0 {
		return false
	}
	return n.nextChange() < n.now+n.quick.longest+2*n.quick.cycle
}

// heed makes a MAC that waits see the carrier of others.
func (n *Network) heed(i int32) {
	if x := &n.nodes[i]; !x.quick.alert {
		x.quick.alert = true
		n.quick.alert = append(n.quick.alert, i)
	}
}

// hear makes a MAC that did not look know the carrier that it was told.
func (n *Network) hear(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	if x.quick.state != plca.Idle || q.from == i && (q.kind == quickCommit || q.kind == quickData) {
		return
	}
	st := &x.station
	for _, d := range [...]*heardData{&q.before, &q.last} {
		switch {
		case d.from < 0 || d.from == i:
		case d.fall >= phy.Forever:
			if !st.busy {
				st.busy, st.own, st.rise = true, false, d.rise
			}
		case d.fall > st.past.Fall():
			st.busy = false
			st.past.Sense(&st.rules.Params, d.rise, d.fall)
		}
	}
}

// quickBegin starts an attempt of a node: it is the node's turn, or it waits for that, or others send.
func (n *Network) quickBegin(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	st := &x.station
	x.quick.alert = false
	if !st.busy {
		st.busy, st.rise = true, n.now
	}
	st.own, st.tx.seen = true, true
	switch late := q.from == i && q.kind == quickEnd; {
	case q.from == i && q.kind == quickCommit && n.now < q.limit:
		n.quickSend(i, 0)
	case q.from == i && q.kind == quickCommit:
		late = true // the turn is given up at this very instant
		fallthrough
	case late: // HOLD begins when the carrier of the node's own COMMIT has fallen
		x.quick.state, x.quick.at = plca.Hold, q.next
		if q.kind == quickCommit {
			x.quick.at += endCode
		}
		q.wanting++
		q.holds = append(q.holds, i)
	case q.kind == quickSilent || q.kind == quickBeacon:
		x.quick.state, x.quick.at = plca.Hold, n.now
		q.wanting++
		q.holds = append(q.holds, i)
		n.planTurn()
	default:
		n.quickCollide(i)
	}
}

// quickCollide makes a MAC that sends collide with what others send: it will be pending.
func (n *Network) quickCollide(i int32) {
	x := &n.nodes[i]
	x.sub.Counts.LogicalCollisions++
	n.collide(i)
	if x.quick.state == plca.Idle {
		n.quick.wanting++
	}
	x.quick.state, x.quick.at = plca.Pending, x.tx.end+plca.PendingTimer
}

// planTurn finds the next turn that is used, in silence.
func (n *Network) planTurn() {
	q := &n.quick
	if q.kind != quickSilent {
		return
	}
	if q.next = phy.Forever; q.wanting == 0 {
		return
	}
	at := q.since
	for id, k := q.turn, 0; k < q.count; k++ {
		if o := q.owner[id]; o >= 0 && n.nodes[o].quick.state != plca.Idle {
			ready := max(n.nodes[o].quick.at, n.now)
			if ready <= at {
				q.next = min(q.next, at)
				break
			}
			q.next = min(q.next, at+(ready-at+q.cycle-1)/q.cycle*q.cycle)
		}
		at += q.to
		if id++; id == q.count {
			id = 0
			at += plca.BeaconTimer
		}
	}
	q.next = n.fills(q.next)
}

// fills returns the instant at which a delay line is full, if that is before another.
func (n *Network) fills(t phy.Time) phy.Time {
	for _, i := range n.quick.holds {
		t = min(t, n.nodes[i].quick.at+plca.DelayLine)
	}
	return t
}

// full makes the frames collide whose delay lines are full now. It reports whether there were any.
func (n *Network) full() (any bool) {
	q := &n.quick
	list := q.holds[:0]
	for _, i := range q.holds {
		if n.nodes[i].quick.at+plca.DelayLine > n.now {
			list = append(list, i)
			continue
		}
		any = true
		n.quickCollide(i)
	}
	q.holds = list
	return any
}

// pass counts the silent turns, and the beacons, that begin before an instant, or also at it. The turn
// counted, and since when, follow.
func (n *Network) pass(t phy.Time, also bool) {
	q := &n.quick
	s := &n.share
	if q.kind != quickSilent {
		s.upTo(t)
		return
	}
	last := t // the last instant that counts
	if !also {
		last--
	}
	begins := q.since + phy.Time(q.count-q.turn)*q.to // the next beacon
	if last < begins {
		k := max(0, last-q.since) / q.to
		q.turns += uint64(k)
		q.turn += int(k)
		q.since += k * q.to
		s.upTo(t)
		return
	}
	full := (last - begins) / q.cycle
	q.turns += uint64(q.count-q.turn-1) + uint64(full)*uint64(q.count)
	q.beacons += uint64(full) + 1
	s.upTo(begins)
	s.beat(begins, q.head)
	if full > 0 {
		s.cycle(q.cycle, uint64(full))
		s.began = begins + full*q.cycle
	}
	s.beacon += full * plca.BeaconTimer
	s.silent += full * phy.Time(q.count) * q.to
	start := begins + full*q.cycle // of the last beacon
	s.last = start
	q.turn = q.count
	if rest := last - start; rest < plca.BeaconTimer {
		q.kind, q.since = quickBeacon, start
		q.next = n.fills(start + plca.BeaconTimer)
		s.change(start, silence, beacon)
		s.upTo(t)
		return
	}
	s.beacon += plca.BeaconTimer
	s.last += plca.BeaconTimer
	k := (last - start - plca.BeaconTimer) / q.to
	q.turns += uint64(k) + 1
	q.turn, q.since = int(k), start+plca.BeaconTimer+k*q.to
	s.upTo(t)
}

// quickTurn processes what begins on the line by itself. It reports whether the bus is still quick.
func (n *Network) quickTurn() bool {
	q := &n.quick
	switch q.kind {
	case quickBeacon:
		if n.full() {
			q.next = n.fills(q.since + plca.BeaconTimer)
			break
		}
		n.share.change(n.now, beacon, silence)
		q.beginTurn(n, 0)
	case quickSilent:
		if !n.full() {
			return n.quickUse()
		}
		n.planTurn()
	case quickCommit: // nobody follows
		q.kind, q.since, q.next = quickEnd, n.now, n.now+endCode
	case quickData:
		n.quickFall()
	case quickEnd:
		n.quickRest()
	}
	return true
}

// beginTurn begins a turn, or a beacon after the last.
func (q *quick) beginTurn(n *Network, turn int) {
	q.from = -1
	if turn == q.count {
		q.kind, q.since, q.turn = quickBeacon, n.now, turn
		q.next = n.fills(n.now + plca.BeaconTimer)
		q.beacons++
		n.share.beat(n.now, q.head)
		n.share.change(n.now, silence, beacon)
		return
	}
	q.kind, q.since, q.turn = quickSilent, n.now, turn
	q.turns++
	n.planTurn()
}

// quickUse begins the turn of a node that is pending. It reports whether the bus is still quick.
func (n *Network) quickUse() bool {
	q := &n.quick
	began, turn := q.since, q.turn // as they will be
	if cycleAt := q.since + phy.Time(q.count-q.turn)*q.to; n.now < cycleAt {
		turn += int((n.now - q.since) / q.to)
		began += (n.now - q.since) / q.to * q.to
	} else {
		into := (n.now - cycleAt) % q.cycle
		if into < plca.BeaconTimer {
			turn = q.count
		} else {
			turn = int((into - plca.BeaconTimer) / q.to)
			began = n.now - (into-plca.BeaconTimer)%q.to
		}
	}
	k := int32(-1)
	if turn < q.count && began == n.now {
		k = q.owner[turn]
	}
	if k >= 0 && (n.nodes[k].quick.state == plca.Idle || n.nodes[k].quick.at > n.now) {
		k = -1
	}
	if k < 0 {
		n.leaveQuick(n.now)
		return false
	}
	x := &n.nodes[k]
	st := &x.station
	if x.quick.state == plca.Pending {
		start := n.now + st.rules.Gap
		if st.state == backing {
			start = max(start, x.quick.until)
		}
		if st.state != waiting && st.state != backing || start > n.now+plca.CommitTimer {
			n.leaveQuick(n.now)
			return false
		}
	}
	n.pass(n.now, true)
	x.quick.used++
	q.from, q.bc = k, 0
	hold := x.quick.state == plca.Hold
	x.quick.state = plca.Idle
	q.wanting--
	for _, i := range q.holds {
		if i != k {
			n.quickCollide(i)
		}
	}
	q.holds = q.holds[:0]
	if hold {
		q.kind = quickSilent
		n.quickSend(k, n.now-x.quick.at)
		return true
	}
	n.share.change(n.now, silence, commit)
	q.kind, q.since, q.next, q.limit = quickCommit, n.now, phy.Forever, phy.Forever
	st.busy = false
	st.past.Transmitted(n.now)
	if st.state == waiting {
		n.planStart(k)
	}
	return true
}

// quickSend begins a frame on the line.
func (n *Network) quickSend(k int32, held phy.Time) {
	q := &n.quick
	x := &n.nodes[k]
	if q.bc == 0 {
		x.sub.Counts.Used++
	}
	was := silence
	if q.kind == quickCommit {
		was = commit
	}
	n.share.change(n.now, was, data)
	n.sums.shares.Begin(n.now)
	n.frames++
	f := x.queue.head()
	q.element = element{sort: data, source: k, start: n.now, frame: f.frame, queued: f.at}
	q.kind, q.since, q.rise = quickData, n.now, n.now
	q.fell = x.tx.end + held
	q.next = q.fell
	q.before, q.last = q.last, heardData{k, n.now, phy.Forever}
	list := q.alert[:0]
	for _, i := range q.alert {
		y := &n.nodes[i]
		if !y.quick.alert {
			continue
		}
		list = append(list, i)
		if st := &y.station; !st.busy {
			st.busy, st.own, st.rise = true, false, n.now
			n.planStart(i)
		}
	}
	q.alert = list
}

// quickFall ends TX_EN.
func (n *Network) quickFall() {
	q := &n.quick
	x := &n.nodes[q.from]
	st := &x.station
	n.frames--
	n.sums.shares.End(q.rise, n.now, false, true)
	q.limit = 0
	if q.bc < x.params.BurstCount {
		q.bc++
		q.limit = n.now + x.params.BurstTimer
	}
	q.kind, q.since, q.next = quickEnd, n.now, n.now+endCode
	st.busy = false
	st.past.Transmitted(n.now)
	if st.state == waiting {
		n.planStart(q.from)
	}
}

// quickRest ends what a node has sent, or goes on with COMMIT.
func (n *Network) quickRest() {
	q := &n.quick
	if q.last.fall < phy.Forever { // it was COMMIT
		n.share.change(n.now, commit, silence)
		q.beginTurn(n, q.turn+1)
		return
	}
	q.last.fall = n.now
	n.quickDeliver()
	for _, i := range q.alert {
		x := &n.nodes[i]
		if st := &x.station; x.quick.alert && st.busy && !st.own && i != q.from {
			st.busy = false
			st.past.Sense(&st.rules.Params, st.rise, n.now)
			n.planStart(i)
		}
	}
	if q.limit > n.now {
		n.share.change(n.now, data, commit)
		q.kind, q.since, q.next = quickCommit, n.now, q.limit
		return
	}
	n.share.change(n.now, data, silence)
	q.beginTurn(n, q.turn+1)
}

// quickDeliver hands the frame on the line to those that receive it.
func (n *Network) quickDeliver() {
	e := &n.quick.element
	d := e.frame.Destination
	e.last = n.now
	for i := range n.nodes {
		if d >= 0 && n.hooks == nil { // one node alone counts it
			i = int(d)
		}
		if int32(i) == e.source {
			if d >= 0 && n.hooks == nil {
				break
			}
			continue
		}
		judged, _ := n.nodes[i].rules.Receive(phy.Time(8*e.frame.Size)*plca.Bit, false)
		n.countReception(int32(i), judged, e)
		if judged == 0 {
			e.got++
			if n.hooks != nil && n.hooks[i] != nil {
				n.hooks[i](n.now, e.frame)
			}
		}
		if d == int32(i) {
			n.conclude(e, judged == 0)
		}
		if d >= 0 && n.hooks == nil {
			break
		}
	}
	switch {
	case e.decided:
	case n.isGroup(d):
		n.conclude(e, e.got >= int32(len(n.nodes))-1)
	case n.isNobody(d):
		n.conclude(e, e.got > 0)
	default:
		n.conclude(e, false)
	}
}

// countsOf returns what has happened at a node, turns that were not looked at included.
func (n *Network) countsOf(i int) plca.Counts {
	x := &n.nodes[i]
	c := x.sub.Counts
	if q := &n.quick; q.on {
		c.Yielded += n.begun(x) - x.quick.used
		c.Beacons += q.beacons
	}
	return c
}

// begun returns how often the turn of a node has begun since the bus is quick.
func (n *Network) begun(x *node) uint64 {
	q := &n.quick
	begun := q.turns / uint64(q.count)
	if uint64(x.sub.IDs.Next(0)) < q.turns%uint64(q.count) {
		begun++
	}
	return begun
}

// leaveQuick leaves the bus to the machines, at an instant before which everything has happened, in
// silence or in a beacon. What begins at the very instant is theirs.
func (n *Network) leaveQuick(t phy.Time) {
	q := &n.quick
	if q.kind != quickSilent || q.since < t {
		n.pass(t, false)
	} else { // the turn begins now: the machines look at it
		q.turns--
	}
	looked := q.kind == quickSilent && q.since < t
	for i := range n.nodes {
		x := &n.nodes[i]
		n.hear(int32(i))
		x.sub.Counts = n.countsOf(i)
	}
	q.on = false
	for i := range n.nodes {
		x := &n.nodes[i]
		if q.kind == quickBeacon {
			x.sub.PlaceBeacon(q.since, &x.params)
		} else {
			x.sub.PlaceTurn(q.turn, q.since, looked, &x.params)
		}
		s := x.quick.state
		if s == plca.Pending && x.quick.at >= t {
			if s = plca.DelayPending; x.state == sending {
				s = plca.Collide
			}
		}
		x.sub.PlaceData(s, x.quick.at)
		x.txen = x.state == sending
		x.quick.alert = false
		x.carrier, x.tap.carrier = x.sub.Carrier, x.sub.Carrier
	}
	if q.kind == quickBeacon {
		n.placeBeacon()
	}
	for i := range n.nodes {
		in := n.inputs(int32(i))
		n.wakeAt(int32(i), n.nodes[i].sub.Wake(t-1, &n.nodes[i].params, &in))
		if q.since == t {
			n.stir(int32(i))
		}
	}
}

// placeBeacon puts the beacon of a quick bus on the line.
func (n *Network) placeBeacon() {
	q := &n.quick
	h := &n.nodes[q.head]
	k := n.launch(element{sort: beacon, source: q.head, start: q.since})
	h.out = out{sort: beacon, element: k, turn: h.out.turn + 1}
	h.cmd = plca.Beacon
	for i := range n.nodes {
		t := &n.nodes[i].tap
		t.present[q.head], t.live, t.sum, t.busy = k, 1, q.head, true
		t.decodes, t.decodesOf = beacon, q.head
		t.chain = chain{elements: 1}
		for _, s := range [...]*signal{&t.crs, &t.cmds[0]} {
			s.count, s.since, s.flown = 1, q.since, true
		}
	}
}

// runQuick is advance for a quick bus.
func (n *Network) runQuick(until phy.Time) {
	q := &n.quick
	for q.on && n.err == nil && !n.done {
		if n.interrupted.Load() {
			n.err = medium.ErrInterrupted
			return
		}
		t := min(n.agenda.next(), q.next)
		if t >= until {
			return
		}
		n.now, n.again = t, 0
		n.agenda.past = t
		if n.agenda.due(t, changing) || (q.kind == quickSilent || q.kind == quickBeacon) && n.changing() {
			n.leaveQuick(t)
			n.instant(t)
			return
		}
		n.quickInstant(t)
	}
}

// quickInstant processes everything that happens at one instant.
func (n *Network) quickInstant(t phy.Time) {
	q := &n.quick
	for {
		for n.agenda.due(t, settling) {
			n.do(n.agenda.pop())
		}
		if n.err != nil || n.warm && n.until.Reached(n.sums.sent, n.sums.delivered, 0) {
			n.done = n.err == nil
			break
		}
		for n.agenda.due(t, showing) {
			n.do(n.agenda.pop())
		}
		for q.next <= t {
			if !n.quickTurn() {
				n.finishInstant(t)
				return
			}
		}
		if n.agenda.next() > t {
			break
		}
		n.again++
	}
	n.asking = n.asking[:0]
	n.show()
	n.done = n.done || n.err == nil && n.warm && n.until.Reached(n.sums.sent, n.sums.delivered, n.sums.collisions)
}
