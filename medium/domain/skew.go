package domain

import (
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
