package bus

import (
	"slices"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// leaving is what is known of frames that may leave the part of a larger network that a cable is:
// those that are queued for elsewhere, and those that sources will make.
type leaving struct {
	transit bool     // it has several ports, so that what one of them sends may leave by another
	places  []uint32 // of queued frames that are not for a station of this part
	scouts  []scout
	any     bool // a source may make a frame for elsewhere at any time
}

// scout runs ahead of a source. It draws from copies of the source's streams, so that it finds the
// same arrivals.
type scout struct {
	source
	station int32
	next    phy.Time // of the first arrival that it has not drawn the destination of
	known   [4]foretold
	count   int
}

// foretold is an arrival to come.
type foretold struct {
	at phy.Time
	to int32 // the station's number in the larger network; -1: another address
}

// mostLeaving is the number of queued frames up to which each is looked at.
const mostLeaving = 64

// leaves reports whether a source of a station may make frames for elsewhere.
func (n *Network) leaves(i int32, t *traffic.Source) bool {
	switch {
	case n.part == nil:
		return false
	case t.Kind == traffic.KindOwn, t.Addresses != nil:
		return true
	case t.To.Whom == traffic.ToStation:
		there, here := n.part.Here(int32(t.To.Station))
		return !here || there == i
	}
	return t.To.Whom != traffic.ToDomain || n.part.Own() < 2 // a single station has no other to address
}

// follow makes a scout for a source, whose first arrival is at an instant.
func (l *leaving) follow(n *Network, i, k int32, at phy.Time) {
	s := &n.sources[k]
	if s.Spec.Kind == traffic.KindOwn || s.Spec.ClosedLoop() {
		l.any = true
		return
	}
	x := scout{source: *s, station: i, next: at}
	x.look(n)
	l.scouts = append(l.scouts, x)
	s.scout = int32(len(l.scouts))
}

// look draws the destinations of the next arrivals.
func (x *scout) look(n *Network) {
	for x.count < len(x.known) && x.next < phy.Forever {
		at, to := x.next, int32(-1)
		if _, ok := x.Spec.AddressOf(&x.State); !ok {
			switch t := x.Spec.ToOf(&x.State); t.Whom {
			case traffic.ToBroadcast, traffic.ToAddress, traffic.ToDomain: // a lone station of a domain sends to all
			default:
				self := n.part.Stations[x.station]
				if to = int32(t.Draw(int(self), n.part.Count, &x.To)); to == self {
					to = -1
				}
			}
		}
		x.known[x.count] = foretold{at, to}
		x.count++
		x.next = x.Next(at)
	}
}

// arrived takes note that the first of the foretold arrivals has come.
func (x *scout) arrived(n *Network) {
	x.count = copy(x.known[:], x.known[1:x.count])
	x.look(n)
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
		for _, a := range x.known[:x.count] {
			coming(a.to, max(a.at, next)+length)
		}
		unknown = min(unknown, x.next+length)
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
	r := st.rules
	head := n.queue.head(st)
	isHead := n.queue.frames[st.tail].next == place
	left := r.attemptsLeft(int(st.collisions))
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
				start = max(next, end+r.retryGap())
				if !isHead {
					start += r.untilNext(&head.frame, left)
				}
			} else if start = next; !isHead {
				start = max(next, end+r.nextGap())
			}
			if !s.collided {
				start = min(start, max(next, s.end+r.nextGap()))
			}
			return start, true
		}
	}
	if !isHead {
		start += r.untilNext(&head.frame, left)
	}
	return start, true
}

// attemptsLeft returns how many more attempts of a frame there are at least, after some collisions.
func (r *rules) attemptsLeft(collisions int) int {
	if r.table == nil || r.LateDiscard {
		return 1 // any collision may be the last
	}
	return r.AttemptLimit - collisions
}

// untilNext returns a time that is at least between the first of the last attempts of a frame and
// that of the frame behind it: it is sent, or all of them collide.
func (r *rules) untilNext(f *medium.Frame, attempts int) phy.Time {
	sent := r.Duration(int(f.Size))
	_, cut := r.JamAfter(0, 0)
	cut = min(cut, sent)
	return min(sent, cut+phy.Time(max(0, attempts-1))*(cut+r.retryGap())) + r.nextGap()
}

// nextGap returns a time that is at least between the end of a transmission and the next start of its
// station, for another frame, and retryGap for the same one.
func (r *rules) nextGap() phy.Time {
	if r.NoCarrierSense {
		return 0
	}
	return r.Gap
}

func (r *rules) retryGap() phy.Time {
	if r.NoCarrierSense || !r.GapAfterBackoff {
		return r.nextGap()
	}
	return r.FreshFrom(r.Gap)
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
