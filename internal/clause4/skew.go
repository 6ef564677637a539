package clause4

import (
	"math"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// clock is what a station measures with from an instant on. What is under way goes on with the clock with which
// it began: a transmission with its jam, a backoff, a gap. What begins at the instant of a change has the new clock.
type clock struct {
	from instant
	n    numbers
}

// clocksOf returns the clocks of a station, in order of time. The first is that from the start.
func (c *Config) clocksOf(sc *scale, station string, p mac.Params, bit phy.Time) []clock {
	list := []clock{{0, sc.numbers(p, bit, 0)}}
	for _, x := range c.Timeline {
		if x.Kind == medium.Skew && x.Station == station {
			list = append(list, clock{sc.steps("change of a clock", x.At), sc.numbers(p, bit, x.Value)})
		}
	}
	return list
}

// at returns what the station measures something with that began at an instant.
func (s *station) at(t instant) *numbers {
	k := len(s.clocks) - 1
	for k > 0 && s.clocks[k].from > t {
		k--
	}
	return &s.clocks[k].n
}

// tick makes the station measure with the clock of this instant.
func (s *station) tick() { s.n = *s.at(s.m.now) }

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
