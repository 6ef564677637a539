package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run a scenario and print what it came to",
		ArgsUsage: "FILE",
		Description: "Runs the scenario in FILE (- for standard input) and prints a summary. Each of the files " +
			"may be - for standard output, one at most; the summary then goes to standard error. Ctrl-C ends " +
			"a run cleanly: what was written is valid, the result says that it is not complete, and the exit " +
			"status is 130 (143 for SIGTERM, 129 for SIGHUP).",
		Flags:        slices.Concat(outputFlags(), htmlFlags(), seriesFlags(), scenarioFlags()),
		Action:       run,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

// scenarioFlags change a scenario before it is checked.
func scenarioFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Uint64Flag{Name: "seed", DefaultText: "the scenario's", Usage: "run with the seed `N` instead of the scenario's"},
		&cli.StringFlag{Name: "duration", Usage: "stop at the simulated `TIME` (such as 10ms) instead of the scenario's"},
		&cli.StringSliceFlag{Name: "set", Usage: "set a value of the scenario, such as stations[0].traffic.size=64 (`PATH=VALUE`; repeatable)"},
	}
}

// load reads the scenario that a command is about, changed as its flags say.
func load(c *cli.Context, file string) (*scenario.Scenario, error) {
	return loadBy(c, scenario.Options{}, func(o scenario.Options) (*scenario.Scenario, error) { return scenario.Load(file, o) })
}

// loadBy has a scenario read with the options that the command's flags come to, and tells
// what is wrong with it.
func loadBy(c *cli.Context, o scenario.Options, read func(scenario.Options) (*scenario.Scenario, error)) (*scenario.Scenario, error) {
	doing(nothingWritten, "reading %s", inputName(c.Args().First()))
	o.Set, o.ReadCapture, o.ReadDraws = c.StringSlice("set"), readCapture, readDraws
	if c.IsSet("seed") {
		seed := c.Uint64("seed")
		o.Seed = &seed
	}
	if c.IsSet("duration") {
		d, err := phy.ParseTime(c.String("duration"), 0)
		if err != nil {
			return nil, exit{exitUsage, fmt.Errorf("--duration: %w", err)}
		}
		o.Duration = &d
	}
	s, err := read(o)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return nil, exit{status: exitFailure}
	}
	return s, nil
}

// inputName is what messages call a file that is read.
func inputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

func readCapture(path string, octets bool) (scenario.Capture, error) {
	file, err := trace.ReadCapture(path, octets)
	return scenario.Capture{Interfaces: file.Interfaces, Count: file.Len(), Frames: func(yield func(scenario.Captured) bool) {
		for p := range file.Packets() {
			if !yield(scenario.Captured(p)) {
				return
			}
		}
	}}, err
}

func run(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	summary, err := summaryTo(c)
	if err != nil {
		return err
	}
	s, text, err := loadWithText(c, file)
	if err != nil {
		return err
	}
	if err := checkFiles(runFiles(c, file, s)); err != nil {
		return err
	}
	if len(s.Attached) > 0 {
		live := s.Attached[0].Station
		return fmt.Errorf("%s: the station %q is attached to a host: csmacd up %s runs it", file, s.Config.Stations[live].Name, file)
	}
	quiet := c.Bool("quiet")
	if !quiet {
		for _, w := range s.Warnings {
			fmt.Fprintf(stderr, "warning: %v\n", w)
		}
	}
	wanted := s.Config.Until
	if s.Duration == 0 {
		// What until waits for may never come: then the run ends as nothing is
		// left to happen.
		s.Config.Until.Idle = true
	}
	doing(nothingWritten, "setting up %s", file)
	net, err := s.Network()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	doing("no result was written", "opening the outputs of %s", file)
	out, err := openOutputs(c, s, net, contents(s), func(name string) (*trace.Output, error) { return trace.CreateUntil(c.Context, name) })
	if err != nil {
		return err
	}
	if err := out.openHTML(c, s, net, file, text); err != nil {
		out.abandon()
		return err
	}
	doing("no result was written; events, captures and series end with a whole record", "running %s", file)
	out.begin()
	complete, failure := drive(c.Context, net, s.Duration, out, newProgress(s, quiet))
	filesAreClosed.Store(!complete && summary == stdout)
	failure = errors.Join(failure, out.closeTraces())

	doing("the result may be missing; events, captures and series are whole", "writing the result of %s", file)
	r := net.Result()
	if complete && failure == nil && s.Duration == 0 && !quiet && !reached(wanted, &r.Medium) {
		fmt.Fprintf(stderr, "warning: %s: nothing more can happen after %v, and what until waits for never came\n", file, net.Now())
	}
	if complete && failure == nil && !quiet && unmeasured(r) {
		fmt.Fprintf(stderr, "warning: %s: nothing happened after the warm-up of %v, so that all figures are empty\n", file, phy.Time(r.WarmupPs))
	}
	r.Scenario, r.Version, r.Engine = s.Name, Version, engine.Hash
	r.Complete = complete && failure == nil
	if out.json != nil {
		failure = errors.Join(failure, out.json.Done(report.JSON(out.json, r)))
	}
	failure = errors.Join(failure, out.html.write(c, s, r))
	if !quiet {
		failure = errors.Join(failure, report.Summary(summary, r, s.Line))
	}
	at := fmt.Sprintf("%s stands at %v of simulated time", file, net.Now())
	switch {
	case errors.Is(failure, medium.ErrInterrupted):
		return exit{exitInterrupted, fmt.Errorf("%s; %w; the result says that it is not complete", at, failure)}
	case failure == nil && !complete:
		return exit{exitInterrupted, fmt.Errorf("%s; what was written is valid, and the result says that it is not complete", at)}
	}
	return failure
}

// reached says whether one of the conditions that may end a run holds.
func reached(u medium.Until, m *medium.Medium) bool {
	return u.Idle || u.Reached(m.FramesSent, m.FramesDelivered, m.Collisions)
}

// unmeasured says whether all that happened in a run did in its warm-up. Of one that its
// backlog ended there, or that lost its channel, the summary says so.
func unmeasured(r *medium.Result) bool {
	m := &r.Medium
	if m.Aloha != nil && m.FirstExitUs+m.LostUs > 0 {
		return false
	}
	return r.WarmupPs > 0 && (r.SimulatedPs == 0 || m.FramesOffered+m.FramesSent+m.FramesDropped+m.FramesQueued+m.Attempts == 0)
}

// drive runs a network to its end, to the user's, or to the first error. complete
// is false where the user ended it.
func drive(ctx context.Context, net medium.Network, duration phy.Time, out *outputs, p *progress) (complete bool, err error) {
	defer p.finish()
	end := phy.Forever
	if duration > 0 {
		end = duration
	}
	defer context.AfterFunc(ctx, net.Interrupt)()
	slice := newSlice(net.BitTime())
	for !net.Done() && net.Now() < end {
		if ctx.Err() != nil {
			return false, nil
		}
		until := out.html.until(out.series.Until(min(net.Now()+slice.length, end)))
		err := slice.time(func() error { return net.Run(until) })
		if errors.Is(err, medium.ErrInterrupted) {
			return false, nil
		}
		if err != nil {
			return true, err
		}
		out.series.Sample()
		out.html.sample()
		if err := out.err(); err != nil {
			return true, nil // closing the output tells it
		}
		p.show(net.Now())
	}
	return true, nil
}
