package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/phy"
)

// leaving is what is known of frames that may leave the part of a larger network that this one is: those that are
// queued for elsewhere, and those that sources will make.
type leaving struct {
	transit bool     // it has several ports, so that what one of them sends may leave by another
	places  []uint32 // of queued frames that are not for a station of this part
	scouts  []sources.Scout
	of      []int32  // by source: the index of its scout, + 1; 0: it has none
	any     bool     // a source may make a frame for elsewhere at any time
	told    []uint32 // scratch: the frames on their way that have been told
}

// mostLeaving is the number of queued frames up to which each is looked at.
const mostLeaving = 64

// sendScout makes a scout for a source of a station, whose first arrival is at an instant.
func (n *Network) sendScout(i, k int32, at phy.Time) {
	l, s := &n.leaving, &n.sources[k]
	switch {
	case !sources.Leaves(n.part, i, s.Spec):
	case s.Spec.Kind == traffic.KindOwn || s.Spec.ClosedLoop():
		l.any = true
	default:
		if l.of == nil {
			l.of = make([]int32, len(n.sources))
		}
		l.scouts = append(l.scouts, s.Scout(n.part, i, at))
		l.of[k] = int32(len(l.scouts))
	}
}

// arrived takes note of an arrival of a source.
func (l *leaving) arrived(k int32, part *medium.Part) {
	if int(k) < len(l.of) && l.of[k] > 0 {
		l.scouts[l.of[k]-1].Arrived(part)
	}
}

// mayLeave reports whether a frame may leave this part. What the only port sends came from elsewhere,
// and no other port hears it.
func (n *Network) mayLeave(f *medium.Frame) bool {
	return n.part != nil && f.Destination < 0 && (n.leaving.transit || !n.part.Port(f.Source))
}

// noteLeaving remembers a frame that comes into a queue.
func (n *Network) noteLeaving(place uint32) {
	if n.mayLeave(&n.queue.frames[place].frame) {
		n.leaving.places = append(n.leaving.places, place)
	}
}

// forgetLeaving forgets a frame that leaves its queue.
func (n *Network) forgetLeaving(place uint32) {
	l := &n.leaving
	if len(l.places) == 0 {
		return
	}
	if k := slices.Index(l.places, place); k >= 0 {
		l.places = slices.Delete(l.places, k, k+1)
	}
}

// Ahead is [bus.Network.Ahead] for this network.
//
// [bus.Network.Ahead]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network.Ahead
func (n *Network) Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time) {
	i := int32(station)
	next := n.soonestStart()
	l := &n.leaving
	l.told = l.told[:0]
	n.arrivals(i, func(k uint32, at phy.Time) {
		if s := n.at(k); at > n.now {
			known(&s.frame, at)
			l.told = append(l.told, s.flight)
		}
	})
	soonest, unknown = next+n.shortest, phy.Forever
	if coming == nil || n.planned > 0 || l.any || len(l.places) > mostLeaving {
		return soonest, soonest
	}
	if next >= phy.Forever {
		return phy.Forever, phy.Forever
	}
	for k := range n.flights { // frames that have been sent, and that nothing brings here yet
		x := &n.flights[k]
		if x.taken && x.sent && n.mayLeave(&x.frame) && !slices.Contains(l.told, uint32(k)+1) {
			known(&x.frame, next+n.stations[x.frame.Source].rules.Duration(int(x.frame.Size)))
		}
	}
	for _, place := range l.places {
		f := &n.queue.frames[place].frame
		if f.Source == i {
			continue
		}
		if at, ok := n.soonestAt(place, next); ok {
			known(f, at)
		}
	}
	for k := range l.scouts {
		x := &l.scouts[k]
		for _, a := range x.Known() {
			coming(a.To, max(a.At, next)+n.shortest)
		}
		unknown = min(unknown, max(x.Later(), next)+n.shortest)
	}
	return soonest, unknown
}

// soonestAt returns an instant before which nobody has a queued frame whole; next is an instant before which no attempt
// begins at all. ok is false if the frame is on its way and has been told: another attempt would begin later than
// now and last as long.
func (n *Network) soonestAt(place uint32, next phy.Time) (at phy.Time, ok bool) {
	f := &n.queue.frames[place].frame
	st := &n.stations[f.Source]
	length := st.rules.Duration(int(f.Size))
	if st.queued == 0 || !n.queue.has(st, place) {
		return next + length, true // it is still to be queued
	}
	r := sources.Attempts{Params: &st.rules.Params, Table: st.rules.table != nil}
	head := n.queue.head(st)
	isHead := n.queue.frames[st.tail].next == place
	left := r.Left(int(st.collisions))
	start := next
	switch st.state {
	case backing:
		start = max(start, st.ready)
	case sending:
		tx := &st.tx
		if isHead && !tx.collided {
			return max(tx.end, n.now+1), !slices.Contains(n.leaving.told, n.at(tx.signal).flight)
		}
		end := tx.end
		if !tx.collided { // it may still be cut short
			_, end = st.rulesAt(tx.start).JamAfter(tx.start, n.now)
		}
		if left--; left > 0 {
			start = max(next, end+r.RetryGap())
			if !isHead {
				start += r.UntilNext(int(head.frame.Size), left)
			}
		} else if !isHead {
			start = max(next, end+r.NextGap())
		}
		if !tx.collided {
			start = min(start, max(next, tx.end+r.NextGap()))
		}
		return start + length, true
	}
	if !isHead {
		start += r.UntilNext(int(head.frame.Size), left)
	}
	return start + length, true
}

// has reports whether a frame is in its station's queue, and not still to come.
func (q *queue) has(st *station, place uint32) bool {
	k := st.tail
	for range st.queued {
		if k = q.frames[k].next; k == place {
			return true
		}
	}
	return false
}
