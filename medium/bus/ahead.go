package bus

import (
	"slices"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/phy"
)

// leaving is what is known of frames that may leave the part of a larger network that a cable is:
// those that are queued for elsewhere, and those that sources will make.
type leaving struct {
	transit bool     // it has several ports, so that what one of them sends may leave by another
	places  []uint32 // of queued frames that are not for a station of this part
	scouts  []sources.Scout
	any     bool // a source may make a frame for elsewhere at any time
}

// mostLeaving is the number of queued frames up to which each is looked at.
const mostLeaving = 64

// follow makes a scout for a source, whose first arrival is at an instant.
func (l *leaving) follow(n *Network, i, k int32, at phy.Time) {
	s := &n.sources[k]
	if s.Spec.Kind == traffic.KindOwn || s.Spec.ClosedLoop() {
		l.any = true
		return
	}
	l.scouts = append(l.scouts, s.Scout(n.part, i, at))
	s.scout = int32(len(l.scouts))
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
	if !n.mayLeave(&n.queue.frames[place].frame) {
		return
	}
	l := &n.leaving
	k := slices.Index(l.places, place)
	l.places = slices.Delete(l.places, k, k+1)
}

// Ahead calls its functions for the frames that may be received whole at a station, other than those
// that its hook has had already, and those that arrive at the instant up to which the network has been
// run ([Network.Arriving]). known is called for each frame on the cable, and for each that is queued
// and not for a station of this part, with an instant before which it does not arrive. coming is
// called for frames that sources will make, with the destination's number in the larger network (-1:
// an address of no station). No other frame for elsewhere arrives before unknown, and nothing
// that is not on the cable yet before soonest. If coming is nil, unknown is soonest. All of this holds
// whatever frames are injected later at ports, apart from those frames themselves.
func (n *Network) Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time) {
	i := int32(station)
	length := n.sums.headers + phy.Time(8*n.sums.shortest)*n.bit
	next := n.soonestStart()
	for k := range n.air.signals {
		if s := &n.air.signals[k]; !s.collided && s.frame.Source != i {
			if at := s.end + n.distance(s.frame.Source, i); at > n.now {
				known(&s.frame, at)
			}
		}
	}
	if next >= phy.Forever {
		return phy.Forever, phy.Forever
	}
	l := &n.leaving
	soonest, unknown = next+length, phy.Forever
	if coming == nil {
		return soonest, soonest
	}
	if l.any || len(l.places) > mostLeaving {
		unknown = soonest
	} else {
		for _, place := range l.places {
			if f := &n.queue.frames[place].frame; f.Source != i {
				if start, ok := n.earliest(place, next); ok {
					known(f, start+length)
				}
			}
		}
	}
	for k := range l.scouts {
		x := &l.scouts[k]
		for _, a := range x.Known() {
			coming(a.To, max(a.At, next)+length)
		}
		unknown = min(unknown, x.Later()+length)
	}
	return soonest, unknown
}

// soonestStart returns an instant before which no transmission begins, other than of a frame that is still to be
// injected at a port. Usually it is that of the next job. But a frame that comes in by a port may collide with
// one that the port does not hear yet; then that one ends earlier, and others follow it earlier.
func (n *Network) soonestStart() phy.Time {
	next := n.Next()
	if n.air.active == 0 || n.part == nil {
		return next
	}
	enters := phy.Forever
	for j := n.part.Own(); j < len(n.stations); j++ {
		if n.stations[j].state == empty {
			at, _ := n.clear(int32(j))
			enters = min(enters, at)
		}
	}
	if enters >= next {
		return next
	}
	for k := range n.air.signals {
		if s := &n.air.signals[k]; !s.ended && !s.collided {
			_, end := n.stations[s.frame.Source].rules.JamAfter(s.start, enters)
			next = min(next, end)
		}
	}
	return next
}

// earliest returns an instant before which no attempt begins that sends a queued frame whole; next is
// an instant before which no attempt begins at all. ok is false if the frame is on the
// cable and has met no collision: another attempt would begin later than now and last as long.
func (n *Network) earliest(place uint32, next phy.Time) (start phy.Time, ok bool) {
	st := &n.stations[n.queue.frames[place].frame.Source]
	if st.queued == 0 || !n.queued(st, place) {
		return next, true // it is still to be queued
	}
	r := st.rules.attempts()
	head := n.queue.head(st)
	isHead := n.queue.frames[st.tail].next == place
	left := r.Left(int(st.collisions))
	start = next
	switch st.state {
	case backing:
		start = max(start, st.ready)
	case sending:
		for k := range n.air.signals {
			s := &n.air.signals[k]
			if s.ended || &n.stations[s.frame.Source] != st {
				continue
			}
			if !s.collided && isHead {
				return 0, false
			}
			end := s.end
			if !s.collided { // it may still be cut short
				_, end = r.JamAfter(s.start, n.now)
			}
			if left--; left > 0 {
				start = max(next, end+r.RetryGap())
				if !isHead {
					start += r.UntilNext(int(head.frame.Size), left)
				}
			} else if start = next; !isHead {
				start = max(next, end+r.NextGap())
			}
			if !s.collided {
				start = min(start, max(next, s.end+r.NextGap()))
			}
			return start, true
		}
	}
	if !isHead {
		start += r.UntilNext(int(head.frame.Size), left)
	}
	return start, true
}

// attempts says when the station may send what it has queued.
func (r *rules) attempts() sources.Attempts {
	return sources.Attempts{Params: &r.Params, Table: r.table != nil}
}

// queued reports whether a frame is in its station's queue, and not still to come.
func (n *Network) queued(st *station, place uint32) bool {
	k := st.tail
	for range st.queued {
		if k = n.queue.frames[k].next; k == place {
			return true
		}
	}
	return false
}
