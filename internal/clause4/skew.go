package clause4

import (
	"math"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// skewOf returns by how many parts per million the clock of a station is fast. It is so from the start.
func (c *Config) skewOf(sc *scale, station string) (ppm float64) {
	for _, x := range c.Timeline {
		if x.Kind != medium.Skew || x.Station != station {
			continue
		}
		if x.At > 0 {
			sc.fail("the clock of station %s changes during the run", station)
		}
		ppm = x.Value
	}
	return ppm
}

// skewed returns the rules of a station whose clock is fast. All that it measures is shorter by as much.
func skewed(p mac.Params, ppm float64) mac.Params {
	own := func(t phy.Time) phy.Time {
		if t == phy.Forever {
			return t
		}
		return phy.Time(math.Round(float64(t) * 1e6 / (1e6 + ppm)))
	}
	q := p
	for _, t := range []struct {
		to *phy.Time
		t  phy.Time
	}{
		{&q.BitTime, p.BitTime}, {&q.Gap, p.Gap}, {&q.GapPart1, p.GapPart1}, {&q.GapLead, p.GapLead}, {&q.SlotTime, p.SlotTime},
		{&q.LateWindow, p.LateWindow}, {&q.BackoffDelay, p.BackoffDelay}, {&q.MaxDefer, p.MaxDefer},
	} {
		*t.to = own(t.t)
	}
	q.Header, q.Jam = p.Header/p.BitTime*q.BitTime, p.Jam/p.BitTime*q.BitTime
	return q
}
