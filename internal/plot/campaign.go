package plot

import (
	"fmt"
	"math"
	"slices"

	"github.com/csmacd/csmacd/internal/figure"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
)

// Choice is what to draw of a campaign. Columns are given by their names, or by a part of a name.
type Choice struct {
	X     string   // "": time, in a table over the course of runs; else the axis with most values
	Y     []string // empty: throughput, or the first metric; several must have one unit
	By    string   // "": the next axis with more than one value, if there is one
	Where []string // COLUMN=VALUE
	Let   []string // NAME = EXPRESSION, or NAME (UNIT) = EXPRESSION: further columns

	Theory []string    // of [Theories]
	Plan   *plan.Sweep // theory is computed from it; nil if Theory is empty
	Data   []*Data     // values from elsewhere
}

// line is the source of one series of a figure.
type line struct {
	label string
	y     int
	value string // in the column by
	rows  [][]table.Cell
}

// Campaign draws metrics of a campaign's points with their intervals, or of another table of the
// campaign, with intervals over replications. The notes are what a reader of the figure should know.
func Campaign(t *table.Table, c Choice) (f figure.Figure, notes []string, err error) {
	r := newRows(t)
	if len(r.list) == 0 {
		return f, nil, fmt.Errorf("the table has no runs yet: %w", figure.ErrNothing)
	}
	if err := r.prepare(c.Let, c.Where); err != nil {
		return f, nil, err
	}
	if err := r.choose(c); err != nil {
		return f, nil, err
	}
	if err := r.alone(); err != nil {
		return f, nil, err
	}
	lacks := lacking{censored: r.censored()}
	r.average()
	panels := r.panels()
	if len(panels) == 1 && len(panels[0]) == 1 && len(c.Theory)+len(c.Data) > 0 {
		panels[0][0].label = "simulated" // beside values that are not
	}
	for _, lines := range panels {
		p, why, err := r.panel(lines, c, &lacks)
		if err != nil {
			return f, nil, err
		}
		for _, n := range why {
			if !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
		f.Panels = append(f.Panels, p)
	}
	f.Shared = len(f.Panels) > 1
	var missing []string
	f.Note, missing = lacks.say()
	notes = append(notes, missing...)
	if !t.Complete {
		notes = append(notes, "the campaign is not complete: runs of its plan are missing")
	}
	return f, append(notes, r.intervals(&f)...), nil
}

// panels distributes the lines: one for each value of by, or one for each metric. With several of both,
// each value has a panel.
func (r *rows) panels() (list [][]line) {
	if len(r.y) == 1 {
		var lines []line
		for _, v := range r.values(r.by) {
			lines = append(lines, line{r.label(v), r.y[0], v, r.of(v)})
		}
		return [][]line{lines}
	}
	names := r.metricNames()
	for _, v := range r.values(r.by) {
		var lines []line
		for k, y := range r.y {
			lines = append(lines, line{names[k], y, v, r.of(v)})
		}
		list = append(list, lines)
	}
	return list
}

// panel draws lines, the theory of them, and values from elsewhere.
func (r *rows) panel(lines []line, c Choice, lacks *lacking) (p figure.Panel, notes []string, err error) {
	p = figure.Panel{X: r.axisOf(r.x), Y: r.upright()}
	if len(r.y) > 1 && r.by >= 0 {
		p.Title = r.label(lines[0].value)
	}
	r.kept(&p)
	places := r.places(&p.X)
	for i, l := range lines {
		s := figure.Series{Label: l.label, Mark: r.mark(l)}
		aside := 0.0
		if p.X.Ticks != nil {
			// The lines stand side by side around their place.
			aside = (float64(i) - float64(len(lines)-1)/2) * min(0.18, 0.7/float64(len(lines)))
		}
		for _, row := range l.rows {
			if lacks.count(r, row, l.y) {
				p.Absent = append(p.Absent, figure.Absent{X: places(row[r.x]) + aside, Series: i})
			}
			s.X, s.Y, s.Half = append(s.X, places(row[r.x])+aside), append(s.Y, row[l.y].Number), append(s.Half, r.halfOf(row, l.y))
		}
		sort(&s)
		if r.histogram() {
			r.steps(&s, l)
		}
		p.Series = append(p.Series, s)
	}
	if r.histogram() {
		spread(&p)
	}
	if len(c.Theory) > 0 {
		list, why, err := r.theories(c, lines, places)
		if err != nil {
			return p, nil, err
		}
		notes = append(notes, why...)
		p.Series = append(p.Series, list...)
	}
	for _, d := range c.Data {
		list, err := r.data(d, lines, &p.X)
		if err != nil {
			return p, nil, err
		}
		p.Series = append(p.Series, list...)
	}
	return p, notes, nil
}

// close is the number of values from which the marks of a line touch each other.
const close = 36

// mark returns how a line is drawn.
func (r *rows) mark(l line) figure.Mark {
	switch {
	case r.Columns[r.x].Text, r.scattered():
		return figure.Dots // in no order
	case len(l.rows) > close:
		return figure.Curve
	}
	return figure.Measured
}

// intervals returns a note on what the error bars are.
func (r *rows) intervals(f *figure.Figure) []string {
	some, none, bands := false, true, false
	for _, p := range f.Panels {
		for _, s := range p.Series {
			if s.Mark == figure.Theory || s.Mark == figure.Outside || s.Half == nil {
				continue
			}
			some = true
			bands = bands || s.Mark == figure.Curve
			none = none && !slices.ContainsFunc(s.Half, figure.Finite)
		}
	}
	what := "error bars"
	if bands {
		what = "bands"
	}
	switch {
	case !some:
		return nil
	case none:
		return []string{"there are no intervals: they take at least two replications of a point, and a computed metric has one only if it is made of a single metric"}
	}
	return []string{fmt.Sprintf("%s are intervals of %g%% confidence", what, 100*r.Confidence)}
}

// sort sorts a series by its x values.
func sort(s *figure.Series) {
	order := make([]int, len(s.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case s.X[a] < s.X[b]:
			return -1
		case s.X[a] > s.X[b]:
			return 1
		}
		return 0
	})
	pick := func(v []float64) []float64 {
		list := make([]float64, len(v))
		for i, k := range order {
			list[i] = v[k]
		}
		return list
	}
	s.X, s.Y, s.Half = pick(s.X), pick(s.Y), pick(s.Half)
}

// halfOf returns half the interval of a row's metric, or NaN.
func (r *rows) halfOf(row []table.Cell, y int) float64 {
	if half, ok := r.Find(r.Columns[y].Name + "_half_width"); ok && r.Columns[half].Kind == table.HalfWidthColumn {
		return row[half].Number
	}
	return math.NaN()
}
