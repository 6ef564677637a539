package experiment

import (
	"context"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// runner runs a plan's runs, one at a time. It keeps the scenario of the point that it ran
// last: the next run is mostly of the same.
type runner struct {
	plan *scenario.Sweep
	read func(string, bool) (scenario.Capture, error)

	at     int // the point of base
	base   *scenario.Scenario
	slice  phy.Time
	values []float64
}

// run gives the digest and the metrics of a run, which are valid until the next. ok is
// false where the user ended it.
func (w *runner) run(ctx context.Context, p *scenario.Point, seed uint64) (digest string, values []float64, ok bool, err error) {
	if w.base == nil || w.at != p.Number {
		if w.base, err = w.plan.Scenario(p, seed, scenario.Options{ReadCapture: w.read}); err != nil {
			return "", nil, false, err
		}
		w.at = p.Number
		if w.base.Duration == 0 {
			// What until waits for may never come: then the run ends as nothing is
			// left to happen.
			w.base.Config.Until.Idle = true
		}
	}
	w.base.Config.Seed = seed
	net, err := bus.New(w.base.Config)
	if err != nil {
		return "", nil, false, err
	}
	if ok, err := w.drive(ctx, net, w.base.Duration); !ok {
		return "", nil, false, err
	}
	r := net.Result()
	w.values = w.values[:0]
	s := sum(r)
	for i := range Metrics {
		w.values = append(w.values, Metrics[i].of(s))
	}
	return r.Digest, w.values, true, nil
}

// drive runs a network to its end, in slices of about a twentieth of a second's work, so
// that Ctrl-C is heard.
func (w *runner) drive(ctx context.Context, net *bus.Network, duration phy.Time) (ok bool, err error) {
	end := phy.Forever
	if duration > 0 {
		end = duration
	}
	w.slice = max(w.slice, 1000*net.BitTime())
	for !net.Done() && net.Now() < end {
		if ctx.Err() != nil {
			return false, nil
		}
		began := time.Now()
		until := end
		if end-net.Now() > w.slice {
			until = net.Now() + w.slice
		}
		if err := net.Run(until); err != nil {
			return false, err
		}
		switch took := time.Since(began); {
		case took < 25*time.Millisecond && until < end:
			w.slice = min(2*w.slice, phy.MaxTime)
		case took > 100*time.Millisecond:
			w.slice = max(1, w.slice/2)
		}
	}
	return true, nil
}
