package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/engine"
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
	Confidence float64    // of the intervals, such as 0.95
	Precision  *Precision // nil: as many replications as the plan has

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
	c, err := newCampaign(o.Dir, plan, header{Engine: cmp.Or(o.Engine, engine.Hash), Inputs: files.inputs(), Confidence: o.Confidence, Precision: o.Precision})
	if err != nil {
		return nil, err
	}
	if err := CheckFolder(o.Dir); err != nil {
		return nil, err
	}
	if err := c.spares(o.File, files.paths()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, recordsName), 0o755); err != nil {
		return nil, err
	}
	l, err := lock(o.Dir, o.Shard)
	if err != nil {
		return nil, err
	}
	defer l.release()
	if err := c.takeOver(l, o.Note); err != nil {
		return nil, err
	}
	s, err := c.scan()
	if err != nil {
		return nil, err
	}
	defer func() { s.close() }()
	out := &Outcome{Points: len(c.points)}
	w := &work{campaign: c, recordFiles: s, Options: o, out: out, read: files.reader()}
	if err := w.plan(); err != nil {
		return nil, err
	}
	s.tell(o.Note, out)
	if len(w.queue) > 0 {
		// Tables that are there are those of all runs, or there are none.
		if err := os.Remove(filepath.Join(o.Dir, columnsName)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	if err := w.run(ctx); err != nil {
		return out, err
	}
	if o.Shard.Count > 1 { // others may have come to an end, too
		if err := s.close(); err != nil {
			return out, err
		}
		c.forget()
		if s, err = c.scan(); err != nil {
			return out, err
		}
	}
	if out.Missing, err = c.settle(s); err != nil || out.Missing > 0 {
		return out, err
	}
	out.Loose, out.Restless = c.loose(), c.restless()
	return out, c.tables(s, true)
}

// Check says whether a plan can be run: whether the scenario is right at every point, and
// columns have names of their own. Warnings are those of all points, each once.
func Check(plan *plan.Sweep, read func(string, bool) (scenario.Capture, error)) (warnings []document.Problem, err error) {
	if err := (&campaign{plan: plan}).checkNames(); err != nil {
		return nil, err
	}
	return scenario.CheckPlan(plan, scenario.Options{ReadCapture: read})
}

// takeOver makes a folder that of this campaign. Records of what it was before stay, and
// are used where they fit.
func (c *campaign) takeOver(l locks, note func(string)) error {
	was, err := readHeader(c.dir)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		note(err.Error())
	case err != nil: // there is none yet
		return c.save()
	case was.Engine == c.Engine && was.Plan == c.Plan && was.Inputs == c.Inputs && was.Confidence == c.Confidence && was.Precision.same(c.Precision):
		return c.save()
	}
	if !l.alone() {
		return fmt.Errorf("%s: other shards are at work here, by another plan: wait until they are done, or give this one another folder (--out DIR)", c.dir)
	}
	defer l.share()
	if was != nil && was.Plan != c.Plan {
		note(fmt.Sprintf("%s: the plan has changed: what still fits is kept", c.dir))
	}
	if was != nil && was.Engine != c.Engine {
		note(fmt.Sprintf("%s: its runs are by %s, and are not mixed with those of this build, by %s: all are run anew", c.dir, engine.Name(was.Engine), engine.Name(c.Engine)))
	}
	if was != nil && was.Inputs != c.Inputs {
		note(fmt.Sprintf("%s: a capture that the scenario replays has changed: all are run anew", c.dir))
	}
	return c.save()
}

func (p *Precision) same(q *Precision) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.Relative == q.Relative && p.Most == q.Most && slices.Equal(p.Metrics, q.Metrics)
}

// tell says what was found besides the runs that the plan asks for.
func (t *findings) tell(note func(string), out *Outcome) {
	then := "what it held runs anew"
	if out.Runs == out.Found {
		then = "nothing is missing for it"
	}
	for _, d := range t.damaged {
		note(d + ": " + then)
	}
	if n := t.injured - len(t.damaged); n > 0 {
		note(fmt.Sprintf("and %d damaged records more", n))
	}
	if t.unwanted > 0 {
		note(fmt.Sprintf("%d records are of runs that the plan does not ask for: they are kept, and not used", t.unwanted))
	}
	for _, of := range slices.Sorted(maps.Keys(t.engines)) {
		note(fmt.Sprintf("%d records are by %s: they are kept, and not used", t.engines[of], engine.Name(of)))
	}
}

// forget has records looked for again.
func (c *campaign) forget() {
	for i := range c.points {
		p := &c.points[i]
		*p = point{address: p.address, want: c.least(), failed: p.failed}
	}
}

// settle works out how many replications each point comes to, and how many of all those
// runs are missing.
func (c *campaign) settle(s *recordFiles) (missing int, err error) {
	for i := range c.points {
		p := &c.points[i]
		for {
			lacks := p.missing()
			missing += lacks
			if lacks > 0 {
				break
			}
			more, err := c.more(s, i)
			if err != nil {
				return missing, err
			}
			if more == 0 {
				break
			}
			p.want += more
		}
	}
	return missing, nil
}

// missing counts the runs of a point that have no record.
func (p *point) missing() (n int) {
	for r := range p.want {
		if !p.has(r) {
			n++
		}
	}
	return n
}

func (p *point) has(replication int) bool {
	return replication < len(p.runs) && p.runs[replication].segment != 0
}

// loose names the points whose intervals are too wide.
func (c *campaign) loose() (labels []string) {
	for i := range c.points {
		if c.points[i].loose {
			p := c.plan.Point(i)
			labels = append(labels, p.Label)
		}
	}
	return labels
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
