package bus

import "github.com/csmacd/csmacd/phy"

// glance is [Network.clear] for the usual cases: the station hears nothing that a gap must still follow,
// or one interval of carrier, with a silence before it that decides. It visits signals from the latest one
// back, mostly one or two, and stores nothing. It leaves out what has not arrived at the tap yet, so that
// the instant may be earlier than that of clear, but never by so much that the station would start: it is
// looked at again then. ok is false if more must be looked at.
func (n *Network) glance(i int32) (at phy.Time, ok bool) {
	a, st, t := &n.air, &n.stations[i], n.now
	p := &st.rules.Params
	if p.Gap == 0 {
		return 0, false
	}
	a.settle()
	if extended && n.waitsOn(i, t-p.Gap) {
		return phy.Forever, true
	}
	// fell is the last fall of what is not in heard, or later.
	heard, fell := span{rise: phy.Forever}, -phy.Forever
	last := len(a.signals) - 1
	for k := last; ; k-- {
		if k < 0 {
			if n.taps.remember() {
				return 0, false
			}
			fell = -phy.Forever
			break
		}
		if k < len(a.past) {
			fell = a.past[k].at(n, i)
			if fell < heard.rise && (heard.fall > 0 || fell+p.Gap <= t) {
				break
			}
			if heard.fall > 0 && fell <= heard.fall && heard.decides(n, i) {
				return max(t, heard.fall+p.Gap), true // there may be more of it, but it is long enough
			}
		}
		if k < last-crowded {
			return 0, false // blocks of signals are visited faster
		}
		s := &a.signals[k]
		d := n.away(s, i, st.pos)
		rise, fall := s.start+d, phy.Forever
		if s.ended {
			fall = s.end + d
		}
		switch {
		case s.again && d == 0:
			return 0, false // it began in a second pass, and there was a fall before it
		case rise >= t:
			continue
		case fall == phy.Forever && rise < t-p.Gap:
			return phy.Forever, true // too old to have risen in a gap that ignores it and is not over
		case heard.fall > 0 && (fall < heard.rise || rise > heard.fall):
			return 0, false // another interval
		}
		heard.rise, heard.fall, heard.own = min(heard.rise, rise), max(heard.fall, fall), heard.own || s.frame.Source == i
	}
	if st.fresh {
		q := p.FreshFrom(st.ready)
		switch {
		case heard.fall == 0 || !p.BlindAfter:
			q = max(q, fell, heard.fall) // all carrier counts
		case fell <= q:
			q, _ = heard.freshGap(p, t, q)
		case fell+p.Gap <= heard.rise:
			q = heard.fall // whatever the station did before, it was ready by then
		default:
			return 0, false
		}
		return max(t, q+p.Gap), true
	}
	switch {
	case heard.fall == 0:
		return t, true
	case fell+p.Gap <= heard.rise:
	case fell+p.Gap >= t || !heard.own && heard.fall <= fell+p.Gap:
		return 0, false // as in enough
	}
	return max(t, heard.fall+p.Gap), true
}

// waitsOn reports whether a station waits for the end of the first signal that has not ended, in a crowd of them, whatever
// was before it: that signal rose before an instant, so that no gap runs, or while the station itself sent.
func (n *Network) waitsOn(i int32, before phy.Time) bool {
	a := &n.air
	if len(a.signals)-len(a.past) < worthWaiting {
		return false
	}
	u := &a.signals[len(a.past)]
	return u.start+n.away(u, i, n.stations[i].pos) < before || n.sentInto(i)
}

// sentInto reports whether a station has sent in the carrier of that signal, and has no gap of its own.
func (n *Network) sentInto(i int32) bool {
	a, st := &n.air, &n.stations[i]
	if len(a.signals)-len(a.past) < worthWaiting || st.fresh {
		return false
	}
	s, u := a.lastOf(i), &a.signals[len(a.past)]
	return s != nil && s.ended && u.start+n.away(u, i, st.pos) < s.end
}

// worthWaiting is the least number of signals, from that one on, that are a crowd.
const worthWaiting = 2

// decides reports whether a station waits for the gap after an interval of carrier, the last at its tap, whatever was
// before it.
func (s *span) decides(n *Network, i int32) bool {
	st := &n.stations[i]
	if q := st.rules.FreshFrom(st.ready); st.fresh {
		return s.rise < q && q <= s.fall
	}
	after := s.rise + st.rules.Gap // any gap before this interval
	return after < s.fall && after <= n.now
}
