package experiment

import (
	"context"
	"slices"

	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/phy"
)

// A plan can let MSER-5 ([stats.MSER5]) cut the warm-up of each run. The run is then done twice:
// first with a series, in which the rule finds the end of the warm-up, and then with
// that as the scenario's warm-up. Both are the same run, and the figures are those that
// csmacd run --set warmup=... prints.

// steadySteps is the number of steps into which a run is divided for the rule: a hundred batches of five.
const steadySteps = 100 * stats.MSERBatch

// findWarmup runs the scenario of the point once, to find its warm-up. settled is false, and
// nothing is cut, if the series does not settle in the first half of the run, if it is too
// short for the rule, or if all of its values are zero and so tell nothing about the run.
func (w *runner) findWarmup(ctx context.Context) (warmup phy.Time, settled, ok bool, err error) {
	w.base.Config.Warmup = 0
	net, err := w.base.Network()
	if err != nil {
		return 0, false, false, err
	}
	all, err := virtual.With(w.base, net)
	if err != nil {
		return 0, false, false, err
	}
	defer all.Release()
	step := (w.base.Duration + steadySteps - 1) / steadySteps
	at := series.Place(w.plan.SteadyOf)
	var steady, values []float64
	s := series.NewSampler(net, 0, step, func(i *series.Interval) {
		if i.Length == step { // the last one may be shorter
			values = i.Values(values[:0])
			steady = append(steady, values[at])
		}
	})
	if ok, err := w.drive(ctx, all, s); !ok {
		return 0, false, false, err
	}
	steps, bad := stats.MSER5(steady)
	if bad != nil || !slices.ContainsFunc(steady, func(v float64) bool { return v != 0 }) {
		return 0, false, true, nil
	}
	return phy.Time(steps) * step, true, true, nil
}
