package single

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/usage"
)

// OfFlows makes a figure of the states of flows, in a file that csmacd run --flow-series wrote: a panel for each column, and a line
// for each flow. columns are the names of columns or parts of them; nil means the congestion window and the round trip. where are
// the flows that are drawn, as flow=NAME; nil means all.
func OfFlows(path string, columns, where []string) (figure.Figure, error) {
	return ofTable(path, func(from io.Reader) (figure.Figure, error) { return Flows(from, columns, where) })
}

// Flows makes the figure of a table of the states of flows.
func Flows(from io.Reader, columns, where []string) (f figure.Figure, err error) {
	t, err := newTable(from)
	if err != nil {
		return f, err
	}
	chosen, err := flowColumns(t.head, columns)
	if err != nil {
		return f, err
	}
	drawn, err := flowNames(where)
	if err != nil {
		return f, err
	}
	for _, c := range chosen {
		f.Panels = append(f.Panels, figure.Panel{X: figure.Axis{Label: "time", Unit: "us", Scale: figure.Linear}, Y: flowAxis(t.head[c])})
	}
	numbers := map[string]int{} // of the lines of flows
	for t.next() {
		name := t.cells[1]
		if drawn != nil && !slices.Contains(drawn, name) {
			continue
		}
		n, known := numbers[name]
		if !known {
			n = len(numbers)
			name = strings.Clone(name)
			numbers[name] = n
			for k := range f.Panels {
				f.Panels[k].Series = append(f.Panels[k].Series, figure.Series{Label: name, Mark: figure.Steps})
			}
		}
		at := t.number(0)
		for k, c := range chosen {
			if s := &f.Panels[k].Series[n]; t.cells[c] != "" {
				s.X, s.Y = append(s.X, at), append(s.Y, t.number(c))
			}
		}
	}
	if t.err != nil {
		return f, t.err
	}
	for _, name := range drawn {
		if _, ok := numbers[name]; !ok {
			return f, usage.Errorf("--where flow=%s: there is no such flow in the file", name)
		}
	}
	if len(numbers) == 1 {
		f.Note = f.Panels[0].Series[0].Label
	}
	return f, nil
}

// flowColumns returns the indices of the columns that are drawn.
func flowColumns(head, columns []string) (list []int, err error) {
	if columns == nil {
		columns = []string{"cwnd", "rtt_us"}
	}
	known := series.Names(slices.DeleteFunc(slices.Clone(series.FlowColumns), func(c series.Column) bool { return c.Place }))
	for _, word := range columns {
		name, err := names.Pick(strings.TrimSpace(word), "columns", known)
		if err != nil {
			return nil, usage.Errorf("--y %s: %w", word, err)
		}
		i := slices.Index(head, name)
		if i < 0 {
			return nil, fmt.Errorf("there is no column %s: csmacd run FILE --flow-series FLOWS.csv writes it", name)
		}
		list = append(list, i)
	}
	return list, nil
}

// flowNames returns the names of the flows that are drawn, or nil for all.
func flowNames(where []string) (list []string, err error) {
	for _, w := range where {
		column, name, ok := strings.Cut(w, "=")
		if strings.TrimSpace(column) != "flow" || !ok {
			return nil, usage.Errorf("--where %s: of a series of flows, write flow=NAME, such as flow=pc/1", w)
		}
		list = append(list, strings.TrimSpace(name))
	}
	return list, nil
}

// flowAxis returns the vertical axis of a column.
func flowAxis(name string) (a figure.Axis) {
	a.Label = cmp.Or(map[string]string{"cwnd": "congestion window", "rtt_us": "round trip"}[name], strings.ReplaceAll(name, "_", " "))
	for _, c := range series.FlowColumns {
		if c.Name == name {
			a.Unit = c.Unit
		}
	}
	return a
}
