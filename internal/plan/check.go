package plan

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/csmacd/csmacd/internal/document"
)

// Text returns the scenario at a point, in a form that does not depend on how it is
// written: without comments, with the keys in their order. It leaves out the name, which changes no figure, and the
// seed, because each run has a seed of its own.
func (s *Sweep) Text(p *Point) []byte {
	root := s.Tree(s.reader.Fresh(), p)
	for _, key := range []string{"schema", "name", "seed"} {
		root.Remove(key)
	}
	return root.AppendExact(nil)
}

// Check calls read for the scenario at every point, on all cores at once, so that read must be safe for concurrent use.
// It returns the warnings of all points, each once. The error is a [document.Problems]. A problem or
// warning that is not at every point names a point.
func (s *Sweep) Check(read func(*Point) *document.Reader) (warnings []document.Problem, err error) {
	points := s.Points()
	parts := make([]part, min(points, runtime.GOMAXPROCS(0)))
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { parts[i].check(s, read, i*points/len(parts), (i+1)*points/len(parts)) })
	}
	all.Wait()
	var bad, strange census
	for i := range parts {
		bad.join(&parts[i].bad)
		strange.join(&parts[i].strange)
	}
	problems := bad.collect(points)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	found := strange.collect(points)
	return found.Sorted(), nil
}

// part holds what was found at some of the points.
type part struct{ bad, strange census }

func (c *part) check(s *Sweep, read func(*Point) *document.Reader, from, to int) {
	for i := from; i < to && !c.bad.full(); i++ {
		p := s.Point(i)
		r := read(&p)
		for _, problem := range r.Problems.List {
			c.bad.count(problem, counted{p.Label, 1})
		}
		for _, problem := range r.Warnings.List {
			c.strange.count(problem, counted{p.Label, 1})
		}
	}
}

// census counts the points at which a problem is.
type census struct {
	order []document.Problem
	at    map[document.Problem]*counted
}

type counted struct {
	label  string // of the first point
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

// full reports whether the limit of problems is reached, so that no more are kept.
func (c *census) full() bool { return len(c.order) >= document.MaxCollected }

// collect returns the problems. One that is not at all of the given number of points says where it is.
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

// planNote is the first line of plan.yaml.
const planNote = "# The scenario and plan of this campaign, with what --set changed.\n"

// Plan returns the scenario with its plan, including the changes by options, as YAML.
func (s *Sweep) Plan() ([]byte, error) {
	root := s.root.Bare()
	root.Adopt("name", document.NewText(s.base.Name))
	if own := root.Get("sweep"); own.Get("name") == nil {
		own.Adopt("name", document.NewText(s.Name))
	}
	body, err := root.YAML()
	return append([]byte(planNote), body...), err
}
