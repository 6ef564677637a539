package profile

import (
	"math"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/mac/backoff"
)

// client is a client that fails again and again.
type client struct {
	state backoff.State
	rng   backoff.Rand
	at    float64 // when its last attempt began, in units
	waits float64 // sum of its delays
}

// followed is the result of simulating clients.
type followed struct {
	failures []Failure
	rate     *histogram
	stopped  string
	whole    bool // all times were whole numbers
	together bool // after every failure all clients went on, or none
}

// waiting returns the failures after which some client waited.
func (f *followed) waiting() []Failure {
	for i := range f.failures {
		if f.failures[i].Share == 0 {
			return f.failures[:i]
		}
	}
	return f.failures
}

// follow lets all clients fail again and again.
func follow(p backoff.Policy, o Options) *followed {
	clients := make([]client, o.Clients)
	for i := range clients {
		clients[i].rng = backoff.NewRand(o.Seed, strconv.Itoa(i), "backoff")
	}
	f := &followed{rate: newHistogram(), whole: o.Takes == math.Trunc(o.Takes), together: true}
	delays := make([]float64, 0, o.Clients)
	totals := make([]float64, 0, o.Clients)
	for n := 1; n <= o.Failures; n++ {
		delays, totals = delays[:0], totals[:0]
		going := clients[:0]
		for i := range clients {
			c := &clients[i]
			failed := c.at + o.Takes
			c.state.Attempt, c.state.Elapsed = n, failed/o.Scale
			units, stop := p.Next(&c.state, &c.rng)
			if stop || !(units >= 0) {
				f.stopped = reason(p, &c.state)
				continue
			}
			delay := float64(units * o.Scale)
			c.at = failed + delay
			c.waits += delay
			f.whole = f.whole && delay == math.Trunc(delay)
			f.rate.add(c.at)
			delays, totals = append(delays, delay), append(totals, c.waits)
			going = append(going, *c)
		}
		f.together = f.together && (len(going) == len(clients) || len(going) == 0)
		clients = going
		f.failures = append(f.failures, summed(n, delays, totals, o))
		if len(clients) == 0 {
			break
		}
	}
	return f
}

// reason returns why a client gave up.
func reason(p backoff.Policy, s *backoff.State) string {
	if e, ok := p.(backoff.Err); ok {
		if err := e.Err(s); err != nil {
			return err.Error()
		}
	}
	return "its limit"
}

// summed summarizes the delays after a failure.
func summed(n int, delays, totals []float64, o Options) Failure {
	f := Failure{N: n, Share: float64(len(delays)) / float64(o.Clients)}
	if len(delays) == 0 {
		return f
	}
	delay, total := stats.Summarize(delays), stats.Summarize(totals)
	slices.Sort(delays)
	f.Mean, f.Total = delay.Mean, total.Mean
	if len(delays) > 1 {
		f.Half, f.TotalHalf = delay.HalfWidth(0.95), total.HalfWidth(0.95)
	}
	f.P5, f.P50, f.P95 = stats.Percentile(delays, 0.05), stats.Percentile(delays, 0.5), stats.Percentile(delays, 0.95)
	f.Least, f.Most = delays[0], delays[len(delays)-1]
	if f.Least == f.Most { // nothing is drawn
		f.Mean, f.Half = f.Least, 0
	}
	return f
}
