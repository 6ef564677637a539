package plan

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Sweep is the plan of an experiment, a scenario's key sweep: the scenario is run at
// every point, where some of its keys have other values, once for each replication.
type Sweep struct {
	Name         string // its own, or the scenario's
	Axes         []Axis // in the order of the file
	Derived      []Derived
	Replications int
	CommonSeeds  bool   // replication r has the same seed at every point
	Seed         uint64 // the scenario's; those of the runs follow from it

	Keep     []string // what is kept of each run besides its figures: some of [Kept], in that order
	Interval phy.Time // of series; 0: a hundredth of the run
	SteadyOf string   // the series by which MSER-5 cuts each run's warm-up, one of [SteadyOf]; "": runs have the scenario's warmup

	dims []dim // axes that go together, crossed with the others; the last one changes first

	base   Base
	reader *document.Reader // of the scenario
	root   *document.Node   // the scenario, with the changes by options
}

// File returns the name of the file that contains the plan.
func (s *Sweep) File() string { return s.reader.File }

// Base holds what a plan needs to know about the scenario that it varies.
type Base struct {
	Name    string
	Seed    uint64
	Untimed []string // the kinds of medium that have no throughput
}

// Axis is a key of the scenario and the values that it takes.
type Axis struct {
	Name   string  // of its column
	Path   string  // in the grammar of --set
	Unit   string  // of its numbers, "" for none
	Text   bool    // its values are not all numbers of one unit
	Named  bool    // its values have names, which tables show instead of the values
	Values []Value // at least one; no two are equal

	node  *document.Node // where the axis is written
	steps []document.Step
}

// Value is one value of an axis.
type Value struct {
	Text string // as in the scenario: 64, 500m, {policy: uniform, k: 8}
	Cell string // as in a table: the number without its unit if the axis has numbers; the value's name, if it has one

	node *document.Node
}

// dim is a group of axes that go together. They have the same number of values.
type dim struct {
	axes []int // by number, ascending
	size int
}

// mostPoints limits the points of a plan, and the values of an axis. mostReplications
// limits the replications of a point.
const (
	mostPoints       = 1_000_000
	mostReplications = 1_000_000
)

// defaultReplications are enough for a useful interval.
const defaultReplications = 10

// draft is a plan that is being read.
type draft struct {
	*Sweep
	at     *document.Node
	axes   map[string]bool           // names and paths of all axes in the file, right or wrong
	paths  map[string]*document.Node // that are varied, and where
	broken bool                      // an axis is wrong
}

// sweepTable holds the keys of a plan. Those that depend on the axes are after them.
var sweepTable = table[draft]{
	What: "sweep",
	Fields: append([]field[draft]{
		{Key: "name", Read: func(r *reader, p *draft, n *document.Node) { document.SetTo(&p.Name)(r.Name(n)) }},
		{Key: "axes", Read: readAxes},
		{Key: "zip", Read: readZip},
		{Key: "derive", Read: readDerive},
		{Key: "replications", Read: func(r *reader, p *draft, n *document.Node) {
			document.SetTo(&p.Replications)(r.Integer(n, 1, mostReplications))
		}},
		{Key: "seeds", Read: func(r *reader, p *draft, n *document.Node) {
			word, _ := r.OneOf(n, "a choice of seeds", "independent", "common")
			p.CommonSeeds = word == "common"
		}},
	}, keepFields()...),
	Misplaced: map[string]string{
		"precision":  "the precision is given when the plan is run: csmacd sweep FILE --precision 0.01 --metric throughput",
		"confidence": "the confidence of intervals is given when the plan is run: csmacd sweep FILE --confidence 0.99",
		"metric":     "metrics are named when the plan is run: csmacd sweep FILE --precision 0.01 --metric throughput",
		"seed":       "seed belongs beside sweep: the seeds of the runs follow from it",
		"values":     "values belong to an axis: write axes: {\"stations[0].count\": [2, 5, 10]}",
	},
}

