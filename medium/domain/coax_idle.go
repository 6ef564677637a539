package domain

import "github.com/csmacd/csmacd/phy"

// A round may be made if every repeater is in IDLE again before anything that follows is heard there. With one repeater, what
// follows comes from stations that have waited for a whole gap. From one repeater to the next, jam may be faster than the frame or
// the end of the jam before it.

// quietOnCoaxes finds when each repeater may have input again, by stations only: at the earliest a gap after the signals of the round
// being made. What repeaters send in it ends at known instants.
func (t *tree) quietOnCoaxes(n *Network) {
	v := &n.rounds
	for k := range t.hubs {
		t.next[k] = phy.Forever
		if n.repeaters[k].channel >= 0 {
			t.next[k] = t.ends[k] + n.gap
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
			t.next[y.repeater] = min(t.next[y.repeater], silent+n.gap)
		}
	}
}

// idleInTime reports whether each repeater is in IDLE before it has input again: by stations, or what a repeater beside it makes of
// its own.
func (t *tree) idleInTime(n *Network) bool {
	for again := true; again; {
		again = false
		for _, o := range t.joins {
			r := &n.repeaters[o.from]
			if at := t.next[o.from] + min(r.Delay, r.JamDelay) + o.delay; at < t.next[o.to] {
				t.next[o.to], again = at, true
			}
		}
	}
	for k := range t.hubs {
		if t.next[k] < t.ends[k]+n.repeaters[k].Recovery {
			return false
		}
	}
	return true
}

// frameStaysBehind reports whether each repeater is in IDLE before anything that follows an undisturbed frame is heard there.
func (t *tree) frameStaysBehind(n *Network, a *attempt) bool {
	if t.steady {
		return true
	}
	for k, at := range t.starts {
		t.ends[k] = at + a.end - a.start
	}
	t.quietOnCoaxes(n)
	if a.coax == 0 {
		t.next[a.hub] = min(t.next[a.hub], a.end+n.gap+a.pos)
	}
	return t.idleInTime(n)
}

// isSteady reports whether no jam of this network is so much faster than frames that it may follow one into a repeater that still
// sends it.
func (t *tree) isSteady(n *Network) bool {
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
