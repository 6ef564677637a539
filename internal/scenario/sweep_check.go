package scenario

import (
	"fmt"
	"runtime"
	"strconv"
	"sync"
)

// Scenario gives what runs at a point, with a seed of its own. The error is a [Problems].
// Of the options, only ReadCapture counts.
func (s *Sweep) Scenario(p *Point, seed uint64, o Options) (*Scenario, error) {
	r := s.readAt(p, o)
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	r.scenario.Name, r.scenario.Config.Seed = s.Name, seed
	r.scenario.Warnings = r.warnings.sorted()
	return &r.scenario, nil
}

// readAt reads the scenario as it is at a point.
func (s *Sweep) readAt(p *Point, o Options) *reader {
	r := &reader{limits: s.limits, file: s.file, nodesLeft: s.limits.nodes, options: Options{ReadCapture: o.ReadCapture}}
	root := s.tree(r, p)
	if len(r.problems.list) > 0 {
		return r
	}
	r.top(root)
	s.checkKept(r)
	if r.attached() {
		r.failFile("a station is attached to a host, and a plan cannot run hosts: csmacd up runs the scenario")
	}
	return r
}

// Text is what the scenario says at a point, in a form that does not hang on how it is
// written: no comments, order of keys as it is. The names, which change no figure, and the
// seed, which each run has of its own, are left out.
func (s *Sweep) Text(p *Point) []byte {
	r := &reader{limits: s.limits, file: s.file, nodesLeft: s.limits.nodes}
	root := s.tree(r, p)
	for _, key := range []string{"schema", "name", "seed"} {
		for i, e := range root.entries {
			if e.key == key {
				root.entries = append(root.entries[:i:i], root.entries[i+1:]...)
				break
			}
		}
	}
	return root.appendExact(nil)
}

// appendExact writes a node so that no two trees come to the same text.
func (n *node) appendExact(b []byte) []byte {
	switch n.kind {
	case listNode:
		b = append(b, '[')
		for _, item := range n.items {
			b = append(item.appendExact(b), ',')
		}
		return append(b, ']')
	case mappingNode:
		b = append(b, '{')
		for _, e := range n.entries {
			b = append(strconv.AppendQuote(b, e.key), ':')
			b = append(e.value.appendExact(b), ',')
		}
		return append(b, '}')
	}
	if n.number() {
		return append(b, n.text...)
	}
	return strconv.AppendQuote(b, n.text)
}

// Check reads the scenario at every point, on all cores: ReadCapture must bear that.
// Warnings are those of all points, each once; the error is a [Problems]. What is not so at
// every point says at which one it is.
func (s *Sweep) Check(o Options) (warnings []Problem, err error) {
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
	if err := problems.err(); err != nil {
		return nil, err
	}
	found := strange.collect(points)
	return found.sorted(), nil
}

// part is what was found at some of the points.
type part struct{ bad, strange census }

func (c *part) check(s *Sweep, o Options, from, to int) {
	for i := from; i < to && !c.bad.full(); i++ {
		p := s.Point(i)
		r := s.readAt(&p, o)
		for _, problem := range r.problems.list {
			c.bad.count(problem, counted{p.Label, 1})
		}
		for _, problem := range r.warnings.list {
			c.strange.count(problem, counted{p.Label, 1})
		}
	}
}

// census counts the points that have a problem.
type census struct {
	order []Problem
	at    map[Problem]*counted
}

type counted struct {
	label  string // of the first
	points int
}

func (c *census) count(problem Problem, at counted) {
	if n := c.at[problem]; n != nil {
		n.points += at.points
		return
	}
	if c.full() {
		return
	}
	if c.at == nil {
		c.at = map[Problem]*counted{}
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
func (c *census) collect(points int) (all collector) {
	for _, p := range c.order {
		switch n := c.at[p]; {
		case n.points == points:
		case n.points == 1:
			p.Text += " (at " + n.label + ")"
		default:
			p.Text += fmt.Sprintf(" (at %s, and %d more)", n.label, n.points-1)
		}
		all.add(p)
	}
	return all
}

// planNote heads a plan that is written out.
const planNote = "# The scenario and plan of this campaign, with what --set changed.\n"

// Plan writes the scenario with its plan, with what options changed, as [ParsePlan] reads
// it again.
func (s *Sweep) Plan() ([]byte, error) {
	root := s.root.copied()
	root.adopt("name", text(s.planScenario()))
	if plan := root.get("sweep"); plan.get("name") == nil {
		plan.adopt("name", text(s.Name))
	}
	body, err := root.yaml()
	return append([]byte(planNote), body...), err
}

// planScenario is the scenario's own name.
func (s *Sweep) planScenario() string {
	if n := s.root.get("name"); n != nil {
		return n.text
	}
	return baseName(s.file)
}

// planTable is what a plan leans on of a scenario's keys.
var planTable = table[Scenario]{fields: []field[Scenario]{
	{"name", readName}, {"seed", readPlanSeed}, {"sweep", readSweep},
}}

// ParsePlan reads only the plan of a scenario, for whoever has no need to run it. The
// error is a [Problems].
func ParsePlan(file string, text []byte) (*Sweep, error) {
	r := &reader{limits: standard, file: file, nodesLeft: standard.nodes}
	if r.checkText(text) {
		if root := r.tree(text); root != nil && r.isMapping(root) {
			s := &r.scenario
			s.Name, s.Config.Seed = baseName(file), 1
			for _, f := range planTable.fields {
				if v := root.get(f.key); v != nil {
					f.read(r, s, v)
				}
			}
			if s.Sweep == nil && len(r.problems.list) == 0 {
				r.failFile("has no plan: write sweep: {axes: {stations[0].count: [2, 5, 10]}}")
			}
		}
	}
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	return r.scenario.Sweep, nil
}
