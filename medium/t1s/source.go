package t1s

import (
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// expect adds the arrival of a source's next frame to the agenda.
func (n *Network) expect(station, source int32, at phy.Time) {
	if at < phy.Forever {
		n.coming++
		n.push(at, settling, station, arrival, uint32(source), 0)
	}
}

// arrive makes the frame of a source that arrives now, and adds the next arrival to the agenda.
func (n *Network) arrive(i, k int32) {
	s := &n.sources[k]
	if n.nodes[i].gone {
		return
	}
	if n.nodes[i].off && s.Spec.ClosedLoop() && s.Spec.Kind != traffic.KindOwn {
		s.asleep = true
		return
	}
	if err := s.Check(n.now, n.names[i], &n.nodes[i].rules.Params, n.part.Among(len(n.nodes))); err != nil {
		n.err = err
		return
	}
	f := n.nodes[i].queue.next()
	f.frame, f.source = s.Frame(i, &n.known, n.part), k
	next := s.Next(n.now)
	n.enqueue(i, f)
	n.expect(i, k, next)
}

// enqueue adds a new frame, which is at the next place of its station's queue, to that queue, or drops it.
func (n *Network) enqueue(i int32, q *queuedFrame) {
	n.silence.marked = false
	st := &n.nodes[i].station
	q.frame.Number = n.sums.Offer(&st.sums, q.frame.Size)
	q.at = n.now
	if n.watch.kinds.Has(medium.Queued) {
		n.emit(medium.Event{Kind: medium.Queued, Station: i, Frame: q.frame})
	}
	if n.nodes[i].off {
		n.refuse(i, q, 0)
		return
	}
	// A closed loop has one frame at a time. If that were refused, the source would only offer it
	// again.
	closed := q.source >= 0 && n.sources[q.source].Spec.ClosedLoop()
	if st.queue.count >= int(st.rules.limit) && !closed {
		n.discard(i, q.frame, 0, medium.QueueFull)
		if k := q.source; k >= 0 && n.sources[k].Spec.Kind == traffic.KindOwn {
			s := &n.sources[k]
			n.expect(i, k, s.Departed(n.now))
		}
		return
	}
	st.queue.add()
	if n.part.Port(i) {
		n.part.Longest[i] = max(n.part.Longest[i], int32(st.queue.count))
	}
	if st.queue.count == 1 {
		n.holding++
		n.newHead(i)
	}
}

// newHead starts on the frame that has reached the head of a station's queue.
func (n *Network) newHead(i int32) {
	st := &n.nodes[i].station
	st.headAt = n.now
	st.collisions, st.late = 0, 0
	st.deferred, st.excessive = false, false
	st.memory.Attempt, st.memory.Previous, st.memory.Elapsed = 0, 0, 0
	n.makeReady(i)
}

// depart removes the frame at the head of a station's queue, and starts on the next.
func (n *Network) depart(i int32) {
	st := &n.nodes[i].station
	k := st.queue.head().source
	st.queue.remove()
	if st.queue.count == 0 {
		st.state = empty
		n.holding--
	} else {
		n.newHead(i)
	}
	if k < 0 {
		return
	}
	s := &n.sources[k]
	switch at := s.Departed(n.now); at {
	case n.now:
		n.arrive(i, k)
	default:
		n.expect(i, k, at)
	}
}

// discard counts a frame that leaves the station without having been sent.
func (n *Network) discard(i int32, f medium.Frame, attempt uint8, why medium.Why) {
	n.sums.Drop(&n.nodes[i].sums, &f, n.now)
	n.emit(medium.Event{Kind: medium.Dropped, Station: i, Frame: f, Attempt: attempt, Why: why})
}
