package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/usage"
)

func sweepCommand() *cli.Command {
	return &cli.Command{
		Name:      "sweep",
		Usage:     "run a scenario's plan (its key sweep) on all cores, and write tables of the results",
		ArgsUsage: "[submit|manifest] FILE",
		UsageText: commandline.Examples(
			"csmacd sweep plan.yaml # every point of the plan, into a folder: points.csv, runs.csv",
			"csmacd sweep net.yaml --set 'sweep.axes={\"stations[0].count\": [2, 4, 8]}' # a plan from the command line",
			"csmacd sweep plan.yaml --precision 0.05 --metric throughput # until the mean is known to 5 %",
		),
		Description: commandline.Guide("Each run is kept in a folder, the campaign. After an interruption the same command continues: finished "+
			"runs are not repeated. sweep submit FILE submits the plan to Slurm; sweep manifest FILE prints a "+
			"Kubernetes Indexed Job.", "docs/howto/experiments.md"),
		Flags:        append(append(sweepFlags(), scenarioFlags()...), clusterFlags()...),
		Action:       sweep,
		BashComplete: completeFirst(true, "submit", "manifest"),
		OnUsageError: usageError,
	}
}

func sweepFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "keep the campaign in the folder `DIR`", DefaultText: "the scenario's name, with - for spaces, and .campaign"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "run `N` at once, at most 1024", DefaultText: "the number of cores"},
		&cli.StringFlag{Name: "shard", Usage: "run only part `I/N` of the runs, such as 1/4"},
		&cli.IntFlag{Name: "shards", Usage: "the number `N` of tasks, if the scheduler says only which one this is (or " + experiment.ShardsVariable + ")"},
		&cli.StringFlag{Name: "keep", Usage: "keep also `WHAT` of each run, in tables of their own: " + strings.Join(plan.Kept, ",")},
		&cli.Float64Flag{Name: "precision", Usage: "add replications to a point until the interval of each --metric is within this `SHARE` of its mean, such as 0.01"},
		&cli.StringFlag{Name: "metric", Usage: "the `METRICS` of --precision: throughput,access_delay_us_mean,..."},
		&cli.IntFlag{Name: "max-replications", Value: 1000, Usage: "stop --precision at `N` replications of a point"},
		&cli.Float64Flag{Name: "confidence", Value: 0.95, Usage: "the confidence `LEVEL` of the intervals"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary, no warnings and no progress"},
	}
}

func sweep(c *cli.Context) error {
	if word := c.Args().First(); c.NArg() == 2 && (word == "submit" || word == "manifest") {
		return sweepElsewhere(c, word, c.Args().Get(1))
	}
	for _, name := range []string{"engine", "tasks", "image", "claim"} {
		if c.IsSet(name) {
			return usage.Errorf("--%s is for csmacd sweep submit FILE and csmacd sweep manifest FILE", name)
		}
	}
	if word := c.Args().First(); c.NArg() == 2 {
		return usage.Errorf("unknown word %q before the file: %s", word, document.Instead(word, "there are", []string{"submit", "manifest"}))
	}
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	s, o, err := planned(c, file)
	if err != nil {
		return err
	}
	if o.Dir = c.String("out"); o.Dir == "" {
		o.Dir = experiment.DirOf(s.Sweep)
	}
	o.File = file
	quiet := c.Bool("quiet")
	bar := terminal.NewCounter(quiet)
	o.Progress = bar.Show
	o.Note = func(text string) {
		if !quiet {
			fmt.Fprintln(stderr, text)
		}
	}
	exit.Doing("the runs that are done are kept, and the same command continues", "sweeping %s into %s", file, o.Dir)
	began := time.Now()
	out, err := experiment.Sweep(c.Context, s.Sweep, o)
	bar.Finish()
	if problems := (document.Problems)(nil); errors.As(err, &problems) {
		fmt.Fprintln(stderr, err)
		return exit.Error{Status: exit.Failure}
	}
	if err != nil {
		if out != nil && out.Found+out.Ran > 0 {
			err = fmt.Errorf("%w (%d of %d runs are done and kept in %s: the same command continues)", err, out.Found+out.Ran, out.Runs, o.Dir)
		}
		return err
	}
	return swept(c, s.Sweep, o, out, time.Since(began))
}

// planned reads the flags and the scenario with its plan, and checks that they fit.
func planned(c *cli.Context, file string) (*scenario.Scenario, experiment.Options, error) {
	o, err := sweepOptions(c)
	if err != nil {
		return nil, o, err
	}
	s, err := loadPlan(c, file)
	if err != nil {
		return nil, o, err
	}
	if s.Sweep == nil {
		return nil, o, fmt.Errorf("%s: no plan: add one, such as sweep: {axes: {\"stations[0].count\": [2, 5, 10]}}, or run it once with csmacd run %[1]s", file)
	}
	return s, o, checkPrecision(o, s.Sweep)
}

// loadPlan reads the scenario with its plan. --keep becomes a part of the plan, which a
// campaign's folder holds.
func loadPlan(c *cli.Context, file string) (*scenario.Scenario, error) {
	if c.IsSet("keep") {
		for _, word := range strings.Split(c.String("keep"), ",") {
			if word = strings.TrimSpace(word); !slices.Contains(plan.Kept, word) {
				return nil, usage.Errorf("--keep: %q is not something to keep: %s", word, document.Instead(word, "allowed", plan.Kept))
			}
		}
		if err := c.Set("set", "sweep.keep=["+c.String("keep")+"]"); err != nil {
			return nil, err
		}
	}
	return load(c, file)
}

