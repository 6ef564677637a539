package profile

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
)

// probe is a source of draws that are all at the same place in their range.
type probe struct {
	at    float64 // 0 to 1
	calls int
}

// Uniform implements [backoff.Draws].
func (p *probe) Uniform(a, b float64) float64 {
	p.calls++
	return a + float64((b-a)*p.at)
}

// Normal implements [backoff.Draws]. Normal draws have no range.
func (p *probe) Normal(mean, sd float64) float64 {
	p.calls = 2
	return mean
}

// even computes delays that are uniform between two bounds whatever was drawn before, such as
// those of full jitter: each delay is a linear function of one draw. It finds this out by asking
// the policy for its delay at several places of the draw's range, after short delays,
// long delays, and delays between. It reports whether all delays are of this kind.
func even(list []Failure, p backoff.Policy, o Options) bool {
	pasts := []*client{{}, {}, {}}
	total := 0.0
	for i := range list {
		f := &list[i]
		if f.Share == 0 {
			break
		}
		var low, high float64
		for k, past := range pasts {
			a, b, ok := bounds(p, past, f.N, o)
			if !ok || k > 0 && !(alike(a, low) && alike(b, high)) {
				return false
			}
			low, high = a, b
			next(p, past, f.N, []float64{0, 0.437, 0.991}[k], o)
		}
		at := func(share float64) float64 { return low + float64((high-low)*share) }
		f.Mean, f.P5, f.P50, f.P95, f.Least, f.Most = at(0.5), at(0.05), at(0.5), at(0.95), low, high
		total += f.Mean
		f.Total, f.Half, f.TotalHalf, f.Exact = total, 0, 0, true
	}
	return true
}

// bounds returns the least and the greatest delay of a client, if all delays between them are equally likely.
func bounds(p backoff.Policy, past *client, n int, o Options) (low, high float64, ok bool) {
	places := []float64{0, 0.1234, 0.3779, 0.6181, 0.8567}
	delays, calls := make([]float64, len(places)), 0
	for i, at := range places {
		c := *past
		c.rng = backoff.NewRand(uint64(i), "", "")
		var stop bool
		if delays[i], calls, stop = next(p, &c, n, at, o); stop || calls > 1 {
			return 0, 0, false
		}
	}
	low = delays[0]
	high = low + (delays[4]-low)/places[4]
	for i, at := range places {
		if !alike(delays[i], low+float64((high-low)*at)) {
			return 0, 0, false
		}
	}
	// A delay that varies without a draw from Draws comes from another source.
	return low, high, calls == 1 || low == high
}

// next lets a client fail once more, with draws at the given place in their range.
func next(p backoff.Policy, c *client, n int, at float64, o Options) (delay float64, calls int, stop bool) {
	draw := &probe{at: at}
	c.state.Draws, c.state.Attempt, c.state.Elapsed = draw, n, (c.at+o.Takes)/o.Scale
	units, stop := p.Next(&c.state, &c.rng)
	delay = float64(units * o.Scale)
	c.at += o.Takes + delay
	return delay, draw.calls, stop
}

func alike(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}
