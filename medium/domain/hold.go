package domain

import "github.com/csmacd/csmacd/phy"

// A station that waits for signals to end waits for the earliest of them at least: while that one goes on, at its tap already, and
// no fault changes what the station hears, whatever else has ended does not let it start. So the end of a fragment that collided
// with a frame costs nothing for each station that waits for the frame.

// awaited is a signal that a waiting station waits for.
type awaited struct {
	signal uint32
	number uint64 // 0: none
}

// await notes which signal a station waits for, of those that have not ended: the first at its tap.
func (n *Network) await(i int32) {
	st := &n.stations[i]
	st.awaits = awaited{}
	if !extended || st.fault != nil {
		return
	}
	first := phy.Forever
	for _, k := range n.signalsOf(i) {
		if s := n.at(k); !s.ended && n.hears(s, i) {
			if rise := s.start + n.distance(i, s); rise < first {
				first, st.awaits = rise, awaited{k, s.number}
			}
		}
	}
}

// stillAwaits reports whether what a waiting station waits for goes on.
func (n *Network) stillAwaits(i int32) bool {
	st := &n.stations[i]
	if st.awaits.number == 0 || st.fault != nil {
		return false
	}
	s := n.at(st.awaits.signal)
	return s.number == st.awaits.number && !s.ended && n.hears(s, i) && s.start+n.distance(i, s) <= n.now
}
