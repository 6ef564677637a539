package plot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/usage"
)

// where keeps only the rows that have a value in a column: COLUMN=VALUE.
func (r *rows) where(condition string) error {
	name, value, ok := strings.Cut(condition, "=")
	if !ok {
		return usage.Errorf("--where %s: write COLUMN=VALUE, such as size=64", condition)
	}
	column, err := r.pick(name, "columns", func(c table.Column) bool { return isKey(c) || isRun(c) || c.Kind == table.DerivedColumn })
	if err != nil {
		return usage.Errorf("--where %s: %w", condition, err)
	}
	number, bad := strconv.ParseFloat(strings.TrimSuffix(value, r.Columns[column].Unit), 64)
	var left [][]table.Cell
	for _, row := range r.list {
		if row[column].Text == value || bad == nil && row[column].Number == number {
			left = append(left, row)
		}
	}
	if len(left) == 0 {
		return usage.Errorf("--where %s: %s has no such value: %s", condition, r.Columns[column].Name, names.Some(r.values(column)))
	}
	r.list, r.fixed[column] = left, left[0][column]
	return nil
}

// choose finds the columns that become x, y and lines.
func (r *rows) choose(c Choice) error {
	axes := r.varied()
	if err := r.chooseX(c.X, axes); err != nil {
		return err
	}
	if err := r.chooseY(c.Y); err != nil {
		return err
	}
	if c.By != "" {
		by, err := r.pick(c.By, "columns", func(c table.Column) bool { return isKey(c) || c.Kind == table.DerivedColumn })
		if err != nil {
			return usage.Errorf("--by: %w", err)
		}
		if by == r.x {
			return usage.Errorf("--by and --x are both %s: choose two columns", r.Columns[r.x].Name)
		}
		r.by = by
		return nil
	}
	for _, a := range axes {
		// An axis whose value follows from x needs no lines.
		if a != r.x && r.Columns[a].Kind == table.AxisColumn && !r.follows(a) {
			r.by = a
			break
		}
	}
	return nil
}

func (r *rows) chooseX(word string, axes []int) (err error) {
	if word != "" {
		r.x, err = r.pick(word, "columns", func(c table.Column) bool { return !isRun(c) && c.Kind != table.HalfWidthColumn })
		if err != nil {
			return usage.Errorf("--x: %w", err)
		}
		return nil
	}
	if len(axes) == 0 {
		names := r.names(func(c table.Column) bool { return isKey(c) || c.Kind == table.MetricColumn })
		return fmt.Errorf("the campaign has a single point, so no column varies from left to right: name one with --x (%s)", strings.Join(names, ", "))
	}
	r.x = slices.MaxFunc(axes, func(a, b int) int {
		// First the column that a run's course is over, before an axis of the plan; then numbers
		// before text; then the column with most values.
		ca, cb := r.Columns[a], r.Columns[b]
		for _, first := range []func(table.Column) bool{
			func(c table.Column) bool { return c.Kind != table.AxisColumn && !c.Text },
			func(c table.Column) bool { return !c.Text },
		} {
			if fa, fb := first(ca), first(cb); fa != fb {
				return map[bool]int{true: 1, false: -1}[fa]
			}
		}
		return len(r.values(a)) - len(r.values(b))
	})
	return nil
}

func (r *rows) chooseY(words []string) error {
	metric := func(c table.Column) bool { return c.Kind == table.MetricColumn }
	if usual := r.Usual(); len(words) == 0 && len(usual) > 0 {
		words = usual[:1] // the others may have other units
	}
	for _, word := range words {
		y, err := r.pick(strings.TrimSpace(word), "metrics", metric)
		if err != nil {
			return usage.Errorf("--y: %w", err)
		}
		if slices.Contains(r.y, y) {
			return usage.Errorf("--y names %s twice", r.Columns[y].Name)
		}
		r.y = append(r.y, y)
	}
	if len(r.y) == 0 {
		return fmt.Errorf("--y: the table has no metric: %w", figure.ErrNothing)
	}
	for _, y := range r.y[1:] {
		if a, b := r.Columns[r.y[0]], r.Columns[y]; unitName(a) != unitName(b) {
			return usage.Errorf("--y: %s is in %s and %s in %s, and an axis has one unit: draw a figure for each", a.Name, unitName(a), b.Name, unitName(b))
		}
	}
	return nil
}

// follows reports whether the value of an axis follows from x.
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

// alone makes sure that each line has one row at each place, in each replication.
func (r *rows) alone() error {
	if r.scattered() {
		return nil
	}
	seen := map[[2]string][]table.Cell{}
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
			if isKey(col) && was[i].Text != row[i].Text && i != r.x {
				return usage.Errorf("%s has several values at one place (%s): choose one with --where %s=%s, or draw a line for each with --by %s",
					col.Name, names.Some(r.values(i)), col.Name, was[i].Text, col.Name)
			}
		}
	}
	return nil
}
