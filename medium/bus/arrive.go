package bus

import (
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// expect adds the arrival of a source's next frame to the agenda.
func (n *Network) expect(station, source int32, at phy.Time) {
	if at < phy.Forever {
		n.coming++
		n.agenda.Push(agenda.New(at, settling, station, arrival, n.sources[source].nth, uint32(source)))
	}
}

// arrive makes the frame of a source that arrives now, and adds the next arrival to the agenda.
func (n *Network) arrive(i, k int32) {
	s := &n.sources[k]
	if err := s.Check(n.now, n.names[i], &n.stations[i].rules.Params, n.part.Among(len(n.stations))); err != nil {
		n.err = err
		return
	}
	f := s.Frame(i, &n.known, n.part)
	place := n.queue.add(queuedFrame{frame: f, source: k})
	next := s.Next(n.now)
	if s.scout > 0 {
		n.leaving.scouts[s.scout-1].Arrived(n.part)
	}
	n.noteLeaving(place)
	n.enqueue(i, place)
	n.expect(i, k, next)
}

// enqueue adds a new frame to its station's queue, or drops it.
func (n *Network) enqueue(i int32, place uint32) {
	st := &n.stations[i]
	q := &n.queue.frames[place]
	q.frame.Number = n.sums.Offer(&n.sumsOf(i).Station, q.frame.Size)
	q.at = n.now
	n.note(medium.Queued, i, &q.frame, 0)
	// A closed loop has one frame at a time. If that were refused, the source would only offer it
	// again.
	closed := q.source >= 0 && n.sources[q.source].Spec.ClosedLoop()
	if st.queued >= st.rules.limit && !closed {
		n.drop(i, q.frame, 0, medium.QueueFull)
		k := q.source
		n.forgetLeaving(place)
		n.queue.release(place)
		if k >= 0 && n.sources[k].Spec.Kind == traffic.KindOwn {
			s := &n.sources[k]
			n.expect(i, k, s.Departed(n.now))
		}
		return
	}
	n.queue.append(st, place)
	if n.part.Port(i) {
		n.part.Longest[i] = max(n.part.Longest[i], st.queued)
	}
	if st.queued == 1 {
		n.holding++
		n.newHead(i)
	}
}

// newHead starts on the frame that has reached the head of a station's queue.
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

// depart removes the frame at the head of a station's queue, and starts on the next.
func (n *Network) depart(i int32) {
	st := &n.stations[i]
	k := n.queue.head(st).source
	n.forgetLeaving(n.queue.frames[st.tail].next)
	n.queue.remove(st)
	if extended && n.departures.on && n.part.Port(i) {
		n.departures.at = append(n.departures.at, n.now)
	}
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
	switch at := s.Departed(n.now); at {
	case n.now:
		n.arrive(i, k)
	default:
		n.expect(i, k, at)
	}
}

// drop counts a frame that leaves the station without having been sent.
func (n *Network) drop(i int32, f medium.Frame, attempt uint8, why medium.Why) {
	n.sums.Drop(&n.sumsOf(i).Station, &f, n.now)
	n.note(medium.Dropped, i, &f, attempt).Why = why
}
