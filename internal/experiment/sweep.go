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

// Options say how a plan is run.
type Options struct {
	Dir        string // the campaign's folder, which is made if need be
	File       string // that the plan was read from; "": none
	Engine     string // whose runs they are: those of different ones are never mixed; "" is this build's own, engine.Hash
	Jobs       int    // runs at once; at least 1, and at most MostJobs
	Shard      Shard
	Confidence float64             // of the intervals, such as 0.95
	Precision  *campaign.Precision // nil: as many replications as the plan has

	ReadCapture func(path string, octets bool) (scenario.Capture, error) // nil: a plan with captures is refused
	Note        func(text string)                                        // tells what the user should know; one line
	Progress    func(done, all int)                                      // runs of this shard, those found included
}

// MostJobs is how many runs go on at once at most. It is more than machines have cores, and
// each takes memory.
const MostJobs = 1024

// Outcome is what a sweep came to.
type Outcome struct {
	Points   int
	Runs     int // of this shard, as far as they are known to be needed
	Found    int // of those, runs that had a record already
	Ran      int // of those, runs that have one now
	Missing  int // runs of the whole plan that have no record
	Partial  int // points with such runs
	Failed   int // runs that came to an error
	Failures []string
	Loose    []string // points whose intervals are wider than wanted at the most replications
	Restless []string // points with runs that did not settle, whose warm-up is not cut, and how many
	Stopped  bool     // by the user, before all was done
}

// mostFailures is how many failed runs are named one by one.
const mostFailures = 20

// Sweep runs what is missing of a plan, and writes the tables if nothing is missing then.
// The error of a plan that is wrong is a document.Problems, and nothing has been run or
// written; that of a disk that is full leaves all records before valid.
func Sweep(ctx context.Context, plan *plan.Sweep, o Options) (*Outcome, error) {
	if err := o.Precision.Check(plan); err != nil {
		return nil, fmt.Errorf("precision: %w", err)
	}
	files := &captures{read: o.ReadCapture}
	warnings, err := Check(plan, files.reader())
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		o.Note("warning: " + w.String())
	}
	c, err := campaign.New(o.Dir, plan, campaign.Header{Engine: cmp.Or(o.Engine, engine.Hash), Inputs: files.inputs(), Confidence: o.Confidence, Precision: o.Precision})
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
	w := newWork(c, o, out, files.reader())
	if err := w.plan(); err != nil {
		return nil, err
	}
	tell(&c.Findings, o.Note, out)
	if len(w.queue) > 0 {
		// Tables that are there are those of all runs, or there are none.
		if err := c.Withdraw(); err != nil {
			return nil, err
		}
	}
	if err := w.run(ctx); err != nil {
		return out, err
	}
	if o.Shard.Count > 1 { // others may have come to an end, too
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

// Check says whether a plan can be run: whether the scenario is right at every point, and
// columns have names of their own. Warnings are those of all points, each once.
func Check(plan *plan.Sweep, read func(string, bool) (scenario.Capture, error)) (warnings []document.Problem, err error) {
	if err := campaign.CheckNames(plan); err != nil {
		return nil, err
	}
	return scenario.CheckPlan(plan, scenario.Options{ReadCapture: read})
}

// tell says what was found besides the runs that the plan asks for.
func tell(t *campaign.Findings, note func(string), out *Outcome) {
	then := "what it held runs anew"
	if out.Runs == out.Found {
		then = "nothing is missing for it"
	}
	for _, d := range t.Damaged {
		note(d + ": " + then)
	}
	if n := t.Injured - len(t.Damaged); n > 0 {
		note(fmt.Sprintf("and %d damaged records more", n))
	}
	if t.Unwanted > 0 {
		note(fmt.Sprintf("%d records are of runs that the plan does not ask for: they are kept, and not used", t.Unwanted))
	}
	for _, of := range slices.Sorted(maps.Keys(t.Engines)) {
		note(fmt.Sprintf("%d records are by %s: they are kept, and not used", t.Engines[of], engine.Name(of)))
	}
}

// DirOf is the folder of a plan's campaign where none is named: the plan's name, in
// characters that every system takes, with the ending .campaign.
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
