package recount

import "fmt"

// The MAC of a station, or of a port of a bridge, is followed event by event: which frames it holds, which attempt it makes, what it
// receives. Its counters are those of clause 30, as docs/reference/results.md describes them. Events of the warm-up are followed and
// not counted.

// macCount is what a MAC has counted.
type macCount struct {
	*station
	warmup ps
	bits   ps // the bit time of the events

	counters         map[string]int64
	offered, dropped int64
	most             int64   // frames in the queue at once, since the warm-up
	perFrame         []int64 // frames sent, by collisions
	access           []ps    // delays of frames sent

	queue    []*held
	left     ps // when the last frame left the queue
	carrier  bool
	sending  bool // an attempt is under way
	since    ps   // its start
	seen     bool // carrier during it
	lost     bool // a time of it without carrier
	heldFrom ps   // since which edge of its clock a node with PLCA holds the frame back
	holds    ps   // when it has begun to do so: an edge leaves one state
	turn     ps   // its turn in the attempt; -1: none
	late     bool // it holds it, and not from the beginning of the attempt
	cut      bool // a frame of which the line has a part: events do not tell which
	hold     ps   // how much later than the MAC the signal of a node with PLCA is on the line
	rxFrom   ps   // start of the reception that is under way
	mixed    bool // it contains an own transmission
	stopped  bool // without power, or removed
	mute     bool // what it sends does not get out
	out      bool // what it is sending does
	noSQE    bool // the transceiver does not test its collision signal
	all      bool // every address is recognised
	allSince ps   // since when

	crossing, crossingOctets int64 // frames that may have been sent before that

	excludedLong int64 // receptions that may contain an own transmission
	excluded     int64 // damaged receptions that events do not tell apart
}

// held is a frame in the queue of a MAC.
type held struct {
	frame      key
	octets     int
	to         string
	queued     ps
	head       ps // when it reached the head of the queue
	ready      ps // the same, or when its last backoff ended
	collisions int
	late       int64
	deferred   bool // the first attempt waited
	excessive  bool // an attempt waited for longer than max_defer
}

func newMAC(s *station, warmup, bits ps) *macCount {
	return &macCount{station: s, warmup: warmup, bits: bits, counters: map[string]int64{}, perFrame: make([]int64, s.rules.attempts)}
}

// counts reports whether what happens at an instant is in the figures.
func (m *macCount) counts(at ps) bool { return at >= m.warmup }

func (m *macCount) add(counter string, n int64) { m.counters[counter] += n }

// observe follows an event of the MAC. to is the destination of its frame, where it has one.
func (m *macCount) observe(e *event, to string) {
	if m.counts(e.Ps) && e.Why != "queue_full" { // a frame that finds the queue full is never in it
		m.most = max(m.most, int64(len(m.queue)))
	}
	switch e.Event {
	case "queued":
		m.arrive(e)
	case "tx_start":
		m.start(e)
	case "collision":
		h := m.queue[0]
		h.collisions++
		if e.Late {
			h.late++
		}
	case "backoff":
		if e.Until != nil { // the end of the backoff is when the next attempt is ready
			m.queue[0].ready = ps(*e.Until*float64(m.bits) + 0.5)
		}
	case "tx_end":
		m.sending = false
		m.cut = m.cut || m.node && m.late && m.turn < 0 && e.OK
		if m.noSQE && m.counts(e.Ps) && !m.full && m.bit == 100_000 {
			m.add("SQETestErrors", 1)
		}
	case "sent":
		m.leave(e, "")
	case "dropped":
		m.leave(e, e.Why)
	case "turn":
		if m.sending && e.Used {
			m.turn = e.Ps
			m.hold = m.leaves() - m.heldFrom
		}
	case "carrier_on", "carrier_off":
		m.sense(e)
	case "rx_start":
		m.rxFrom, m.mixed = e.Ps, m.sending && m.out
	case "rx_end":
		m.receive(e, to)
	case "change":
		switch e.Change {
		case "power_off", "remove":
			m.stopped = e.On
		case "mute": // what it sends already stays as it is when the fault ends
			m.mute, m.out = e.On, m.out && !e.On
		case "no_sqe":
			m.noSQE = e.On
		case "promiscuous":
			m.all, m.allSince = e.On, e.Ps
		}
	}
}

// arrive queues a frame.
func (m *macCount) arrive(e *event) {
	if m.counts(e.Ps) {
		m.offered++
	}
	m.queue = append(m.queue, &held{frame: e.frame(), octets: e.Octets, to: e.To, queued: e.Ps, head: e.Ps, ready: e.Ps})
}

// start begins an attempt of the frame at the head of the queue. It has waited since it was ready.
func (m *macCount) start(e *event) {
	h := m.queue[0]
	waited := e.Ps - h.ready
	if e.Attempt == 1 {
		h.deferred = waited > 0
	}
	if waited > m.rules.maxDefer*m.bit {
		h.excessive = true
	}
	m.hold, m.heldFrom, m.holds, m.late, m.turn = 0, m.edge(e.Ps), m.edge(e.Ps), false, -1
	m.sending, m.since, m.seen, m.lost, m.out = true, e.Ps, m.carrier, !m.carrier && !m.lagging, !m.mute
	m.mixed = m.mixed || m.out
}

