package scenario

import (
	"math/big"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/traffic"
)

// readFrameRate reads frames per second.
func readFrameRate(r *reader, f *flow, n *document.Node) { f.rate = r.MoreThanNone(n) }

func readLoad(r *reader, f *flow, n *document.Node) {
	f.load = r.MoreThanNone(n)
	if f.load != nil && f.load.Cmp(big.NewRat(1, 1)) > 0 {
		r.Warn(n, "%s is more than the line carries", n.Text)
	}
}

func finishPoisson(r *reader, f *flow) {
	f.Kind = traffic.KindPoisson
	rate, load := f.node.Get("rate"), f.node.Get("load")
	switch {
	case rate != nil && load != nil:
		r.Fail(load, "rate already says this: give one of the two")
	case rate == nil && load == nil:
		r.Fail(f.node, "rate (frames per second of each station) or load (share of the line rate of all %d together) is missing", f.group.Count)
	case f.rate != nil:
		f.Mean = r.MeanTime(rate, stations.PerSecond(f.rate))
	case f.load != nil:
		f.Mean = r.MeanTime(load, f.loadTime())
	}
}

func finishOnOff(r *reader, f *flow) {
	f.Kind = traffic.KindOnOff
	for _, key := range []string{"on", "off"} {
		if f.node.Get(key) == nil {
			r.Fail(f.node, "%s is missing: a mean time, such as {kind: onoff, on: 10ms, off: 90ms, rate: 1000}", key)
		}
	}
	rate, interval := f.node.Get("rate"), f.node.Get("interval")
	switch {
	case rate != nil && interval != nil:
		r.Fail(interval, "rate already says this: give one of the two")
	case rate == nil && interval == nil:
		r.Fail(f.node, "rate (frames per second) or interval (the time between frames) is missing")
	case f.rate != nil:
		f.Interval = r.MeanTime(rate, stations.PerSecond(f.rate))
	}
}

// loadTime returns the mean picoseconds between the frames of one station of a group whose
// stations together offer a load, each frame with its header and gap:
//
//	count * (header + mean size + gap) / load
func (f *flow) loadTime() *big.Rat {
	p := &f.group.rules.Params
	sum, cases := f.Size.MeanBits()
	t := new(big.Rat).SetFrac(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(cases))
	t.Mul(t, new(big.Rat).SetInt64(int64(p.BitTime)))
	t.Add(t, new(big.Rat).SetInt64(int64(p.Header+p.Gap)))
	t.Mul(t, new(big.Rat).SetInt64(int64(f.group.Count)))
	return t.Quo(t, f.load)
}
