package scenario

import (
	"fmt"
	"github.com/csmacd/csmacd/internal/document"
	"runtime"
	"sync"
)

// Scenario gives what runs at a point, with a seed of its own. The error is a [document.Problems].
// Of the options, only ReadCapture counts.
func (s *Sweep) Scenario(p *Point, seed uint64, o Options) (*Scenario, error) {
	r := s.readAt(p, o)
	if err := r.Problems.Err(); err != nil {
		return nil, err
	}
	r.scenario.Name, r.scenario.Config.Seed = s.Name, seed
	r.scenario.Warnings = r.Warnings.Sorted()
	return &r.scenario, nil
}

// readAt reads the scenario as it is at a point.
func (s *Sweep) readAt(p *Point, o Options) *reader {
	r := newReader(s.file, Options{ReadCapture: o.ReadCapture}, s.limits)
	root := s.tree(r, p)
	if len(r.Problems.List) > 0 {
		return r
	}
	r.top(root)
	s.checkKept(r)
	if r.attached() {
		r.FailFile("a station is attached to a host, and a plan cannot run hosts: csmacd up runs the scenario")
	}
	return r
}

// Text is what the scenario says at a point, in a form that does not hang on how it is
// written: no comments, order of keys as it is. The names, which change no figure, and the
// seed, which each run has of its own, are left out.
func (s *Sweep) Text(p *Point) []byte {
	r := newReader(s.file, Options{}, s.limits)
	root := s.tree(r, p)
	for _, key := range []string{"schema", "name", "seed"} {
		for i, e := range root.Entries {
			if e.Key == key {
				root.Entries = append(root.Entries[:i:i], root.Entries[i+1:]...)
				break
			}
		}
	}
	return root.AppendExact(nil)
}

// Check reads the scenario at every point, on all cores: ReadCapture must bear that.
// Warnings are those of all points, each once; the error is a [document.Problems]. What is not so at
// every point says at which one it is.
func (s *Sweep) Check(o Options) (warnings []document.Problem, err error) {
	points := s.Points()
	parts := make([]part, min(points, runtime.GOMAXPROCS(0)))
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { parts[i].check(s, o, i*points/len(parts), (i+1)*points/len(parts)) })
	}
	all.Wait()
	var bad, strange census
	for i := range parts {
		bad.join(&parts[i].bad)
		strange.join(&parts[i].strange)
	}
	if bad.full() {
		points = -1 // not all were looked at
	}
	problems := bad.collect(points)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	found := strange.collect(points)
	return found.Sorted(), nil
}

// part is what was found at some of the points.
type part struct{ bad, strange census }

func (c *part) check(s *Sweep, o Options, from, to int) {
	for i := from; i < to && !c.bad.full(); i++ {
		p := s.Point(i)
		r := s.readAt(&p, o)
		for _, problem := range r.Problems.List {
			c.bad.count(problem, counted{p.Label, 1})
		}
		for _, problem := range r.Warnings.List {
			c.strange.count(problem, counted{p.Label, 1})
		}
	}
}

// census counts the points that have a problem.
type census struct {
	order []document.Problem
	at    map[document.Problem]*counted
}

type counted struct {
	label  string // of the first
	points int
}

func (c *census) count(problem document.Problem, at counted) {
	if n := c.at[problem]; n != nil {
		n.points += at.points
		return
	}
	if c.full() {
		return
	}
	if c.at == nil {
		c.at = map[document.Problem]*counted{}
	}
	c.at[problem] = &at
	c.order = append(c.order, problem)
}

// join adds what was found at later points.
func (c *census) join(later *census) {
	for _, problem := range later.order {
		c.count(problem, *later.at[problem])
	}
}

// full says that no more problems are kept: more help nobody.
func (c *census) full() bool { return len(c.order) >= 1000 }

// collect adds where each problem is; of points there are so many.
func (c *census) collect(points int) (all document.Collector) {
	for _, p := range c.order {
		switch n := c.at[p]; {
		case n.points == points:
		case n.points == 1:
			p.Text += " (at " + n.label + ")"
		default:
			p.Text += fmt.Sprintf(" (at %s, and %d more)", n.label, n.points-1)
		}
		all.Add(p)
	}
	return all
}

// planNote heads a plan that is written out.
const planNote = "# The scenario and plan of this campaign, with what --set changed.\n"

// Plan writes the scenario with its plan, with what options changed, as [ParsePlan] reads
// it again.
func (s *Sweep) Plan() ([]byte, error) {
	root := s.root.Bare()
	root.Adopt("name", document.NewText(s.planScenario()))
	if plan := root.Get("sweep"); plan.Get("name") == nil {
		plan.Adopt("name", document.NewText(s.Name))
	}
	body, err := root.YAML()
	return append([]byte(planNote), body...), err
}

// planScenario is the scenario's own name.
func (s *Sweep) planScenario() string {
	if n := s.root.Get("name"); n != nil {
		return n.Text
	}
	return baseName(s.file)
}

// planTable is what a plan leans on of a scenario's keys.
var planTable = table[Scenario]{Fields: []field[Scenario]{
	{Key: "name", Read: readName}, {Key: "seed", Read: readPlanSeed}, {Key: "sweep", Read: readSweep},
}}

// ParsePlan reads only the plan of a scenario, for whoever has no need to run it. The
// error is a [document.Problems].
func ParsePlan(file string, text []byte) (*Sweep, error) {
	r := newReader(file, Options{}, standard)
	if root := r.Tree(text); root != nil && r.IsMapping(root) {
		s := &r.scenario
		s.Name, s.Config.Seed = baseName(file), 1
		for _, f := range planTable.Fields {
			if v := root.Get(f.Key); v != nil {
				f.Read(r, s, v)
			}
		}
		if s.Sweep == nil && len(r.Problems.List) == 0 {
			r.FailFile("has no plan: write sweep: {axes: {stations[0].count: [2, 5, 10]}}")
		}
	}
	if err := r.Problems.Err(); err != nil {
		return nil, err
	}
	return r.scenario.Sweep, nil
}
