package domain

// A station that waits for signals to end waits for each of them: while one goes on, at its tap already, and no fault changes what
// the station hears, whatever else has ended does not let it start. So the end of a fragment that collided with a frame costs
// nothing for the stations that wait for the frame.

// awaited is a signal that a waiting station waits for.
type awaited struct {
	signal uint32
	number uint64 // 0: none
}

// await notes a signal for which a station waits that has not ended.
func (n *Network) await(i int32) {
	if !extended {
		return
	}
	st := &n.stations[i]
	st.awaits = awaited{}
	if !st.hearsAll() {
		return
	}
	c := &n.channels[st.channel]
	for _, k := range c.signals[c.last:] {
		if s := n.at(k); !s.ended && n.hears(s, i) {
			st.awaits = awaited{k, s.number}
			return
		}
	}
}

// stillAwaits reports whether what a waiting station waits for goes on.
func (n *Network) stillAwaits(i int32) bool {
	st := &n.stations[i]
	if st.awaits.number == 0 || !st.hearsAll() {
		return false
	}
	s := n.at(st.awaits.signal)
	return s.number == st.awaits.number && !s.ended && n.hears(s, i) && s.start+n.distance(i, s) <= n.now
}
