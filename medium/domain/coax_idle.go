package domain

import "github.com/csmacd/csmacd/phy"

// A round may be made if every repeater is in IDLE again before anything that follows is heard there. With one repeater, what
// follows comes from stations that have waited for a whole gap. From one repeater to the next, jam may be faster than the frame or
// the end of the jam before it.

// idleTimes is scratch: by repeater, when its output ends, and when it has input again at the earliest.
func idleTimes(t *tree) (ends, next []phy.Time) {
	count := len(t.hubs)
	return t.spare[count : 2*count], t.spare[2*count:]
}

// quietOnCoaxes finds when each repeater may have input again, by stations only: at the earliest a gap after the signals of the round
// being made. What repeaters send in it ends at known instants.
func quietOnCoaxes(t *tree, n *Network) {
	v := &n.rounds
	ends, next := idleTimes(t)
	for k := range t.hubs {
		next[k] = phy.Forever
		if n.repeaters[k].channel >= 0 {
			next[k] = ends[k] + n.gap
		}
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		for _, p := range x.ports {
			y := &n.ports[p]
			silent := -phy.Forever
			for j := range x.next {
				s := &x.next[j]
				silent = max(silent, s.end+s.from(y.pos))
			}
			next[y.repeater] = min(next[y.repeater], silent+n.gap)
		}
	}
}

// idleInTime reports whether each repeater is in IDLE before it has input again: by stations, or what a repeater beside it makes of
// its own.
func idleInTime(t *tree, n *Network) bool {
	ends, next := idleTimes(t)
	for again := len(t.hubs) > 1; again; {
		again = false
		for k := range n.repeaters {
			r := &n.repeaters[k]
			out := next[k] + min(r.Delay, r.JamDelay)
			for _, p := range r.material {
				beside(n, p, func(q int32, delay phy.Time) {
					if o := n.ports[q].repeater; out+delay < next[o] {
						next[o], again = out+delay, true
					}
				})
			}
		}
	}
	for k := range t.hubs {
		if next[k] < ends[k]+n.repeaters[k].Recovery {
			return false
		}
	}
	return true
}

// frameStaysBehind reports whether each repeater is in IDLE before anything that follows an undisturbed frame is heard there.
func frameStaysBehind(t *tree, n *Network, a *attempt) bool {
	if isSteady(t, n) {
		return true
	}
	ends, next := idleTimes(t)
	for k, at := range t.starts {
		ends[k] = at + a.end - a.start
	}
	quietOnCoaxes(t, n)
	if a.coax == 0 {
		next[a.hub] = min(next[a.hub], a.end+n.gap+a.pos)
	}
	return idleInTime(t, n)
}

// isSteady reports whether no jam of this network is so much faster than frames that it may follow one into a repeater that still
// sends it.
func isSteady(t *tree, n *Network) bool {
	if len(n.rounds.coaxes) == 0 || len(t.hubs) == 1 {
		return true
	}
	faster, longest := phy.Time(0), phy.Time(0)
	for k := range n.repeaters {
		r := &n.repeaters[k]
		faster += r.Delay - min(r.Delay, r.JamDelay)
		longest = max(longest, r.Delay+r.Recovery)
	}
	return faster+longest <= n.gap
}
