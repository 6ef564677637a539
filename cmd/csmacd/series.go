package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// mostIntervals bounds the file of a time series.
const mostIntervals = 1_000_000

// seriesFlags are those of a run's time series.
func seriesFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "series", Usage: "write a time series to `FILE`, as CSV: counts, throughput and queues by intervals, from the warm-up's end on"},
		&cli.StringFlag{Name: "interval", Usage: "have --series count by the simulated `TIME`, such as 10ms (default: a hundredth of the run)"},
	}
}

// openSeries begins the time series that --series asks for.
func (o *outputs) openSeries(c *cli.Context, s *scenario.Scenario, net medium.Network, create creator) error {
	if c.String("series") == "" {
		if c.IsSet("interval") {
			return exit{exitUsage, errors.New("--interval is that of --series FILE: give that too")}
		}
		return nil
	}
	var interval phy.Time
	if c.IsSet("interval") {
		var err error
		if interval, err = phy.ParseTime(c.String("interval"), 0); err == nil && interval <= 0 {
			err = errors.New("must be more than 0")
		}
		if err != nil {
			return exit{exitUsage, fmt.Errorf("--interval: %w", err)}
		}
	}
	if interval == 0 && s.Duration == 0 {
		return exit{exitUsage, errors.New("--series: how long the run lasts is not known beforehand: give --interval, too, such as 10ms")}
	}
	warmup := s.Config.Warmup
	interval = scenario.IntervalOf(interval, s.Duration-warmup)
	if span := s.Duration - warmup; span > 0 && (span-1)/interval >= mostIntervals {
		return exit{exitUsage, fmt.Errorf("--interval: %s makes more than %d rows of a run of %s: write at least %s", interval, mostIntervals, span, (span+mostIntervals-1)/mostIntervals)}
	}
	f, err := create(c.String("series"))
	if err != nil {
		return err
	}
	out := &seriesOutput{Output: f}
	var names []string
	for _, column := range experiment.SeriesColumns {
		names = append(names, column.Name)
	}
	_, _ = out.Write([]byte(strings.Join(names, ",") + "\n")) // it keeps its error
	out.Sampler = experiment.NewSampler(net, warmup, interval, func(i *experiment.Interval) {
		if out.rows++; out.rows > mostIntervals {
			out.full = fmt.Errorf("--series: more than %d rows: write a longer --interval", mostIntervals)
			return
		}
		out.line = i.AppendRow(out.line[:0])
		_, _ = out.Write(out.line)
	})
	o.series = out.Sampler
	o.traces = append(o.traces, out)
	return nil
}

// seriesOutput is a file of a time series.
type seriesOutput struct {
	*experiment.Sampler
	*trace.Output
	line []byte
	rows int
	full error // there are too many rows
}

// Err is the first error.
func (s *seriesOutput) Err() error {
	if s.full != nil {
		return s.full
	}
	return s.Output.Err()
}

// Close writes the last interval, as the run has ended, and closes the file.
func (s *seriesOutput) Close() error {
	s.Finish()
	return errors.Join(s.full, s.Output.Close())
}
