//go:build !js && !small

package bus

import "github.com/csmacd/csmacd/medium"

// ofCollisions are the kinds of events that are known when a transmission ends, and not before: until then its sender may
// meet another one sooner.
var ofCollisions = medium.Of(medium.Collision, medium.JamStart)

// watchCollision shows the collision of a transmission that ends.
func (f *firm) watchCollision(n *Network, s *signal) {
	w, i := &n.watch, s.frame.Source
	if w.kinds.Has(medium.Collision) {
		w.add(s.detect, detecting, medium.Collision, i, &s.frame, s.attempt).Late = s.late
	}
	if w.kinds.Has(medium.JamStart) {
		w.add(s.end-n.stations[i].rules.Jam, detecting, medium.JamStart, i, &s.frame, s.attempt)
	}
}

// worthShowing is the number of events that wait from which on some are shown although the medium is not silent. Tests
// lower it.
var worthShowing = 64

// watch shows the events before the first one that is not known yet.
func (f *firm) watch(n *Network) {
	t := min(f.settled, f.next())
	for k := range f.active {
		t = min(t, n.air.at(f.active[k].number).start)
	}
	n.watch.showBefore(t)
	f.show = max(worthShowing, 2*len(n.watch.keys))
}

// jamsLater reports whether the agenda holds the beginning of jam, which only instants show.
func (n *Network) jamsLater() bool {
	a := &n.air
	a.settle()
	for k := len(a.past); k < len(a.signals); k++ {
		if s := &a.signals[k]; !s.ended && s.collided && s.end-n.stations[s.frame.Source].rules.Jam > n.agenda.Past {
			return true
		}
	}
	return false
}
