package experiment

import (
	"context"

	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// runner does runs of a plan, one at a time. It keeps the scenario of the last run's point, because
// the next run is mostly of the same point.
type runner struct {
	plan *plan.Sweep
	read Readers

	point  *plan.Point // of the last run
	at     int         // the point of base
	base   *scenario.Scenario
	own    phy.Time // the scenario's own warm-up
	driver run.Driver
	kept   keep.Gatherer
	values []float64
	line   []byte // the record
}

// pointOf returns a point of the plan.
func (w *runner) pointOf(number int) *plan.Point {
	if w.point == nil || w.point.Number != number {
		p := w.plan.Point(number)
		w.point = &p
	}
	return w.point
}

// ran is the result of a run. It is valid until the next run.
type ran struct {
	digest string
	values []float64 // of the metrics

	distributions [metric.Distributions]string // as they are written in the record
	kept          []byte                       // what the plan keeps besides, in the same form
}

// run does one run. ok is false if the user ended it.
func (w *runner) run(ctx context.Context, p *plan.Point, seed uint64) (out ran, ok bool, err error) {
	if w.base == nil || w.at != p.Number {
		if w.base, err = scenario.At(w.plan, p, seed, w.read.options()); err != nil {
			return out, false, err
		}
		w.at, w.own = p.Number, w.base.Config.Warmup
		w.kept.Names = w.plan.Keep
		run.Finite(w.base)
	}
	w.base.Config.Seed, w.base.Config.Warmup = seed, w.own
	settled := true
	if w.plan.SteadyOf != "" {
		if w.base.Config.Warmup, settled, ok, err = w.findWarmup(ctx); !ok {
			return out, false, err
		}
	}
	net, err := w.base.Network()
	if err != nil {
		return out, false, err
	}
	all, err := virtual.With(w.base, net)
	if err != nil {
		return out, false, err
	}
	defer all.Release()
	w.kept.Watch(net, all, w.plan.Interval, w.base.Config.Warmup, w.base.Duration)
	if ok, err := w.drive(ctx, all, w.kept.Sampler); !ok {
		return out, false, err
	}
	r := all.Result()
	w.values = metric.Append(w.values[:0], r, all, settled)
	out = ran{digest: r.Digest, values: w.values, distributions: w.kept.Distributions(net, all)}
	out.kept, err = w.kept.Record(net, r)
	return out, err == nil, err
}

// drive runs a network to its end, with a sampler that may be nil. ok is false if the user or an
// error ended the run.
func (w *runner) drive(ctx context.Context, net medium.Network, sampler *series.Sampler) (ok bool, err error) {
	w.driver.Samplers = append(w.driver.Samplers[:0], sampler)
	if ok, err = w.driver.Run(ctx, net, w.base.Duration); ok {
		sampler.Finish()
	}
	return ok, err
}
