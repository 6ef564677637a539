package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Choice says what of a campaign is drawn. Columns go by their names, or part of them.
type Choice struct {
	X     string   // "": the axis of most values
	Y     string   // "": throughput
	By    string   // "": the next axis of more than one value, if there is one
	Where []string // COLUMN=VALUE

	Theory []string        // of [Theories]
	Plan   *scenario.Sweep // which theory is computed from; else it may be nil
}

// rows are the rows of a table that a choice leaves.
type rows struct {
	*experiment.Table
	list  [][]experiment.Cell
	x, y  int
	half  int // the column of y's half-widths; -1: none
	by    int // -1: none
	fixed map[int]bool
}

// Campaign draws a metric of a campaign's points with its intervals. notes are what the
// figure's reader should know of it.
func Campaign(t *experiment.Table, c Choice) (f Figure, notes []string, err error) {
	r := rows{Table: t, list: t.Rows, half: -1, by: -1, fixed: map[int]bool{}}
	if len(r.list) == 0 {
		return f, nil, fmt.Errorf("no run is there yet: %w", ErrNothing)
	}
	for _, w := range c.Where {
		if err := r.where(w); err != nil {
			return f, nil, err
		}
	}
	if err := r.choose(c); err != nil {
		return f, nil, err
	}
	if err := r.alone(); err != nil {
		return f, nil, err
	}
	p := Panel{X: r.axisOf(r.x), Y: r.axisOf(r.y)}
	places := r.places(&p.X)
	for _, value := range r.values(r.by) {
		s := Series{Label: r.label(value)}
		for _, row := range r.of(value) {
			s.X, s.Y, s.Half = append(s.X, places(row[r.x])), append(s.Y, row[r.y].Number), append(s.Half, r.halfOf(row))
		}
		s.sort()
		p.Series = append(p.Series, s)
	}
	if len(c.Theory) > 0 {
		list, why, err := r.theories(c, places)
		if err != nil {
			return f, nil, err
		}
		notes = append(notes, why...)
		p.Series = append(p.Series, list...)
	}
	if !t.Complete {
		notes = append(notes, "the campaign is not complete: runs of its plan are missing")
	}
	if r.half >= 0 && !slices.ContainsFunc(r.list, func(row []experiment.Cell) bool { return finite(row[r.half].Number) }) {
		notes = append(notes, "there are no intervals: it takes two replications of a point at least")
	} else if r.half >= 0 {
		notes = append(notes, fmt.Sprintf("error bars are intervals of %g%% confidence", 100*t.Confidence))
	}
	return Figure{Panels: []Panel{p}}, notes, nil
}

// halfOf is a row's half-width; not a number for none.
func (r *rows) halfOf(row []experiment.Cell) float64 {
	if r.half < 0 {
		return math.NaN()
	}
	return row[r.half].Number
}

// sort puts a series in order from left to right.
func (s *Series) sort() {
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

// where leaves only the rows whose column has a value.
func (r *rows) where(condition string) error {
	name, value, ok := strings.Cut(condition, "=")
	if !ok {
		return fmt.Errorf("--where %s: write COLUMN=VALUE, such as size=64", condition)
	}
	column, err := r.pick(name, "columns", experiment.AxisColumn, experiment.DerivedColumn)
	if err != nil {
		return fmt.Errorf("--where %s: %w", condition, err)
	}
	number, bad := strconv.ParseFloat(strings.TrimSuffix(value, r.Columns[column].Unit), 64)
	var left [][]experiment.Cell
	for _, row := range r.list {
		if row[column].Text == value || bad == nil && row[column].Number == number {
			left = append(left, row)
		}
	}
	if len(left) == 0 {
		return fmt.Errorf("--where %s: %s has no such value: %s", condition, r.Columns[column].Name, some(r.values(column)))
	}
	r.list, r.fixed[column] = left, true
	return nil
}

// choose finds the columns.
func (r *rows) choose(c Choice) (err error) {
	axes := r.varied()
	if c.X != "" {
		if r.x, err = r.pick(c.X, "columns", experiment.AxisColumn, experiment.DerivedColumn, experiment.MetricColumn); err != nil {
			return fmt.Errorf("--x: %w", err)
		}
	} else {
		if len(axes) == 0 {
			return fmt.Errorf("there is one point only, and nothing to go from left to right: name it with --x (%s)", strings.Join(r.names(experiment.AxisColumn, experiment.MetricColumn), ", "))
		}
		r.x = slices.MaxFunc(axes, func(a, b int) int {
			// Of numbers before text, and of as many values the first.
			if ta, tb := r.Columns[a].Text, r.Columns[b].Text; ta != tb {
				return map[bool]int{true: -1, false: 1}[ta]
			}
			return len(r.values(a)) - len(r.values(b))
		})
	}
	y := c.Y
	if y == "" {
		y = "throughput"
	}
	if r.y, err = r.pick(y, "metrics", experiment.MetricColumn); err != nil {
		return fmt.Errorf("--y: %w", err)
	}
	for i, col := range r.Columns {
		if col.Kind == experiment.HalfWidthColumn && col.Of == r.Columns[r.y].Name {
			r.half = i
		}
	}
	if c.By != "" {
		if r.by, err = r.pick(c.By, "columns", experiment.AxisColumn, experiment.DerivedColumn); err != nil {
			return fmt.Errorf("--by: %w", err)
		}
		if r.by == r.x {
			return fmt.Errorf("--by and --x are both %s: choose two columns", r.Columns[r.x].Name)
		}
		return nil
	}
	for _, a := range axes {
		// An axis that goes with x makes no lines of its own.
		if a != r.x && !r.follows(a) {
			r.by = a
			break
		}
	}
	return nil
}

// follows says whether x alone decides what an axis is.
func (r *rows) follows(axis int) bool {
	seen := map[string]string{}
	for _, row := range r.list {
		if was, ok := seen[row[r.x].Text]; ok && was != row[axis].Text {
			return false
		}
		seen[row[r.x].Text] = row[axis].Text
	}
	return true
}

// alone sees to it that each line has one row at each place.
func (r *rows) alone() error {
	seen := map[[2]string][]experiment.Cell{}
	for _, row := range r.list {
		key := [2]string{row[r.x].Text, ""}
		if r.by >= 0 {
			key[1] = row[r.by].Text
		}
		was, twice := seen[key]
		if !twice {
			seen[key] = row
			continue
		}
		for i, col := range r.Columns {
			if col.Kind == experiment.AxisColumn && was[i].Text != row[i].Text && i != r.x {
				return fmt.Errorf("%s has several values at one place (%s): choose one with --where %s=%s, or draw a line for each with --by %s",
					col.Name, some(r.values(i)), col.Name, was[i].Text, col.Name)
			}
		}
	}
	return nil
}
