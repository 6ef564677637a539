package recount

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// Flows are followed by the frames that hosts give to their stations and get from them (docs/flows.md). What the applications of the
// hosts have is what has arrived without a gap.

// course is one way of a connection of TCP. Octets are numbered from 0.
type course struct {
	known    bool
	first    uint32
	next     int64    // after the highest octet that was sent
	again    int64    // segments that were sent again
	flying   []flying // sent once, and not acknowledged
	trips    []ps
	lost     [][2]int64 // octets of segments that a station has discarded
	repaired int64      // segments that were sent again after that

	stream  []byte          // what has arrived without a gap
	waiting map[int64]piece // after a gap
	at      []reached
	fin     int64 // the number of the end; -1: it has not come
	finAt   ps
	early   int64
	acked   int64 // what the receiver has acknowledged
}

type flying struct {
	end int64
	at  ps
}

// reached is that a stream has reached a length at an instant.
type reached struct {
	length int64
	at     ps
}

func (w *course) number(seq uint32) int64 { return int64(int32(seq - w.first - 1)) }

// left notes that a segment is given to its station.
func (w *course) left(s piece, at ps) {
	if s.syn {
		w.known, w.first = true, s.seq
		return
	}
	from := w.number(s.seq)
	size := int64(len(s.data))
	end := from + size
	if s.fin {
		end++
	}
	switch {
	case end == from:
		return
	case from < w.next:
		w.again++
		for _, x := range w.lost {
			if x[0] <= from && from < x[1] {
				w.repaired++
				break
			}
		}
		w.flying = slices.DeleteFunc(w.flying, func(f flying) bool { return from < f.end && f.end <= from+size })
	case size > 0:
		w.flying = append(w.flying, flying{from + size, at})
	}
	w.next = max(w.next, end)
}

// arrived notes that a segment gets to its host.
func (w *course) arrived(s piece, at ps) {
	if !w.known || s.syn || len(s.data) == 0 && !s.fin {
		return
	}
	from := w.number(s.seq)
	if from > int64(len(w.stream)) {
		if len(s.data) > 0 {
			w.early++
		}
		w.waiting[from] = s
		return
	}
	w.take(s, at)
	for again := true; again; {
		again = false
		for from, s := range w.waiting {
			if from <= int64(len(w.stream)) {
				delete(w.waiting, from)
				w.take(s, at)
				again = true
			}
		}
	}
}

func (w *course) take(s piece, at ps) {
	from, end := w.number(s.seq), w.number(s.seq)+int64(len(s.data))
	if have := int64(len(w.stream)); end > have {
		w.stream = append(w.stream, s.data[have-from:]...)
		w.at = append(w.at, reached{end, at})
	}
	if s.fin && w.fin < 0 {
		w.fin, w.finAt = end, at
	}
}

// acknowledges notes an acknowledgement that gets to the sender: the newest segment that it covers has made its round trip.
func (w *course) acknowledges(s piece, at ps) {
	k := 0
	for k < len(w.flying) && w.flying[k].end <= w.number(s.ack) {
		k++
	}
	if k > 0 {
		w.trips = append(w.trips, at-w.flying[k-1].at)
		w.flying = slices.Delete(w.flying, 0, k)
	}
}

// when returns the instant at which a stream has had a length.
func (w *course) when(length int64) (at ps, ok bool) {
	for _, r := range w.at {
		if r.length >= length {
			return r.at, true
		}
	}
	return 0, false
}

// connection is a connection of TCP.
type connection struct {
	port        int // of the client
	asked       ps
	forth, back course
}

// flowCount counts a flow.
type flowCount struct {
	*drawnFlow
	connections []*connection
	discarded   int64
	broken      bool // a connection was reset

	identifier int // of pings; -1: not known
	sent       map[uint64]ps
	received   []beat
}

// beat is a datagram, or a reply to a ping, that has arrived.
type beat struct {
	number uint64
	took   ps
	at     ps
}

// talk follows what hosts say to each other.
type talk struct {
	*network
	octets map[key][]byte
	flows  []*flowCount
	seen   map[key]bool
	parts  map[string]fragments // by who gives or gets them
}

func newTalk(n *network, octets map[key][]byte) *talk {
	t := &talk{network: n, octets: octets, seen: map[key]bool{}, parts: map[string]fragments{}}
	for _, f := range n.flows {
		t.flows = append(t.flows, &flowCount{drawnFlow: f, identifier: -1, sent: map[uint64]ps{}})
	}
	return t
}

