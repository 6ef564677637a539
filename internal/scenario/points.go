package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/resource"
)

// readSweep reads the plan. [CheckPlan] reports whether the scenario is valid at every point.
func readSweep(r *reader, s *Scenario, n *document.Node) {
	s.Sweep = plan.Read(r.Document(), n, plan.Base{Name: s.Name, Seed: s.Config.Seed, Untimed: resource.Untimed()})
}

// At returns the scenario of a point of a plan, with a seed. The error is a
// [document.Problems]. Of the options, only ReadCapture and ReadTimes matter.
func At(s *plan.Sweep, p *plan.Point, seed uint64, o Options) (*Scenario, error) {
	r := readAt(s, p, o, standard)
	if err := r.Problems.Err(); err != nil {
		return nil, err
	}
	r.scenario.Name, r.scenario.Config.Seed = s.Name, seed
	r.scenario.Warnings = r.Warnings.Sorted()
	return &r.scenario, nil
}

// CheckPlan reads the scenario at every point of a plan on all cores, so ReadCapture and
// ReadTimes must be safe for use by several goroutines. Warnings and errors are those of [plan.Sweep.Check].
func CheckPlan(s *plan.Sweep, o Options) (warnings []document.Problem, err error) {
	return checkPlan(s, o, standard)
}

func checkPlan(s *plan.Sweep, o Options, l limits) (warnings []document.Problem, err error) {
	return s.Check(func(p *plan.Point) *document.Reader { return readAt(s, p, o, l).Document() })
}

// readAt reads the scenario of a point.
func readAt(s *plan.Sweep, p *plan.Point, o Options, l limits) *reader {
	r := newReader(s.File(), Options{ReadCapture: o.ReadCapture, ReadTimes: o.ReadTimes}, l)
	root := s.Tree(r.Document(), p)
	if len(r.Problems.List) > 0 {
		return r
	}
	r.top(root)
	s.CheckRun(r.Document(), r.scenario.Duration, r.scenario.Config.Warmup)
	if s := &r.scenario; r.attached() && allSoft(s.Attached) && s.LAN() == nil {
		if len(r.Problems.List) == 0 && !s.Ends() {
			r.FailFile("nothing ends the run: write duration: 1s, or until: {flows_done: true}")
		}
	} else if r.attached() {
		r.FailFile("a station is attached to a host, and a plan cannot run hosts: run the scenario with csmacd up")
	}
	return r
}

// planTable has the keys of a scenario that a plan needs.
var planTable = table[Scenario]{Fields: []field[Scenario]{
	{Key: "name", Read: readName}, {Key: "seed", Read: readSeed}, {Key: "sweep", Read: readSweep},
}}

// ParsePlan reads only the plan of a scenario, for callers that do not run it. The
// error is a [document.Problems].
func ParsePlan(file string, text []byte) (*plan.Sweep, error) {
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