// Read reads the plan of a scenario from the value of its key sweep. It returns nil if the plan
// cannot be read. [Sweep.Check] checks the scenario at every point.
func Read(own *document.Reader, n *document.Node, base Base) *Sweep {
	r := &reader{own}
	p := &draft{
		Sweep: &Sweep{Name: base.Name, Replications: defaultReplications, Seed: base.Seed, base: base, reader: own, root: n.Parent},
		at:    n, axes: map[string]bool{}, paths: map[string]*document.Node{},
	}
	if !sweepTable.Read(r, n, p) {
		return nil
	}
	p.checkSteady(r)
	if n.Get("axes") == nil {
		r.Fail(n, "axes are missing: write axes: {\"stations[0].count\": [2, 5, 10]}")
	}
	paired := p.dims != nil || n.Get("zip") == nil // otherwise the axes that go together are not known
	if p.dims == nil {
		p.cross()
	}
	if paired {
		r.differ(p)
	}
	points := 1
	for _, d := range p.dims {
		if points *= max(1, d.size); points > mostPoints {
			r.Fail(n, "that makes more than %d points, the most that a plan can have", mostPoints)
			return nil
		}
	}
	return p.Sweep
}

// cross puts each axis that is not zipped into a dimension of its own, in the file's order. Axes that are
// zipped together have the place of the first of them.
func (p *draft) cross(zipped ...[]int) {
	for i := range p.Axes {
		d := dim{[]int{i}, len(p.Axes[i].Values)}
		for _, together := range zipped {
			for k, axis := range together {
				switch {
				case axis != i:
				case k == 0:
					d.axes = together
				default:
					d.axes = nil
				}
			}
		}
		if d.axes != nil {
			p.dims = append(p.dims, d)
		}
	}
}

// readZip reads which axes go together: a list of names, or a list of such lists.
func readZip(r *reader, p *draft, n *document.Node) {
	lists := []*document.Node{n}
	if n.Kind == document.List && len(n.Items) > 0 && n.Items[0].Kind == document.List {
		lists = n.Items
	}
	var zipped [][]int
	taken := map[int]bool{}
	for _, list := range lists {
		if list.Kind != document.List || len(list.Items) < 2 {
			r.Fail(list, "axes that go together are a list of at least two of them, such as [count, spacing]")
			return
		}
		var together []int
		for _, item := range list.Items {
			name, ok := r.Word(item)
			if !ok {
				return
			}
			i := p.axis(name)
			switch {
			case i < 0 && p.axes[name]:
				return // the axis exists, and its problem has been reported
			case i < 0:
				r.Fail(item, "%q is not an axis: %s", name, document.Instead(name, "axes", p.axisNames()))
				return
			case taken[i]:
				r.Fail(item, "the axis %q is listed twice", name)
				return
			}
			if first := p.Axes[firstOf(together, i)]; len(p.Axes[i].Values) != len(first.Values) {
				r.Fail(item, "%s has %d values and %s has %d: axes that go together need the same number of values", p.Axes[i].Name, len(p.Axes[i].Values), first.Name, len(first.Values))
				return
			}
			taken[i] = true
			together = append(together, i)
		}
		zipped = append(zipped, ascending(together))
	}
	p.cross(zipped...)
}

func firstOf(list []int, otherwise int) int {
	if len(list) > 0 {
		return list[0]
	}
	return otherwise
}

// axis returns the index of the axis with a name or path, or -1.
func (s *Sweep) axis(name string) int {
	for i := range s.Axes {
		if s.Axes[i].Name == name || s.Axes[i].Path == name {
			return i
		}
	}
	return -1
}

func (s *Sweep) axisNames() []string {
	var names []string
	for i := range s.Axes {
		names = append(names, s.Axes[i].Name)
	}
	return names
}

// identifier reports whether a name can be the name of a column and be used in expressions.
func identifier(name string) bool {
	for i, c := range name {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// spelled returns the name of a column for a path, such as stations_0_traffic_size.
func spelled(path string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			return c
		case c == ']':
			return -1
		}
		return '_'
	}, path), "_")
}

// Points returns the number of points of the plan.
func (s *Sweep) Points() int {
	n := 1
	for _, d := range s.dims {
		n *= d.size
	}
	return n
}
