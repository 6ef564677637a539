package mac

import "github.com/csmacd/csmacd/phy"

// Deference is what a station remembers of the carrier at its tap: the process of that name in IEEE
// 802.3 4.2.8, reduced to the state that can still matter. The zero value has never heard a carrier
// and does not defer.
//
// The caller reports each busy period once, in order of time, by [Deference.Sense] or, if the
// station's own transmission was part of it, by [Deference.Transmitted]. Intervals that touch are
// one interval: a signal that begins at the instant at which another ends leaves no fall of
// carrier.
type Deference struct {
	fall  phy.Time // the end of the last busy period
	heard bool     // there was a busy period
	blind bool     // the station transmitted in it: it ignores carrier in part 1 of the gap too
}

// Sense records an interval of foreign carrier, [rise, fall). If the fall is not known yet, it is
// [phy.Forever].
func (d *Deference) Sense(p *Params, rise, fall phy.Time) {
	if d.heard {
		end := d.fall + p.Gap
		switch {
		case rise >= end:
			// The gap was over: this is a new busy period.
		case !d.deaf(p, rise):
			// Carrier rises within part 1 of the gap: a whole new gap follows its fall.
		case fall > end:
			// The carrier rose in the part of the gap that ignores it, and goes on after the gap. A
			// new busy period begins there and remembers nothing.
		default:
			return // the carrier rose and fell within the part of the gap that ignores it
		}
	}
	*d = Deference{fall: fall, heard: true}
}

// Transmitted records an interval of carrier that ends at fall and contains a transmission of the
// station's own.
func (d *Deference) Transmitted(fall phy.Time) {
	*d = Deference{fall: fall, heard: true, blind: true}
}

// Fall returns the end of the last busy period, or 0 if there was none.
func (d *Deference) Fall() phy.Time { return d.fall }

// Blind reports whether the station transmitted in the last busy period: it ignores carrier in the whole gap.
func (d *Deference) Blind() bool { return d.blind }

// Shift moves all that the station remembers to a later time.
func (d *Deference) Shift(by phy.Time) { d.fall += by }

// deaf reports whether the station ignores carrier that rises at an instant of the gap.
func (d *Deference) deaf(p *Params, rise phy.Time) bool {
	return d.blind || rise >= d.fall+p.GapPart1
}

// Clear returns the first instant, not before t, at which the station does not defer, provided that
// no further carrier comes. It is [phy.Forever] or later if the end of the carrier is not known.
func (d *Deference) Clear(p *Params, t phy.Time) phy.Time {
	if !d.heard {
		return t
	}
	return max(t, d.fall+p.Gap)
}

// Starts reports whether the station starts a frame that waits from t although the next carrier at
// its tap rises at rise. The frame then starts at [Deference.Clear], either not later than the
// rise, or because the station ignores a carrier that rises at that instant. A station does not
// notice carrier that rises at the very instant of its start.
func (d *Deference) Starts(p *Params, t, rise phy.Time) bool {
	clear := d.Clear(p, t)
	if clear <= rise {
		return true
	}
	// The carrier rises in the gap, in part 2 or in a part 1 that ignores it. The gap runs on, and
	// at its end the station does not look at the carrier. (With NoBlindStart a station starts only
	// if that carrier has fallen by then; Sense decides that.)
	return d.heard && clear == d.fall+p.Gap && rise >= d.fall && d.deaf(p, rise) && !p.NoBlindStart
}

// LooksAgain reports whether a station looks at the carrier again when its gap ends, at [Deference.Clear], whatever comes of
// the next carrier at its tap, [rise, fall), that is on its way at t. The station does not start into carrier (NoBlindStart), and
// this one rises in the part of the gap that ignores it and falls after the gap. Another one may come before it, though, and be
// followed by a gap of its own, in which this one rises and falls.
func (d *Deference) LooksAgain(p *Params, t, rise, fall phy.Time) bool {
	end := d.fall + p.Gap
	return p.NoBlindStart && d.heard && t < rise && d.deaf(p, rise) && rise < end && end < fall && fall < phy.Forever
}

// FreshFrom returns the instant from which [Params.FreshGap] counts the gap of a station whose
// backoff ends at end. It is earlier than end by GapLead, but leaves at least one bit of the gap
// after the backoff. A carrier that falls later than the returned instant is followed by a whole
// gap.
func (p *Params) FreshFrom(end phy.Time) phy.Time {
	return end - min(p.GapLead, max(0, p.Gap-p.BitTime))
}

// FreshGap processes one interval of carrier, [rise, fall), for a station that waits for a gap of
// its own after a backoff (ifg_after_backoff), and may start from t on. The gap runs from q, if
// there is no carrier at q. ok reports whether the gap runs to its end: it ends before the carrier
// rises, or it has begun and ignores carrier. Otherwise the gap runs from next. A station that has
// not started at the end of the gap, because of a grid or a persistence, hears carrier again.
func (p *Params) FreshGap(t, q, rise, fall phy.Time) (next phy.Time, ok bool) {
	end := q + p.Gap
	switch {
	case rise <= q: // the gap has not begun
	case rise >= max(t, end), p.BlindAfter && t <= end:
		return q, true
	case p.BlindAfter && fall <= end:
		return q, false
	}
	return max(q, fall), false
}
