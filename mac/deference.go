package mac

import "github.com/csmacd/csmacd/phy"

// Deference is what a station remembers of the carrier at its tap: the process of
// that name in IEEE 802.3 4.2.8, reduced to what can still matter. The zero value
// has never heard anything and does not defer.
//
// A busy period is fed in by [Deference.Sense] or, where the station's own
// transmission was part of it, by [Deference.Transmitted], each interval of
// carrier once, in order of time. Intervals that touch are one: a signal that
// begins where another ends leaves no fall.
type Deference struct {
	fall  phy.Time // end of the last busy period
	heard bool     // there was one
	blind bool     // the station transmitted in it: part 1 of the gap is blind too
}

// Sense takes an interval of foreign carrier, [rise, fall). A fall not yet known is
// [phy.Forever].
func (d *Deference) Sense(p *Params, rise, fall phy.Time) {
	if d.heard {
		end := d.fall + p.Gap
		switch {
		case rise >= end:
			// The gap was over: a busy period of its own.
		case !d.deaf(p, rise):
			// Carrier within part 1: it starts again, whole, from this fall.
		case fall > end:
			// The gap ended blind to carrier that goes on: a new busy period
			// begins there and remembers nothing.
		default:
			return // came and went within the blind part
		}
	}
	*d = Deference{fall: fall, heard: true}
}

// Transmitted takes an interval of carrier that contains a transmission of the
// station's own, and ends at fall.
func (d *Deference) Transmitted(fall phy.Time) {
	*d = Deference{fall: fall, heard: true, blind: true}
}

// Fall returns the end of the last busy period, or 0 where there was none.
func (d *Deference) Fall() phy.Time { return d.fall }

// deaf reports whether carrier that rises at an instant of the gap changes nothing.
func (d *Deference) deaf(p *Params, rise phy.Time) bool {
	return d.blind || rise >= d.fall+p.GapPart1
}

// Clear returns the first instant, not before t, at which the station does not
// defer, if no further carrier comes: it is Forever or later while a fall is not
// known.
func (d *Deference) Clear(p *Params, t phy.Time) phy.Time {
	if !d.heard {
		return t
	}
	return max(t, d.fall+p.Gap)
}

// Starts reports whether a frame that waits from t is started at or before rise, the
// instant of the next carrier at the tap, or in spite of it: that carrier is then
// no concern of the frame's, which starts at [Deference.Clear]. Carrier that rises
// at the very instant of a start is not seen by it.
func (d *Deference) Starts(p *Params, t, rise phy.Time) bool {
	clear := d.Clear(p, t)
	if clear <= rise {
		return true
	}
	// Still in the gap as carrier rises: part 2, or a blind part 1, runs on, and at
	// its end nobody listens. (A station that does start only if that carrier is
	// gone by then; Sense reports whether it is.)
	return d.heard && clear == d.fall+p.Gap && rise >= d.fall && d.deaf(p, rise) && !p.NoBlindStart
}

// FreshFrom returns the instant from which [Params.FreshGap] counts the gap of a station whose
// backoff ends at an instant. It is earlier by GapLead, but always leaves at least a bit of the gap
// after the backoff. A whole gap follows carrier that falls later than the instant returned.
func (p *Params) FreshFrom(end phy.Time) phy.Time {
	return end - min(p.GapLead, max(0, p.Gap-p.BitTime))
}

// FreshGap works off one interval of carrier, [rise, fall), for a station that
// waits for a gap of its own (ifg_after_backoff). The gap runs from q, if there is
// no carrier at q. ok says that nothing comes in its way: it ends before the carrier
// rises, or is blind once it has begun; else it begins again at the q given back.
func (p *Params) FreshGap(q, rise, fall phy.Time) (next phy.Time, ok bool) {
	if (p.BlindAfter || rise >= q+p.Gap) && rise > q {
		return q, true
	}
	return max(q, fall), false
}
