package experiment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Options determine how a plan is run.
type Options struct {
	Dir        string // the campaign's folder; it is created if it does not exist
	File       string // from which the plan was read; "": none
	Engine     string // that does the runs; runs of different engines are never mixed. "" is engine.Hash, that of this build
	Jobs       int    // runs at once; at least 1, and at most MostJobs
	Shard      Shard
	Confidence float64             // of the intervals, such as 0.95
	Precision  *campaign.Precision // nil: as many replications as the plan has

	Readers
	Note     func(text string)   // receives what the user should know, one line at a time
	Progress func(done, all int) // counts the runs of this shard, with those found
}

// MostJobs is the greatest number of runs at once. It is above the number of cores of any machine, and
// each run takes memory.
const MostJobs = 1024

// Outcome is the result of a sweep.
type Outcome struct {
	Points   int
	Runs     int // of this shard, as far as they are known to be necessary
	Found    int // of these, runs that had a record before
	Ran      int // of these, runs that have a record now
	Missing  int // runs of the whole plan that have no record
	Partial  int // points with such runs
	Failed   int // runs that ended with an error
	Failures []string
	Loose    []string // points whose intervals are too wide even with the most replications
	Restless []string // points with runs that did not settle, and the number of these runs
	Stopped  bool     // by the user, before all runs were done
}

// mostFailures limits the number of failed runs that are named.
const mostFailures = 20

// Sweep does the runs of a plan that have no record, and then writes the tables if none is missing.
// If the plan is wrong, the error is a document.Problems, and nothing is run or
// written. After an error of writing, such as a full disk, all earlier records are valid.
func Sweep(ctx context.Context, plan *plan.Sweep, o Options) (*Outcome, error) {
	if err := o.Precision.Check(plan); err != nil {
		return nil, fmt.Errorf("precision: %w", err)
	}
	files := newInputs()
	o.Readers = files.readers(o.Readers)
	warnings, err := check(plan, o.Readers)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		o.Note("warning: " + w.String())
	}
	c, err := campaign.New(o.Dir, plan, campaign.Header{Engine: cmp.Or(o.Engine, engine.Hash), Inputs: files.hash(), Confidence: o.Confidence, Precision: o.Precision})
	if err != nil {
		return nil, err
	}
	if err := campaign.CheckFolder(o.Dir); err != nil {
		return nil, err
	}
	if err := c.Spares(o.File, files.paths()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, campaign.RecordsName), 0o755); err != nil {
		return nil, err
	}
	l, err := lock(o.Dir, o.Shard)
	if err != nil {
		return nil, err
	}
	defer l.release()
	if err := takeOver(c, l, o.Note); err != nil {
		return nil, err
	}
	defer c.Close()
	if err := c.Scan(); err != nil {
		return nil, err
	}
	out := &Outcome{Points: c.Points()}
	w := newWork(c, o, out)
	if err := w.plan(); err != nil {
		return nil, err
	}
	tell(&c.Findings, o.Note, out, "its run is done again")
	if len(w.queue) > 0 {
		// Tables contain all runs, or do not exist.
		if err := c.Withdraw(); err != nil {
			return nil, err
		}
	}
	if err := w.run(ctx); err != nil {
		return out, err
	}
	if o.Shard.Count > 1 { // other shards may be done, too
		if err := c.Scan(); err != nil {
			return out, err
		}
	}
	if out.Missing, err = c.Settle(); err != nil || out.Missing > 0 {
		return out, err
	}
	out.Loose, out.Restless = c.Loose(), c.Restless()
	return out, c.Tables(true)
}

// Check returns an error if a plan cannot be run: if the scenario is wrong at some point, or if two
// columns would have the same name. It returns the warnings of all points, each once, and the paths of the files that
// the scenario names at any point, in alphabetical order.
func Check(plan *plan.Sweep, read Readers) (warnings []document.Problem, named []string, err error) {
	in := newInputs()
	warnings, err = check(plan, in.readers(read))
	return warnings, in.paths(), err
}

func check(plan *plan.Sweep, read Readers) (warnings []document.Problem, err error) {
	if err := campaign.CheckNames(plan); err != nil {
		return nil, err
	}
	return scenario.CheckPlan(plan, read.options())
}

// tell reports records that are damaged, or are not of the plan's runs. then is what follows from damage, if a run is missing.
func tell(t *campaign.Findings, note func(string), out *Outcome, then string) {
	if out.Runs == out.Found {
		then = "no run is missing because of it"
	}
	for _, d := range t.Damaged {
		note(d + ": " + then)
	}
	if n := t.Injured - len(t.Damaged); n > 0 {
		note(fmt.Sprintf("and %d more damaged records", n))
	}
	if t.Unwanted > 0 {
		note(fmt.Sprintf("%d records are of runs that are not in the plan: they are kept, and not used", t.Unwanted))
	}
	for _, of := range slices.Sorted(maps.Keys(t.Engines)) {
		note(fmt.Sprintf("%d records are by %s: they are kept, and not used", t.Engines[of], engine.Name(of)))
	}
}

// DirOf returns the folder of a plan's campaign if the user does not name one: the plan's name, in
// characters that every system allows, with the ending .campaign.
func DirOf(plan *plan.Sweep) string {
	name := strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '-', c == '_', c == '.', c > 127:
			return c
		}
		return '-'
	}, plan.Name), "-.")
	if name == "" {
		name = "experiment"
	}
	return name + ".campaign"
}
