package scene

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Doing is what a station does for a while besides sending.
type Doing uint8

// What a station does.
const (
	Defers   Doing = iota // to carrier, its own included (4.2.3.2.1)
	GapPart1              // of the interpacket gap: carrier restarts it (4.2.3.2.2)
	GapPart2              // blind to carrier (4.2.3.2.2)
	OwnGap                // a whole gap after a backoff (ifg_after_backoff): in textbooks, not in the standard
	Backoff               // after a collision (4.2.3.2.5)
	Waiting               // a frame, or its next attempt, waits to be sent
	Reading               // of a client of a store: it asks for the row, and waits for it
)

var doingNames = [...]string{"defers", "gap, part 1", "gap, part 2", "gap after backoff", "backoff", "waits", "reads"}

// String returns the name of what a station does.
func (d Doing) String() string {
	if int(d) >= len(doingNames) {
		return fmt.Sprintf("Doing(%d)", uint8(d))
	}
	return doingNames[d]
}

// MarshalText implements [encoding.TextMarshaler], so that JSON holds a name.
func (d Doing) MarshalText() ([]byte, error) {
	return []byte([...]string{"defer", "gap1", "gap2", "own_gap", "backoff", "wait", "read"}[d]), nil
}

// Span is a time in which a station does something, [From, Until).
type Span struct {
	Kind    Doing    `json:"kind"`
	From    phy.Time `json:"from"`
	Until   phy.Time `json:"until"`             // None: it has not ended
	Frame   uint32   `json:"frame,omitempty"`   // Backoff, Waiting
	Attempt uint8    `json:"attempt,omitempty"` // Backoff: the attempt that collided; Waiting: the next attempt
	Slots   int32    `json:"slots,omitempty"`   // Backoff: drawn; -1: not a whole number
	Range   int32    `json:"range,omitempty"`   // Backoff: from 0 to Range-1
	Blind   bool     `json:"blind,omitempty"`   // GapPart1: after a transmission of this station
	Cut     bool     `json:"cut,omitempty"`     // GapPart1, OwnGap: ended by carrier, to start again
}

func (v *Span) until() phy.Time {
	if v.Until == None {
		return phy.Forever
	}
	return v.Until
}

// lane returns what a station does in [from, to), computed from the signals at its tap.
func (s *Scene) lane(i int32, signals []signal, from, to phy.Time) []Span {
	st := &s.stations[i]
	if st.repeater {
		return nil // it repeats, and knows no deference
	}
	if st.full {
		signals = own(i, signals)
	}
	on := carrier(i, signals)
	var lane []Span
	if !st.rules.NoCarrierSense && !s.turns { // a node with PLCA defers to its reconciliation sublayer
		lane = deference(&st.rules, on)
	}
	k := sort.Search(len(st.holds), func(k int) bool { return st.holds[k].until() > from })
	for ; k < len(st.holds) && st.holds[k].From < to; k++ {
		h := st.holds[k]
		if h.Kind == Waiting && h.Attempt > 1 && st.rules.GapAfterBackoff && !st.rules.NoCarrierSense {
			lane = append(lane, ownGaps(&st.rules, h, on)...)
		}
		lane = append(lane, h)
	}
	lane = slices.DeleteFunc(lane, func(v Span) bool {
		return v.until() <= from || v.From >= min(to, s.until) || v.until() <= v.From && v.Kind != Backoff
	})
	sort.SliceStable(lane, func(i, j int) bool { // one for all types: the page has to stay small
		return cmp.Or(cmp.Compare(lane[i].From, lane[j].From), cmp.Compare(lane[i].Kind, lane[j].Kind)) < 0
	})
	return lane
}

// own returns the signals of a station itself: one that is full duplex defers to nothing else.
func own(i int32, signals []signal) []signal {
	return slices.DeleteFunc(slices.Clone(signals), func(v signal) bool { return v.Station != i })
}

// deference follows the deference process along the carrier at a tap, by [mac.Deference].
func deference(p *mac.Params, on []Carrier) (lane []Span) {
	var d mac.Deference
	after := Carrier{own: phy.Forever} // the carrier that the gap follows
	for k := range on {
		v := &on[k]
		begin := v.Rise
		if d != (mac.Deference{}) {
			end := d.Clear(p, 0)
			stop := end
			switch {
			case v.Rise >= end:
			case restarts(p, d, v.Rise):
				stop = v.Rise
			case v.own >= phy.Forever && v.Fall <= end:
				continue // it rose and fell within the gap, which goes on
			default: // the gap is blind to it, and ends early only if the station itself sends
				stop = min(end, v.own)
				begin = stop
			}
			lane = appendGap(lane, p, d.Fall(), stop, end, after.own < phy.Forever)
		}
		lane = append(lane, Span{Kind: Defers, From: begin, Until: fallOf(v.Fall)})
		if v.own < phy.Forever {
			d.Transmitted(v.Fall)
		} else {
			d.Sense(p, v.Rise, v.Fall)
		}
		after = *v
	}
	if d != (mac.Deference{}) && d.Fall() < phy.Forever {
		end := d.Clear(p, 0)
		lane = appendGap(lane, p, d.Fall(), end, end, after.own < phy.Forever)
	}
	return lane
}

// restarts reports whether carrier that rises in a gap restarts the gap.
func restarts(p *mac.Params, d mac.Deference, rise phy.Time) bool {
	before := d
	d.Sense(p, rise, rise)
	return d != before
}

// appendGap adds the parts of a gap that began at from, would have ended at end, and was
// stopped at stop.
func appendGap(lane []Span, p *mac.Params, from, stop, end phy.Time, blind bool) []Span {
	if part1 := min(from+p.GapPart1, stop); part1 > from {
		lane = append(lane, Span{Kind: GapPart1, From: from, Until: part1, Blind: blind, Cut: part1 == stop && stop < end})
	}
	if part2 := from + p.GapPart1; stop > part2 {
		lane = append(lane, Span{Kind: GapPart2, From: part2, Until: stop})
	}
	return lane
}

// ownGaps returns the gaps for which a station waits after a backoff: carrier cuts each except the
// last.
func ownGaps(p *mac.Params, wait Span, on []Carrier) (lane []Span) {
	q := p.FreshFrom(wait.From)
	for k := range on {
		v := &on[k]
		next, ok := p.FreshGap(wait.until(), q, v.Rise, v.Fall)
		if ok {
			break
		}
		if from := max(q, wait.From); v.Rise > from && next > q {
			until := q + p.Gap
			if !p.BlindAfter {
				until = min(until, v.Rise)
			}
			lane = append(lane, Span{Kind: OwnGap, From: from, Until: until, Cut: until < q+p.Gap})
		}
		q = next
	}
	if q < min(wait.until(), phy.Forever) {
		lane = append(lane, Span{Kind: OwnGap, From: max(q, wait.From), Until: min(q+p.Gap, wait.until())})
	}
	return lane
}

// fallOf returns a fall as a view shows it: None if it lies in the future.
func fallOf(at phy.Time) phy.Time {
	if at >= phy.Forever {
		return None
	}
	return at
}
