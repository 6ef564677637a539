package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// receive judges a reception as [mac.Params.Receive] does. A receiver counts bits by the clock of the
// sender, whose bits have a length of their own if its clock is fast or slow; 0 is the exact length.
func (n *Network) receive(r *rules, length, bit phy.Time, damaged bool) (mac.Reception, int) {
	if bit == 0 {
		bit = n.bit
	}
	if bit != r.BitTime {
		length = max(0, length) / bit * r.BitTime
	}
	return r.Receive(length, damaged)
}

// clock is the rules of a station from an instant on. What is under way goes on with the clock with which it began: a
// transmission with its jam, a backoff, a gap. What begins at the instant of a change has the new clock.
type clock struct {
	from  phy.Time
	rules *rules
}

// rulesAt returns the rules by which a station measures what began at an instant.
func (st *station) rulesAt(t phy.Time) *mac.Params {
	if st.fault != nil {
		for k := len(st.fault.clocks) - 2; k >= 0 && st.fault.clocks[k+1].from > t; k-- {
			if k == 0 || st.fault.clocks[k].from <= t {
				return &st.fault.clocks[k].rules.Params
			}
		}
	}
	return &st.rules.Params
}

// setClock makes the clock of a station fast by some parts per million.
func (n *Network) setClock(i int32, ppm float64) {
	st := &n.stations[i]
	f := n.faulty(i)
	if len(f.clocks) == 0 {
		f.clocks = append(f.clocks, clock{0, st.rules})
	}
	f.ppm = ppm
	n.ownRules(i, func(*rules) {})
	f.clocks = append(f.clocks, clock{n.now, st.rules})
	if st.state != waiting { // else a gap that is still to come has another length
		return
	}
	if at, _ := n.clear(i); at > n.now && at < phy.Forever && !slices.Contains(n.channels[st.channel].waiters, i) && !slices.Contains(n.ready, i) {
		st.turn++ // the instant at which it was to start is void
		n.release(i, at)
	}
}

// skewed returns rules with a clock that is fast by some parts per million.
func skewed(r *rules, ppm float64) *rules {
	f := *r
	scale := func(t *phy.Time) { *t = phy.Time(float64(*t)/(1+float64(ppm*1e-6)) + 0.5) }
	header, jam := f.Header/f.BitTime, f.Jam/f.BitTime
	scale(&f.BitTime)
	f.Header, f.Jam = header*f.BitTime, jam*f.BitTime
	for _, t := range []*phy.Time{&f.Gap, &f.GapPart1, &f.SlotTime, &f.BackoffDelay, &f.MaxDefer, &f.GapLead, &f.PersistSlot, &f.Align} {
		scale(t)
	}
	if f.LateWindow > 0 && f.LateWindow < phy.Forever {
		scale(&f.LateWindow)
	}
	return &f
}
