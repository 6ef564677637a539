package bus

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// expect notes when a source's next frame arrives.
func (n *Network) expect(station, source int32, at phy.Time) {
	if at < phy.Forever {
		n.coming++
		n.agenda.push(newEntry(at, settling, station, arrival, source-n.stations[station].source, uint32(source)))
	}
}

// arrive makes the frame of a source that arrives now, and notes the next.
func (n *Network) arrive(i, k int32) {
	s := &n.sources[k]
	size := s.spec.SizeOf(&s.state, &s.size)
	f := medium.Frame{Source: i, Size: int32(size), Destination: n.choose(i, s), Ref: s.spec.RefOf(&s.state)}
	if p := &n.stations[i].rules.Params; s.spec.Kind == traffic.Own && (size < p.MinFrame || size > p.MaxFrame) {
		n.err = fmt.Errorf("station %q at %v: its traffic makes a frame of %d octets: this line takes %d to %d",
			n.names[i], n.now, size, p.MinFrame, p.MaxFrame)
		return
	}
	place := n.queue.add(queuedFrame{frame: f, source: k})
	next := s.spec.Next(&s.state, n.now, &s.arrival)
	if s.spec.Kind == traffic.Own && n.stuck(s, next) {
		n.err = fmt.Errorf("station %q at %v: its traffic makes frames without end at one instant: more than %d", n.names[i], n.now, traffic.MostAtOnce)
		return
	}
	n.enqueue(i, place)
	n.expect(i, k, next)
}

// stuck reports whether a generator, whose next arrival is given, never leaves the instant.
func (n *Network) stuck(s *source, next phy.Time) bool {
	if next > n.now {
		s.atOnce = 0
		return false
	}
	s.atOnce++
	return s.atOnce >= traffic.MostAtOnce
}

// choose draws whom a frame is for.
func (n *Network) choose(i int32, s *source) int32 {
	if a, ok := s.spec.AddressOf(&s.state); ok {
		return n.Destination(a)
	}
	to := &s.spec.To
	switch to.Whom {
	case traffic.ToBroadcast:
		return medium.Broadcast
	case traffic.ToAddress:
		return n.Destination(to.Address)
	}
	d := int32(to.Draw(int(i), len(n.stations), &s.to))
	if d == i {
		return medium.Broadcast // a station alone has nobody else to address
	}
	return d
}

// enqueue puts a frame that has been made into its station's queue, or drops it.
func (n *Network) enqueue(i int32, place uint32) {
	st := &n.stations[i]
	q := &n.queue.frames[place]
	sums := n.sumsOf(i)
	sums.offered++
	sums.numbered++
	n.sums.offered++
	n.sums.offeredOctets += uint64(q.frame.Size)
	q.frame.Number = sums.numbered
	q.at = n.now
	if n.watch.kinds.Has(medium.Queued) {
		n.emit(medium.Event{Kind: medium.Queued, Station: i, Frame: q.frame})
	}
	// A closed loop has one frame at a time: refusing it would only have it
	// come again.
	closed := q.source >= 0 && n.sources[q.source].spec.ClosedLoop()
	if st.queued >= st.rules.limit && !closed {
		n.drop(i, q.frame, 0, medium.QueueFull)
		n.queue.release(place)
		return
	}
	n.queue.append(st, place)
	if st.queued == 1 {
		n.holding++
		n.newHead(i)
	}
}

// newHead begins with the frame that has reached the head of a station's queue.
func (n *Network) newHead(i int32) {
	st := &n.stations[i]
	st.headAt = n.now
	st.collisions, st.late = 0, 0
	st.deferred, st.excessive, st.fresh = false, false, false
	if n.memories != nil {
		m := &n.memories[i]
		m.Attempt, m.Previous, m.Elapsed = 0, 0, 0
	}
	n.makeReady(i)
}

// depart takes the frame at the head of a station's queue away, and begins with the
// next.
func (n *Network) depart(i int32) {
	st := &n.stations[i]
	k := n.queue.head(st).source
	n.queue.remove(st)
	if st.queued == 0 {
		st.state = empty
		n.holding--
	} else {
		n.newHead(i)
	}
	if k < 0 {
		return
	}
	s := &n.sources[k]
	switch at := s.spec.Departed(n.now, &s.arrival); at {
	case n.now:
		n.arrive(i, k)
	default:
		n.expect(i, k, at)
	}
}

// drop counts a frame that leaves unsent.
func (n *Network) drop(i int32, f medium.Frame, attempt uint8, why medium.Why) {
	n.sums.dropped++
	n.sumsOf(i).dropped++
	if n.watch.kinds.Has(medium.Dropped) {
		n.emit(medium.Event{Kind: medium.Dropped, Station: i, Frame: f, Attempt: attempt, Why: why})
	}
}