// readers read the files that scenarios of a plan name.
var readers = experiment.Readers{ReadCapture: run.ReadCapture, ReadTimes: run.ReadTimes}

// sweepOptions reads the flags.
func sweepOptions(c *cli.Context) (o experiment.Options, err error) {
	bad := func(format string, args ...any) (experiment.Options, error) {
		return o, usage.Errorf(format, args...)
	}
	o.Readers = readers
	o.Jobs, o.Confidence = runtime.GOMAXPROCS(0), c.Float64("confidence")
	switch {
	case c.IsSet("jobs") && c.Int("jobs") < 1:
		return bad("--jobs %d: at least 1 is wanted", c.Int("jobs"))
	case c.Int("jobs") > experiment.MostJobs:
		return bad("--jobs %d: at most %d runs at once; without --jobs the number is that of the cores, %d", c.Int("jobs"), experiment.MostJobs, o.Jobs)
	case c.IsSet("jobs"):
		o.Jobs = c.Int("jobs")
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return bad("--confidence %v: write a level above 0 and below 1, such as 0.95", o.Confidence)
	}
	if o.Shard, err = shardOf(c); err != nil {
		return bad("%w", err)
	}
	if !c.IsSet("precision") {
		if c.IsSet("metric") || c.IsSet("max-replications") {
			return bad("--metric and --max-replications belong to --precision: give that too")
		}
		return o, nil
	}
	o.Precision = &campaign.Precision{Relative: c.Float64("precision"), Most: c.Int("max-replications")}
	for name := range strings.SplitSeq(c.String("metric"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			o.Precision.Metrics = append(o.Precision.Metrics, name)
		}
	}
	return o, nil
}

// shardOf returns the part of the runs that this process does: by the flags, or by a scheduler.
func shardOf(c *cli.Context) (s experiment.Shard, err error) {
	n := c.Int("shards")
	switch {
	case c.IsSet("shard") && c.IsSet("shards"):
		return s, fmt.Errorf("--shard %s names the number of parts, too: leave out --shards", c.String("shard"))
	case c.IsSet("shard"):
		if s, err = experiment.ParseShard(c.String("shard")); err != nil {
			return s, fmt.Errorf("--shard %w", err)
		}
		return s, nil
	case c.IsSet("shards") && n < 1:
		return s, fmt.Errorf("--shards %d: a number of tasks from 1 is wanted", n)
	}
	s, from, err := experiment.DetectShard(os.Getenv, n)
	switch {
	case err != nil:
		return s, err
	case from == "" && n > 0:
		return s, fmt.Errorf("--shards %d: which of them this one is, is not known: no scheduler has set %s. By hand: --shard 1/%[1]d",
			n, english.OxfordWordSeries(experiment.IndexVariables, "or"))
	case from != "" && !c.Bool("quiet"):
		fmt.Fprintf(stderr, "shard %v, by %s\n", s, from)
	}
	return s, nil
}

// checkPrecision returns an error if --precision does not fit a plan.
func checkPrecision(o experiment.Options, plan *plan.Sweep) error {
	if err := o.Precision.Check(plan); err != nil {
		return usage.Errorf("--precision: %w", err)
	}
	return nil
}

// swept prints the result of a sweep.
func swept(c *cli.Context, plan *plan.Sweep, o experiment.Options, out *experiment.Outcome, took time.Duration) error {
	slices.Sort(out.Failures) // in no order until now
	for _, f := range out.Failures {
		fmt.Fprintln(stderr, "failed:", f)
	}
	done := out.Found + out.Ran
	switch {
	case out.Stopped:
		return exit.Error{Status: exit.Interrupted, Cause: fmt.Errorf("%d of %d runs are done and kept in %s: the same command continues", done, out.Runs, o.Dir)}
	case out.Failed > 0:
		return fmt.Errorf("%d of %d runs failed: the others are kept in %s (csmacd merge %[3]s writes their tables)", out.Failed, out.Runs, o.Dir)
	}
	if c.Bool("quiet") {
		return nil
	}
	w := c.App.Writer
	fmt.Fprintf(w, "%s: %s, %s: %d run in %v, %d already done\n", plan.Name, english.Plural(out.Points, "point", ""), english.Plural(out.Runs, "run", ""), out.Ran, took.Round(time.Millisecond), out.Found)
	if out.Missing > 0 {
		fmt.Fprintf(w, "this was shard %v; %s of other shards are missing in %s. When they are done: csmacd merge %[3]s\n", o.Shard, english.Plural(out.Missing, "run", ""), o.Dir)
		return nil
	}
	return out.Summary(w, o.Dir, o.Precision)
}

// validatePlan checks a scenario at every point of its plan, and adds the warnings of all
// points to its own. It returns the files that the scenario names.
func validatePlan(file string, s *scenario.Scenario) (named []string, err error) {
	warnings, named, err := experiment.Check(s.Sweep, readers)
	if problems := (document.Problems)(nil); errors.As(err, &problems) {
		fmt.Fprintln(stderr, err)
	} else if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", file, err)
	}
	s.Warnings = append(s.Warnings, warnings...)
	return named, err
}
