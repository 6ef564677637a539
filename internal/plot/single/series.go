package single

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/phy"
)

// OfSeries makes a figure of the series of a run, in a file that csmacd run --series wrote: a panel for each
// column, and a line for each change of the timeline. columns are the names of columns or parts of them; nil
// means throughput, collisions and, with PLCA, the nodes in step.
func OfSeries(path string, columns []string) (figure.Figure, error) {
	return ofTable(path, func(from io.Reader) (figure.Figure, error) { return Series(from, columns) })
}

// Series makes the figure of a table of intervals.
func Series(from io.Reader, columns []string) (f figure.Figure, err error) {
	t, err := newTable(from)
	if err != nil {
		return f, err
	}
	chosen, err := seriesColumns(t.head, columns)
	if err != nil {
		return f, err
	}
	begin, length, changes := slices.Index(t.head, "t_us"), slices.Index(t.head, "interval_us"), slices.Index(t.head, series.Changes)
	if begin < 0 || length < 0 {
		return f, fmt.Errorf("there are no columns t_us and interval_us: csmacd run FILE --series SERIES.csv writes them")
	}
	panels, late := make([]figure.Panel, len(chosen)), make([]bool, len(chosen))
	for k, c := range chosen {
		panels[k] = figure.Panel{X: figure.Axis{Label: "time", Unit: "us", Scale: figure.Linear}, Series: []figure.Series{{Mark: figure.Steps}}}
		panels[k].Y, late[k] = seriesAxis(t.head[c])
		panels[k].Series[0].Of = quantityOf[t.head[c]]
	}
	width, first, end := 0.0, 0.0, 0.0
	for t.next() {
		x, long := t.number(begin), t.number(length)
		if width == 0 {
			width, first = long, x
		}
		end = x + long
		for k, c := range chosen {
			if t.cells[c] == "" {
				continue
			}
			if v := t.number(c); long > 0 {
				s := &panels[k].Series[0]
				at := x
				if late[k] {
					at = end
				}
				s.X, s.Y = append(s.X, at), append(s.Y, v)
			}
		}
		if changes < 0 {
			continue
		}
		for _, change := range series.ParseChanges(t.cells[changes]) {
			for k := range panels {
				i := figure.Instant{X: change.At.Microseconds()}
				if k == 0 {
					i.Text = change.Text
				}
				panels[k].Instants = append(panels[k].Instants, i)
			}
		}
	}
	if t.err != nil {
		return f, t.err
	}
	for k := range panels { // the last step has a length too
		panels[k].X.Reach = []float64{first, end} // panels are read one below the other
		if s := &panels[k].Series[0]; len(s.X) > 0 && !late[k] {
			s.X, s.Y = append(s.X, end), append(s.Y, s.Y[len(s.Y)-1])
		}
	}
	return figure.Figure{Note: "in steps of " + phy.Time(width*float64(phy.Microsecond)).String(), Panels: panels}, nil
}

// quantityOf has the columns that have the colours of the same quantities in the page.
var quantityOf = map[string]string{"throughput": "throughput", "collisions_per_s": "collisions"}

// seriesColumns returns the indices of the columns that are drawn.
func seriesColumns(head, columns []string) (list []int, err error) {
	if columns == nil {
		for _, name := range []string{"throughput", "collisions_per_s", series.InStep} {
			if i := slices.Index(head, name); i >= 0 {
				list = append(list, i)
			}
		}
		return list, nil
	}
	known := slices.DeleteFunc(slices.Clone(head), func(s string) bool { return s == series.Changes })
	for _, word := range columns {
		name, err := names.Pick(strings.TrimSpace(word), "columns", known)
		if err != nil {
			return nil, usage.Errorf("--y %s: %w", word, err)
		}
		list = append(list, slices.Index(head, name))
	}
	return list, nil
}

// seriesAxis returns the vertical axis of a column, and whether its values are those at the ends of intervals.
func seriesAxis(name string) (a figure.Axis, late bool) {
	a = figure.Axis{Label: strings.ReplaceAll(name, "_", " ")}
	for _, c := range slices.Concat(series.Columns, series.Extra) {
		if c.Name == name {
			a.Unit, late = c.Unit, c.AtEnd
		}
	}
	switch name {
	case "throughput":
		a.Unit = "share of the line rate"
	case "collisions_per_s":
		a.Label = "collisions"
	case series.InStep:
		a.Label, a.Unit, a.Whole = "plca_status OK", "nodes", true
	}
	return a, late
}
