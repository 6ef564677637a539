package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// mostIntervals bounds the file of a time series.
const mostIntervals = 1_000_000

// interval returns the length of the intervals of the series.
func (f *Files) interval(s *scenario.Scenario) (phy.Time, error) {
	if f.Series == "" {
		return 0, nil
	}
	if f.Interval == 0 && s.Duration == 0 {
		return 0, usage.Errorf("--series: the length of the run is not known in advance: give --interval too, such as 10ms")
	}
	span := s.Duration - s.Config.Warmup
	interval := plan.IntervalOf(f.Interval, span)
	if span > 0 && (span-1)/interval >= mostIntervals {
		return 0, usage.Errorf("--interval: %s makes more than %d rows of a run of %s: write at least %s", interval, mostIntervals, span, (span+mostIntervals-1)/mostIntervals)
	}
	return interval, nil
}

// openSeries opens the table of intervals.
func (f *Files) openSeries(o *Outputs, s *scenario.Scenario, net medium.Network, create Creator) error {
	interval, err := f.interval(s)
	if err != nil {
		return err
	}
	to, err := create(f.Series)
	if err != nil {
		return err
	}
	out := &seriesOutput{Output: to}
	out.Sampler = series.NewSampler(net, s.Config.Warmup, interval, func(i *series.Interval) {
		if out.rows++; out.rows > mostIntervals {
			out.full = fmt.Errorf("--series: more than %d rows: write a longer --interval", mostIntervals)
			return
		}
		out.line = append(out.cells(s, i), '\n')
		_, _ = out.Write(out.line)
	})
	names := series.Names(series.Columns)
	if out.Turns() {
		names = append(names, series.InStep)
	}
	if out.changes = len(s.Timeline()) > 0; out.changes {
		names = append(names, series.Changes)
	}
	_, _ = out.Write([]byte(strings.Join(names, ",") + "\n")) // out keeps the error
	o.Series = out.Sampler
	o.traces = append(o.traces, out)
	return nil
}

// seriesOutput is a file of a time series.
type seriesOutput struct {
	*series.Sampler
	*trace.Output
	line    []byte
	rows    int
	changes bool  // there is a column of changes
	full    error // there are too many rows
}

// cells returns the cells of an interval.
func (s *seriesOutput) cells(of *scenario.Scenario, i *series.Interval) []byte {
	b := i.AppendCells(s.line[:0])
	if s.Turns() {
		b = strconv.AppendInt(append(b, ','), int64(i.InStep), 10)
	}
	if s.changes {
		var list []series.Change
		for _, x := range of.Instants(i.From, i.From+i.Length) {
			list = append(list, series.Change(x))
		}
		b = series.AppendChanges(append(b, ','), list)
	}
	return b
}

// Err returns the first error.
func (s *seriesOutput) Err() error {
	if s.full != nil {
		return s.full
	}
	return s.Output.Err()
}

// Close writes the last interval, now that the run has ended, and closes the file.
func (s *seriesOutput) Close() error {
	s.Finish()
	return errors.Join(s.full, s.Output.Close())
}
