package exercise

import (
	"context"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/report"
)

// Summary returns what csmacd run prints of a run of the lab.
func (w *Work) Summary(ctx context.Context, run, version string) (string, error) {
	for i := range w.lab.Runs {
		if r := &w.lab.Runs[i]; r.Name == run {
			o, err := w.outcome(ctx, ranKey{i, w.lab.seed()})
			if err != nil {
				return "", err
			}
			of := *o.result
			of.Scenario, of.Version, of.Engine = r.Scenario.Name, version, engine.Hash
			var b strings.Builder
			err = report.Summary(&b, &of, r.Scenario.Line)
			return b.String(), err
		}
	}
	return "", fmt.Errorf("there is no run %s", run)
}