// observe follows an event of a station. to is the destination of its frame.
func (t *talk) observe(e *event, to string) {
	k := e.frame()
	p, ok := packetOf(t.octets[k])
	if !ok {
		return
	}
	left := (e.Event == "queued" || e.Event == "dropped") && k.sender == e.Station && !t.seen[k]
	arrived := e.Event == "rx_end" && e.OK && to == e.Station
	discarded := e.Event == "dropped" && (e.Why == "excessive_collisions" || e.Why == "given_up") && k.sender == e.Station
	if left {
		t.seen[k] = true
	}
	switch {
	case p.id.protocol == tcp:
		s := pieceOf(p)
		for _, f := range t.flows {
			switch {
			case f.kind != "tcp" && f.kind != "http":
			case discarded:
				f.discards(s)
			case left:
				f.segment(e.Station, s, e.Ps, true)
			case arrived:
				f.segment(e.Station, s, e.Ps, false)
			}
		}
	case left, arrived:
		name := e.Station
		if left {
			name += " gives"
		}
		if t.parts[name] == nil {
			t.parts[name] = fragments{}
		}
		data, whole := t.parts[name].whole(p)
		if !whole {
			return
		}
		for _, f := range t.flows {
			switch {
			case p.id.protocol == udp && f.kind == "udp":
				f.datagram(e.Station, data, e.Ps, left)
			case p.id.protocol == icmp && f.kind == "ping":
				f.ping(e.Station, data, e.Ps, left)
			}
		}
	}
}

// of returns the connection of a flow to which a segment belongs, and whether it goes forth.
func (f *flowCount) of(s piece) (c *connection, forth bool) {
	for _, c := range slices.Backward(f.connections) {
		switch {
		case s.from == c.port && s.to == f.port:
			return c, true
		case s.from == f.port && s.to == c.port:
			return c, false
		}
	}
	return nil, false
}

func (f *flowCount) segment(at string, s piece, now ps, left bool) {
	if at != f.from && at != f.to {
		return
	}
	if left && s.syn && !s.acks && at == f.from && s.to == f.port {
		f.connections = append(f.connections, &connection{port: s.from, asked: now, forth: course{waiting: map[int64]piece{}, fin: -1}, back: course{waiting: map[int64]piece{}, fin: -1}})
	}
	c, forth := f.of(s)
	if c == nil {
		return
	}
	f.broken = f.broken || s.rst
	this, other := &c.forth, &c.back
	if !forth {
		this, other = other, this
	}
	switch {
	case left:
		this.left(s, now)
		if s.acks && other.known {
			other.acked = max(other.acked, other.number(s.ack))
		}
	default:
		this.arrived(s, now)
		if s.acks {
			other.acknowledges(s, now)
		}
	}
}

// discards notes a segment that a station has discarded.
func (f *flowCount) discards(s piece) {
	c, forth := f.of(s)
	if c == nil {
		return
	}
	f.discarded++
	w := &c.forth
	if !forth {
		w = &c.back
	}
	from := w.number(s.seq)
	w.lost = append(w.lost, [2]int64{from, from + int64(len(s.data))})
}

func (f *flowCount) datagram(at string, b []byte, now ps, left bool) {
	if int(binary.BigEndian.Uint16(b[2:])) != f.port {
		return
	}
	number, began := binary.BigEndian.Uint64(b[8:]), ps(binary.BigEndian.Uint64(b[16:]))
	switch {
	case left && at == f.from:
		f.sent[number] = began
	case !left && at == f.to:
		f.received = append(f.received, beat{number, now - began, now})
	}
}

func (f *flowCount) ping(at string, b []byte, now ps, left bool) {
	if at != f.from || int64(len(b)) != 8+f.bytes {
		return
	}
	identifier, number := int(binary.BigEndian.Uint16(b[4:])), uint64(binary.BigEndian.Uint16(b[6:]))
	switch began := f.at + ps(number-1)*f.interval; {
	case left && b[0] == 8:
		if f.identifier < 0 && number == 1 {
			f.identifier = identifier
		}
	case !left && b[0] == 0 && identifier == f.identifier:
		f.received = append(f.received, beat{number, now - began, now})
	}
}

// times sets the figures of a distribution of times. For flows they are exact.
func (f figures) times(path string, list []ps) {
	slices.Sort(list)
	f.exact(path+"/count", int64(len(list)))
	for name, share := range map[string]float64{"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1} {
		if n := float64(len(list)); n > 0 {
			f.close(path+"/"+name, float64(list[max(1, int(math.Floor(share*n+0.5)))-1])/float64(us))
		}
	}
}

// flows sets the figures of flows.
func (c *recounter) flows(t *talk) {
	for _, f := range t.flows {
		at := "/flows/" + f.name
		var delivered int64
		ended := ps(-1)
		c.want.exact(at+"/bytes", f.count*f.bytes)
		c.want.close(at+"/started_us", float64(f.at)/float64(us))
		for _, name := range []string{"retransmissions", "timeouts", "discarded", "discard_timeouts", "out_of_order"} {
			c.want.exact(at+"/"+name, 0)
		}
		if f.kind == "tcp" || f.kind == "http" {
			delivered, ended = c.tries(at, f)
		} else {
			delivered, ended = c.beats(at, f)
		}
		c.want.exact(at+"/delivered", delivered)
		if ended >= 0 {
			c.want.close(at+"/ended_us", float64(ended)/float64(us))
		} else {
			ended = c.duration
		}
		c.want.exact(at+"/goodput_bps", 0)
		if ended > f.at {
			c.want.close(at+"/goodput_bps", float64(8*delivered)/(float64(ended-f.at)/float64(sec)))
		}
		if f.interval > 0 && !f.even {
			c.want.any(at + "/ended_us")
			c.want.any(at + "/goodput_bps")
		}
		if f.broken || f.isUnclear() { // what the receiver's stack has made of segments after a gap
			c.want.anyOf(at)
		}
	}
}

