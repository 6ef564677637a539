package bus

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able, n.firm = false, nil }

// WithoutRounds makes a network process no contention rounds.
func (n *Network) WithoutRounds() { n.rounds.able = false }

// KeepUpTo sets the number of kept signals above which those that have left the cable are dropped or
// digested, and returns a function that restores it. If it is large, digests look at each signal tap by tap; otherwise
// they do so as seldom as possible.
func KeepUpTo(signals int) (restore func()) {
	before, beforeMany, beforeSweeping, beforeDigesting, beforeRemembering, beforeLeading := most, many, worthSweeping, worthDigesting, worthRemembering, worthLeading
	most, many, worthSweeping, worthRemembering, worthLeading = signals, signals, 1, 1, 1
	if signals > 1000 {
		worthSweeping, worthDigesting, worthRemembering, worthLeading = signals, signals, signals, signals
	}
	return func() {
		most, many, worthSweeping, worthDigesting = before, beforeMany, beforeSweeping, beforeDigesting
		worthRemembering, worthLeading = beforeRemembering, beforeLeading
	}
}

// CutFrom sets the number of kept signals from which on those at the front are cut off, and returns a function that
// restores it.
func CutFrom(signals int) (restore func()) {
	before := many
	many = signals
	return func() { many = before }
}

// DigestAlways makes looks worth a digest of the taps however few signals they have visited, and returns a function that
// restores it.
func DigestAlways() (restore func()) {
	before := worthDigesting
	worthDigesting = 0
	return func() { worthDigesting = before }
}

// EachWaits makes a network without gaps look at every station that waits, for comparison with those at whose
// taps carrier falls first.
func (n *Network) EachWaits() { n.leads = false }

// ReachUpTo sets the number of hooks that are kept in order, and returns a function that restores it.
func ReachUpTo(hooks int) (restore func()) {
	before := mostReached
	mostReached = hooks
	return func() { mostReached = before }
}

// Extended reports whether the engine has what only makes runs of many stations faster.
const Extended = extended

// FirmSteps returns how often a network was processed by what is known a gap ahead.
func (n *Network) FirmSteps() int {
	if n.firm == nil {
		return 0
	}
	return n.firm.runs
}

// PostponeFrom sets the number of stations that wait from which on their checks are postponed, and returns a function
// that restores it.
func PostponeFrom(waiting int) (restore func()) {
	before := worthPostponing
	worthPostponing = waiting
	return func() { worthPostponing = before }
}

// Postpones reports whether checks of stations that wait have been postponed.
func (n *Network) Postpones() bool { return n.postponed != nil }

// Look returns the first instant at which a station that waits may start, as a look finds it, and as it follows from all kept
// signals one by one. ok is false for other stations.
func (n *Network) Look(i int) (found, is phy.Time, ok bool) {
	n.catchUp()
	st := &n.stations[i]
	p := &st.rules.Params
	if st.state != waiting || p.NoCarrierSense || st.ready > n.now {
		return 0, 0, false
	}
	spans := n.signalBySignal(int32(i))
	if n.taps.dirty {
		spans = slices.DeleteFunc(spans, func(s span) bool { return s.fall < n.taps.upTo }) // digested
		if s := n.taps.each[i].carrier; s.fall > s.rise {
			spans = append(spans, s)
			slices.SortStableFunc(spans, byRise)
			spans = mergeSpans(spans)
		}
	}
	if st.fresh {
		q := p.FreshFrom(st.ready)
		if n.taps.remember() {
			q = max(q, n.taps.each[i].fresh)
		}
		for k, over := 0, false; k < len(spans) && !over; k++ {
			var next phy.Time
			if next, over = spans[k].freshGap(p, n.now, q); !over {
				q = next
			}
		}
		is = max(n.now, q+p.Gap)
	} else {
		var d mac.Deference
		if n.taps.remember() {
			d = n.taps.each[i].deference
		}
		for _, s := range spans {
			switch {
			case s.own:
				d.Transmitted(s.fall)
			case !d.Starts(p, n.now, s.rise):
				d.Sense(p, s.rise, s.fall)
			}
		}
		is = d.Clear(p, n.now)
	}
	found, _ = n.clear(int32(i))
	return found, is, true
}

// LeadFrom sets the number of signals from which on a look passes those that others lead at once, and returns a function that
// restores it.
func LeadFrom(signals int) (restore func()) {
	before := worthLeading
	worthLeading = signals
	return func() { worthLeading = before }
}

// ShowFrom sets the number of events that wait from which on some are shown although the medium is not silent, and returns a
// function that restores it.
func ShowFrom(events int) (restore func()) {
	before := worthShowing
	worthShowing = events
	return func() { worthShowing = before }
}
