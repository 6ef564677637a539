package experiment

import (
	"context"
	"slices"

	"github.com/csmacd/csmacd/internal/series"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/phy"
)

// A plan may have each run's warm-up cut by MSER-5 ([stats.MSER5]). The run is made twice:
// once with a series, in which the rule finds where the warm-up ends, and once more with
// that as the scenario's warm-up. It is the same run, and its figures are just those that
// csmacd run --set warmup=... comes to.

// steadySteps is how many steps of the run the rule looks at: a hundred batches of five.
const steadySteps = 100 * stats.MSERBatch

// findWarmup runs the scenario of the point once, to find its warm-up. settled is false
// where the series does not settle in the first half of the run, the run ended before
// there was enough of it, or it is nothing but zeros, which say nothing of how the run
// went: then nothing is cut.
func (w *runner) findWarmup(ctx context.Context) (warmup phy.Time, settled, ok bool, err error) {
	w.base.Config.Warmup = 0
	net, err := w.base.Network()
	if err != nil {
		return 0, false, false, err
	}
	defer net.Release()
	step := (w.base.Duration + steadySteps - 1) / steadySteps
	at := series.Place(w.plan.SteadyOf)
	var steady, values []float64
	s := series.NewSampler(net, 0, step, func(i *series.Interval) {
		if i.Length == step { // the last may be cut short
			values = i.Values(values[:0])
			steady = append(steady, values[at])
		}
	})
	if ok, err := w.drive(ctx, net, s); !ok {
		return 0, false, false, err
	}
	steps, bad := stats.MSER5(steady)
	if bad != nil || !slices.ContainsFunc(steady, func(v float64) bool { return v != 0 }) {
		return 0, false, true, nil
	}
	return phy.Time(steps) * step, true, true, nil
}