// isUnclear reports whether segments have come after a gap at any time: the stack of the receiver may have kept them, or not.
func (f *flowCount) isUnclear() bool {
	return slices.ContainsFunc(f.connections, func(c *connection) bool { return c.forth.early+c.back.early > 0 })
}

// tries counts transfers or requests.
func (c *recounter) tries(at string, f *flowCount) (delivered int64, ended ps) {
	var begun, repaired, again, early int64
	var trips, lasted []ps
	start, last := f.at, ps(-1) // of the next one
	name := "/transfers"
	if f.kind == "http" {
		name = "/requests"
	}
	if start < c.duration {
		begun++
	}
	try := func(done ps, free ps) { // the next one may begin at the instant free
		lasted = append(lasted, done-start)
		last, start = done, free+f.turnaround
		if int64(len(lasted)) < f.count && free >= 0 && start < c.duration {
			begun++
		}
	}
	for _, k := range f.connections {
		for _, w := range []*course{&k.forth, &k.back} {
			again, early, repaired = again+w.again, early+w.early, repaired+w.repaired
			trips = append(trips, w.trips...)
		}
		if f.kind == "tcp" {
			delivered += int64(len(k.forth.stream))
			if k.forth.fin == f.bytes && int64(len(k.forth.stream)) == f.bytes {
				free := -f.turnaround - 1
				if k.back.fin >= 0 {
					free = k.back.finAt
				}
				try(max(k.forth.finAt, k.forth.at[len(k.forth.at)-1].at), free)
			}
			continue
		}
		for read := int64(0); ; {
			head := bytes.Index(k.back.stream[read:], []byte("\r\n\r\n"))
			if head < 0 {
				break
			}
			read += int64(head) + 4
			delivered += min(f.bytes, int64(len(k.back.stream))-read)
			read += f.bytes
			done, ok := k.back.when(read)
			if !ok {
				break
			}
			try(done, done)
		}
	}
	c.want.times(at+"/rtt_us", trips)
	c.want.exact(at+name+"/count", begun)
	c.want.exact(at+name+"/done", int64(len(lasted)))
	c.want.exact(at+name+"/failed", 0)
	ended = -1
	if int64(len(lasted)) == f.count {
		ended = last
	}
	c.want.times(at+name+"/time_us", lasted)
	c.want.exact(at+"/retransmissions", again)
	c.want.between(at+"/timeouts", 0, again)
	c.want.exact(at+"/discarded", f.discarded)
	c.want.between(at+"/discard_timeouts", 0, repaired)
	c.want.exact(at+"/out_of_order", early)
	return delivered, ended
}

// beats counts datagrams or pings.
func (c *recounter) beats(at string, f *flowCount) (delivered int64, ended ps) {
	name := "/datagrams"
	if f.kind == "ping" {
		name = "/pings"
	}
	due := int64(0) // those that the application has sent
	for t := f.at; t < c.duration && (f.count == 0 || due < f.count) && (f.forTime == 0 || t-f.at < f.forTime || due == 0); t += f.interval {
		due++
	}
	more := f.count == 0 || due < f.count
	over := !more || f.forTime > 0 && f.at+ps(due)*f.interval-f.at >= f.forTime && f.at < c.duration
	had := map[uint64]bool{}
	var times []ps
	highest, early, jitter := int64(-1), int64(0), 0.0
	last := ps(-1)
	for _, b := range f.received {
		if had[b.number] {
			continue
		}
		had[b.number] = true
		if n := len(times); n > 0 {
			jitter += (math.Abs(float64(b.took-times[n-1])) - jitter) / 16
		}
		times = append(times, b.took)
		if int64(b.number) < highest {
			early++
		}
		highest, last = max(highest, int64(b.number)), b.at
	}
	received := int64(len(times))
	c.want.exact(at+name+"/received", received)
	c.want[at+name+"/jitter_us"] = figure{jitter/float64(us) - 2e-6, jitter/float64(us) + 2e-6, 1e-4} // it is kept in whole picoseconds
	c.want.exact(at+name+"/sent", due)
	c.want.exact(at+name+"/lost", due-received)
	delivered = received * f.bytes
	ended = -1
	if over && received == due && due > 0 {
		ended = last
	}
	if f.kind == "ping" {
		c.want.times(at+"/rtt_us", times)
	} else {
		c.want.times(at+name+"/delay_us", times)
		c.want.exact(at+"/out_of_order", early)
	}
	if !f.even { // when the next one is sent, nobody sees if the host does not yet know where to
		c.want.any(at + name + "/sent")
		c.want.any(at + name + "/lost")
	}
	return delivered, ended
}
