package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/path"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/report/record"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run a scenario and print the result",
		ArgsUsage: "FILE",
		UsageText: commandline.Examples(
			"csmacd run net.yaml # what happened, in words and figures",
			"csmacd run net.yaml --json result.json --pcap run.pcapng # all figures; every frame and fragment, for Wireshark",
			"csmacd run net.yaml --seed 7 --set 'stations[1].traffic.size=64' # with another seed and size",
		),
		Description: commandline.Guide("FILE is a scenario, - for standard input. One of the output files can be - for standard output; the "+
			"summary then goes to standard error. Ctrl-C ends a run cleanly: what is written is valid, and the exit "+
			"status is 130.", "docs/reference/results.md"),
		Flags:        slices.Concat(outputFlags(), htmlFlags(), seriesFlags(), scenarioFlags()),
		Action:       runScenario,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

// scenarioFlags change a scenario before it is checked.
func scenarioFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Uint64Flag{Name: "seed", DefaultText: "the scenario's", Usage: "run with the seed `N`"},
		&cli.StringFlag{Name: "duration", DefaultText: "the scenario's", Usage: "stop at the simulated `TIME`, such as 10ms"},
		&cli.StringSliceFlag{Name: "set", Usage: "set a value of the scenario by its `PATH=VALUE`, such as stations[0].traffic.size=64; repeatable"},
	}
}

// load reads the scenario that a command is about, with the changes that its flags make.
func load(c *cli.Context, file string) (*scenario.Scenario, error) {
	return loadBy(c, scenario.Options{}, func(o scenario.Options) (*scenario.Scenario, error) { return scenario.Load(file, o) })
}

// loadBy reads a scenario with the options that the command's flags set, and prints what is
// wrong with it.
func loadBy(c *cli.Context, o scenario.Options, read func(scenario.Options) (*scenario.Scenario, error)) (*scenario.Scenario, error) {
	exit.Doing(exit.NothingWritten, "reading %s", inputName(c.Args().First()))
	o.Set, o.ReadCapture, o.ReadTimes, o.ReadDraws = c.StringSlice("set"), run.ReadCapture, run.ReadTimes, run.ReadDraws
	for _, set := range o.Set {
		if path, _, ok := strings.Cut(set, "="); !ok || strings.TrimSpace(path) == "" {
			return nil, usage.Errorf("--set %s: write path=value, such as medium.length=500m", set)
		}
	}
	if c.IsSet("seed") {
		seed := c.Uint64("seed")
		o.Seed = &seed
	}
	if c.IsSet("duration") {
		d, err := phy.ParseTime(c.String("duration"), 0)
		if err != nil {
			return nil, usage.Errorf("--duration: %w", err)
		}
		if d == 0 {
			return nil, usage.Errorf("--duration: must be more than 0")
		}
		o.Duration = &d
	}
	s, err := read(o)
	if err != nil {
		fmt.Fprintln(stderr, orLab(err))
		return nil, exit.Error{Status: exit.Failure}
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

// warn prints a scenario's warnings.
func warn(s *scenario.Scenario) {
	for _, w := range s.Warnings {
		fmt.Fprintf(stderr, "warning: %v\n", w)
	}
	for _, over := range path.Over(s) {
		fmt.Fprintf(stderr, "warning: %s\n", over)
	}
}

func runScenario(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	f, summary, err := outputFiles(c)
	if err != nil {
		return err
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	t := f.Table(file, s)
	t.Write("--html", c.String("html"))
	if err := checkFiles(t); err != nil {
		return err
	}
	if err := virtual.Check(s, file); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	quiet := c.Bool("quiet")
	if !quiet {
		defer warn(s) // what happened is printed first
	}
	wanted := s.Config.Until
	run.Finite(s)
	exit.Doing(exit.NothingWritten, "setting up %s", file)
	net, err := s.Network()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if n, ok := net.(*lan.Network); ok {
		n.SetWorkers(min(runtime.GOMAXPROCS(0), n.Domains()/8)) // fewer domains are not worth a worker
	}
	all, err := virtual.With(s, net)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer all.Release()
	if text := virtual.Warning(s); text != "" && !quiet {
		fmt.Fprintf(stderr, "warning: %s: %s\n", file, text)
	}
	exit.Doing("no result was written", "opening the outputs of %s", file)
	out, err := f.Open(s, net, virtual.Contents(all, run.Contents(s)), func(name string) (*trace.Output, error) { return trace.CreateUntil(c.Context, name) })
	if err != nil {
		return err
	}
	virtual.OnState(all, out.FlowState)
	page, err := record.Open(c.String("html"), record.Source{File: file, Changes: changes(c), Command: again(c, file)}, s, net)
	if err != nil {
		out.Abandon()
		return err
	}
	exit.Doing("no result was written; events, captures and series end with a whole record", "running %s", file)
	out.Flush()
	bar := terminal.NewProgress(s.Duration, quiet)
	driver := run.Driver{Samplers: []*series.Sampler{out.Series, page.Sampler()}, Ran: func(now phy.Time) bool {
		bar.Show(now)
		return out.Err() == nil // closing the output returns it
	}}
	complete, failure := driver.Run(c.Context, all, s.Duration)
	bar.Finish()
	interrupted := !complete && failure == nil
	exit.FilesAreClosed.Store(interrupted && summary == c.App.Writer)
	failure = errors.Join(failure, out.Close())
	if text := out.Earlier(); text != "" && !quiet {
		fmt.Fprintf(stderr, "warning: %s\n", text)
	}

	exit.Doing("the result may be missing; events, captures and series are whole", "writing the result of %s", file)
	r := all.Result()
	if complete && failure == nil && s.Duration == 0 && !quiet && !run.Reached(wanted, &r.Medium) && !s.FlowsDone {
		met := run.Progress(wanted, &r.Medium)
		if met != "" {
			met = ": " + met
		}
		fmt.Fprintf(stderr, "warning: %s: the run ended after %v, since nothing more can happen, and the condition in until was not met%s\n", file, net.Now(), met)
	}
	if complete && failure == nil && !quiet && run.Unmeasured(r) {
		fmt.Fprintf(stderr, "warning: %s: nothing happened after the warm-up of %v: all figures are empty\n", file, phy.Time(r.WarmupPs))
	}
	r.Scenario, r.Version, r.Engine = s.Name, Version, engine.Hash
	r.Complete, r.Timeline = complete && failure == nil, s.Effects(net.Now())
	if out.JSON != nil {
		failure = errors.Join(failure, out.JSON.Done(report.JSON(out.JSON, r)))
	}
	bar = terminal.NewProgress(s.Duration, false) // its diagram needs a second run
	failure = errors.Join(failure, page.Write(c.Context, s, r, bar.Show))
	bar.Finish()
	if !quiet {
		failure = errors.Join(failure, report.Summary(summary, r, s.Used()))
	}
	at := fmt.Sprintf("%s stopped at %v of simulated time", file, net.Now())
	switch {
	case errors.Is(failure, medium.ErrInterrupted):
		return exit.Error{Status: exit.Interrupted, Cause: fmt.Errorf("%s; %w; the result is marked as not complete", at, failure)}
	case failure == nil && interrupted:
		return exit.Error{Status: exit.Interrupted, Cause: fmt.Errorf("%s; what was written is valid, and the result is marked as not complete", at)}
	}
	return failure
}
