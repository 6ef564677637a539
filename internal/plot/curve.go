package plot

import (
	"cmp"
	"math"
	"slices"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
)

// theoryPoint is a row and its setting, which is nil where the theory does not apply.
type theoryPoint struct {
	x   float64
	row []table.Cell
	set *setting
}

// steps is the number of pieces of a theory's line between two points.
const steps = 24

// curve computes a theory's line at more places than were measured. It assumes that settings and columns
// change evenly between two neighbours. why is the last reason for which the theory did not apply.
func (r *rows) curve(t theory, l line, at func([]string) (*setting, error), place func(table.Cell) float64) (s figure.Series, why error) {
	s.Mark = figure.Theory
	var points []theoryPoint
	for _, row := range l.rows {
		p := theoryPoint{x: place(row[r.x]), row: row}
		set, err := at(r.axes(row))
		if err == nil {
			_, _, err = r.theoryAt(t, l.y, set, row)
		}
		if err != nil {
			why = err
		} else {
			p.set = set
		}
		points = append(points, p)
	}
	slices.SortStableFunc(points, func(a, b theoryPoint) int { return cmp.Compare(a.x, b.x) })
	add := func(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }
	for i, p := range points {
		if p.set == nil {
			add(p.x, math.NaN())
			continue
		}
		_, y, _ := r.theoryAt(t, l.y, p.set, p.row)
		if r.Columns[r.x].Text {
			// A stroke across its place: nothing lies between two texts.
			add(p.x-0.4, y)
			add(p.x+0.4, y)
			add(p.x+0.4, math.NaN())
			continue
		}
		add(p.x, y)
		if i+1 == len(points) || points[i+1].set == nil {
			continue
		}
		next := points[i+1]
		for k := 1; k < steps; k++ {
			part := float64(k) / steps
			if p.x > 0 && next.x > 4*p.x { // even steps on a logarithmic axis
				part = (p.x*math.Pow(next.x/p.x, part) - p.x) / (next.x - p.x)
			}
			set := p.set.toward(next.set, part)
			if x, y, err := r.theoryAt(t, l.y, &set, r.between(p.row, next.row, part)); err == nil {
				add(x, y)
			} else {
				add(p.x, math.NaN())
			}
		}
	}
	return s, why
}

// between returns a row part of the way to another: its axes and derived columns are interpolated.
func (r *rows) between(from, to []table.Cell, part float64) []table.Cell {
	mid := slices.Clone(from)
	for i, c := range r.Columns {
		if !c.Text && (c.Kind == table.AxisColumn || c.Kind == table.DerivedColumn) {
			mid[i] = numberCell(from[i].Number + float64((to[i].Number-from[i].Number)*part))
		}
	}
	return mid
}

// theoryAt returns the point of a theory for a row. A computed metric is computed from the theory's value
// of the metric that it is made of.
func (r *rows) theoryAt(t theory, y int, set *setting, row []table.Cell) (x, value float64, err error) {
	metric := y
	if c := r.computedAt(y); c != nil {
		if len(c.metrics) != 1 {
			return 0, 0, errMetric
		}
		metric = c.metrics[0]
	}
	v, err := t.values(r.Columns[metric].Name, set)
	if err != nil {
		return 0, 0, err
	}
	mid := slices.Clone(row)
	mid[metric] = numberCell(v)
	r.recompute(mid)
	x = mid[r.x].Number
	return x, mid[y].Number, nil
}