// leaves returns the edge of its clock at which a node with PLCA sends a frame that it has held until its turn.
func (m *macCount) leaves() ps {
	at := m.edge(m.turn)
	if at == m.holds {
		at += m.mii
	}
	return at
}

// sense notes whether an attempt has carrier at any time, and at all times (30.3.1.1.13). What changes at the instant at which the
// attempt begins was so from its beginning.
func (m *macCount) sense(e *event) {
	m.carrier = e.Event == "carrier_on"
	switch {
	case !m.sending:
	case e.Ps == m.since:
		m.seen, m.lost = m.carrier, !m.carrier && !m.lagging
	case m.carrier:
		if !m.seen { // a node with PLCA begins to hold a frame, with the nibble of this clock: before, it did not take it
			m.holds, m.heldFrom = e.Ps, m.edge(e.Ps)
			if m.heldFrom > e.Ps {
				m.heldFrom -= m.mii
			}
			if m.late = m.heldFrom > m.edge(m.since); m.hold > 0 || m.turn == e.Ps {
				m.hold = m.leaves() - m.heldFrom
			}
		}
		m.seen = true
	default:
		m.lost = true
	}
}

// leave takes a frame from the queue, and settles its counters. why is the reason for which it is discarded, or empty if it was sent.
func (m *macCount) leave(e *event, why string) {
	at := -1
	for i, h := range m.queue {
		if h.frame == e.frame() {
			at = i
		}
	}
	if at < 0 { // it has never been in the queue
		if m.counts(e.Ps) {
			m.offered++
			m.dropped++
		}
		return
	}
	h := m.queue[at]
	m.queue = append(m.queue[:at:at], m.queue[at+1:]...)
	if at == 0 {
		m.left = e.Ps
		if len(m.queue) > 0 {
			m.queue[0].head, m.queue[0].ready = e.Ps, e.Ps
		}
	}
	if !m.counts(e.Ps) {
		return
	}
	if why != "" {
		m.dropped++
	}
	if why == "queue_full" || why == "aborted" { // the MAC has not had the frame, or has stopped
		return
	}
	m.add("LateCollisions", h.late)
	if h.excessive {
		m.add("FramesWithExcessiveDeferral", 1)
	}
	if !m.full && (!m.seen || m.lost && why == "") {
		m.add("CarrierSenseErrors", 1)
	}
	switch why {
	case "":
	case "excessive_collisions", "given_up":
		m.add("FramesAbortedDueToXSColls", 1)
		return
	default:
		return
	}
	m.access = append(m.access, m.edge(e.Ps)+m.hold-h.head)
	m.add("FramesTransmittedOK", 1)
	m.add("OctetsTransmittedOK", int64(max(0, h.octets-18)))
	m.perFrame[h.collisions]++
	switch {
	case h.collisions == 1:
		m.add("SingleCollisionFrames", 1)
	case h.collisions > 1:
		m.add("MultipleCollisionFrames", 1)
	case h.deferred:
		m.add("FramesWithDeferredXmissions", 1)
	}
	switch group(h.to) {
	case broadcast:
		m.add("BroadcastFramesXmittedOK", 1)
	case multicast:
		m.add("MulticastFramesXmittedOK", 1)
	}
}

// receive counts a reception that ends.
func (m *macCount) receive(e *event, to string) {
	if !m.counts(e.Ps) || m.stopped {
		return
	}
	length := (e.Ps-m.rxFrom)/m.bit - m.rules.header // in whole bits
	switch {
	case e.OK:
		mine := m.port || m.all || to == m.name || group(to) != individual
		if !mine {
			return
		}
		if m.all && !m.port && to != m.name && group(to) == individual && e.Ps < m.allSince+100*us {
			m.crossing++ // it may have been sent before the station was promiscuous
			m.crossingOctets += int64(max(0, e.Octets-18))
			return
		}
		m.add("FramesReceivedOK", 1)
		m.add("OctetsReceivedOK", int64(max(0, e.Octets-18)))
		switch group(to) {
		case broadcast:
			m.add("BroadcastFramesReceivedOK", 1)
		case multicast:
			m.add("MulticastFramesReceivedOK", 1)
		}
	case m.mixed && !m.full && (!m.node || e.Octets < m.rules.least && e.Why != "fragment"): // it contains an own transmission
	case e.Why == "short_gap": // the receiver was not ready: it knows nothing of the frame
	case e.Octets < m.rules.least:
		m.add("Fragments", 1)
	case e.Octets > m.rules.most && m.mixed && m.node:
		m.excludedLong++
	case e.Octets > m.rules.most:
		m.add("FrameTooLongErrors", 1)
	case e.Why == "bit_error" || m.mixed && m.node || m.mii > 0: // its delimiter may have been early, or latencies differ, so that events do not tell how many bits are left over
		m.excluded++
	case length%8 != 0:
		m.add("AlignmentErrors", 1)
	default:
		m.add("FrameCheckSequenceErrors", 1)
	}
}

// The kinds of destination.
type destination int

const (
	individual destination = iota
	multicast
	broadcast
)

// group returns the kind of a destination as events write it: a name, broadcast, or an address, whose first octet is odd for a group.
func group(to string) destination {
	var first, rest int
	switch n, _ := fmt.Sscanf(to, "%02x:%02x", &first, &rest); {
	case to == "broadcast":
		return broadcast
	case n == 2 && first%2 == 1:
		return multicast
	}
	return individual
}
