package scenario

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// rateOf reads frames, or what else is counted, per second (50), or bits per second (2Mb/s): one of the two is nil.
func (r *reader) rateOf(n *document.Node, counted string) (each, bits *big.Rat) {
	if text := strings.TrimSpace(n.Text); text == "" || unicode.IsDigit(rune(text[len(text)-1])) {
		return r.MoreThanNone(n), nil
	}
	s, ok := r.Word(n)
	if !ok {
		return nil, nil
	}
	bits, err := phy.BitsPerSecond(s)
	if err != nil {
		r.Fail(n, "%q is not a rate: write one such as 50, %s per second, or 2Mb/s", s, counted)
	}
	return nil, bits
}

// readFrameRate reads frames per second (50), or bits of frames per second (2Mb/s).
func readFrameRate(r *reader, f *flow, n *document.Node) { f.rate, f.bits = r.rateOf(n, "frames") }

// betweenFrames returns the mean picoseconds between frames at the rate given, or nil if it is wrong.
func (f *flow) betweenFrames() *big.Rat {
	switch {
	case f.rate != nil:
		return stations.PerSecond(f.rate)
	case f.bits != nil:
		mean := f.meanBits()
		return mean.Mul(mean, stations.PerSecond(f.bits))
	}
	return nil
}

// meanBits returns the mean size of frames in bits, from destination address to FCS.
func (f *flow) meanBits() *big.Rat {
	sum, cases := f.Size.MeanBits()
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(cases))
}

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
		r.Fail(f.node, "rate (frames or bits per second of each station) or load (share of the line rate of all %d together) is missing", f.group.Count)
	case f.load != nil:
		f.Mean = r.MeanTime(load, f.loadTime())
	default:
		if t := f.betweenFrames(); t != nil {
			f.Mean = r.MeanTime(rate, t)
		}
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
		r.Fail(f.node, "rate (frames or bits per second) or interval (the time between frames) is missing")
	default:
		if t := f.betweenFrames(); t != nil {
			f.Interval = r.MeanTime(rate, t)
		}
	}
}

// loadTime returns the mean picoseconds between the frames of one station of a group whose
// stations together offer a load, each frame with its header and gap:
//
//	count * (header + mean size + gap) / load
func (f *flow) loadTime() *big.Rat {
	p := &f.group.rules.Params
	t := f.meanBits()
	t.Mul(t, new(big.Rat).SetInt64(int64(p.BitTime)))
	t.Add(t, new(big.Rat).SetInt64(int64(p.Header+p.Gap)))
	t.Mul(t, new(big.Rat).SetInt64(int64(f.group.Count)))
	return t.Quo(t, f.load)
}
