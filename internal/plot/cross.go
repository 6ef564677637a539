package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/usage"
)

// hopeless is how much worse than the best the first value of a group may be before the others of the
// row are left out: a percentile over the few frames that got through says nothing about delay.
const hopeless = 2

// crossColumn is a column while the table is made.
type crossColumn struct {
	value  string // of x, in the rows that it shows
	metric int
	more   bool // a greater value is better
}

// CrossTable draws a campaign as a table with a row for each value of by. Each of y, VALUE=METRIC, is a
// column: that metric where x has that value. METRIC alone means a column for each value of x. A + before
// a metric says that more is better, a - that less is; without a sign the metric's name decides.
func CrossTable(t *table.Table, c Choice) (f figure.Figure, notes []string, err error) {
	r := newRows(t)
	if len(r.list) == 0 {
		return f, nil, fmt.Errorf("the table has no runs yet: %w", figure.ErrNothing)
	}
	if len(c.Theory)+len(c.Data) > 0 {
		return f, nil, usage.Errorf("--what cross draws a table, which cannot show --theory or --data")
	}
	if err := r.prepare(c.Let, c.Where); err != nil {
		return f, nil, err
	}
	x, err := r.chooseCross(&c)
	if err != nil {
		return f, nil, err
	}
	columns, err := r.crossColumns(x, c.Y)
	if err != nil {
		return f, nil, err
	}
	if err := r.alone(); err != nil {
		return f, nil, err
	}
	lacks := lacking{censored: r.censored()}
	r.average()
	f.Matrix = r.cross(x, columns)
	for _, row := range r.list {
		shown := func(c crossColumn) bool { return (x < 0 || row[x].Text == c.value) && r.ofDelays(c.metric) }
		if slices.ContainsFunc(columns, shown) {
			lacks.points++
			if lacks.censored[r.point(row)] {
				lacks.finished++
			}
		}
	}
	if note := table.CensoredNote(lacks.finished, lacks.points); note != "" {
		notes = append(notes, note)
	}
	if !t.Complete {
		notes = append(notes, "the campaign is not complete: runs of its plan are missing")
	}
	return f, append(notes, "means; the tables of the campaign have their intervals"), nil
}

// chooseCross finds the column whose values are the rows, which becomes r.x for [rows.alone] and
// [rows.average], and the column x, or -1 if none was given.
func (r *rows) chooseCross(c *Choice) (x int, err error) {
	key := func(c table.Column) bool { return isKey(c) || c.Kind == table.DerivedColumn }
	x = -1
	if c.X != "" {
		if x, err = r.pick(c.X, "columns", key); err != nil {
			return 0, usage.Errorf("--x: %w", err)
		}
	}
	axes := slices.DeleteFunc(r.varied(), func(a int) bool { return a == x })
	if c.By == "" && len(axes) == 0 {
		return 0, fmt.Errorf("no column varies, so the table would have one row: name its column with --by")
	}
	if c.By != "" {
		r.x, err = r.pick(c.By, "columns", key)
	} else {
		r.x = slices.MaxFunc(axes, func(a, b int) int { return len(r.values(a)) - len(r.values(b)) })
	}
	if err == nil && r.x == x {
		err = usage.Errorf("--x is %s too: choose two columns", r.Columns[x].Name)
	}
	if err != nil {
		return 0, usage.Errorf("--by: %w", err)
	}
	r.by = x
	return x, nil
}

// crossColumns reads the columns of the table. The columns of one value of x stand together.
func (r *rows) crossColumns(x int, words []string) (list []crossColumn, err error) {
	if len(words) == 0 {
		return nil, usage.Errorf("--y: say what is compared: metrics, such as throughput,delay_us_p99, or, with --x, VALUE=METRIC for each")
	}
	values := r.values(x)
	for _, word := range words {
		here := values
		value, name, one := strings.Cut(strings.TrimSpace(word), "=")
		if !one {
			name = value
		} else if here = []string{value}; x < 0 || !slices.Contains(values, value) {
			return nil, usage.Errorf("--y %s: there is no such value (%s)", word, crossValues(r, x))
		}
		metric, err := r.pick(strings.TrimLeft(name, "+-"), "metrics", func(c table.Column) bool { return c.Kind == table.MetricColumn })
		if err != nil {
			return nil, usage.Errorf("--y: %w", err)
		}
		more := moreIsBetter(r.Columns[metric].Name)
		if name[0] == '+' || name[0] == '-' {
			more = name[0] == '+'
		}
		for _, v := range here {
			list = append(list, crossColumn{v, metric, more})
		}
		if !slices.Contains(r.y, metric) {
			r.y = append(r.y, metric)
		}
	}
	slices.SortStableFunc(list, func(a, b crossColumn) int {
		return slices.Index(values, a.value) - slices.Index(values, b.value)
	})
	return list, nil
}

func crossValues(r *rows, x int) string {
	if x < 0 {
		return "name the column that has this value with --x"
	}
	return names.Some(r.values(x))
}

// moreIsBetter reports whether a greater value of a metric is better: of delivered work and of fairness
// it is, of everything else it is not.
func moreIsBetter(metric string) bool {
	switch metric {
	case "throughput", "share_success", "jain", "frames_sent", "frames_delivered", "octets_delivered", "submitted", "recovered",
		"flow_jain", "flow_goodput_bps_sum", "flow_goodput_bps_min", "flow_goodput_bps_max", "flows_done",
		"FramesTransmittedOK", "OctetsTransmittedOK", "FramesReceivedOK", "OctetsReceivedOK":
		return true
	}
	return false
}

// cross computes the cells of the table.
func (r *rows) cross(x int, columns []crossColumn) *figure.Matrix {
	names := r.values(r.x)
	t := &figure.Matrix{Cells: make([][]figure.Cell, len(names))}
	at := map[[2]string][]table.Cell{}
	for _, row := range r.list {
		key := [2]string{row[r.x].Text, ""}
		if x >= 0 {
			key[1] = row[x].Text
		}
		at[key] = row
	}
	for _, name := range names {
		t.Rows = append(t.Rows, short(name))
	}
	decides := 0 // the first column of the group
	for k, col := range columns {
		group := ""
		if x >= 0 {
			group = short(col.value)
		}
		t.Columns = append(t.Columns, figure.Column{Group: group, Title: crossTitle(r.Columns[col.metric])})
		if columns[decides].value != col.value {
			decides = k
		}
		values := make([]float64, len(names))
		for i, name := range names {
			values[i] = math.NaN()
			if row := at[[2]string{name, col.value}]; row != nil {
				values[i] = row[col.metric].Number
			}
			t.Cells[i] = append(t.Cells[i], figure.Cell{Text: figure.Brief(values[i], r.Columns[col.metric].Unit)})
		}
		out := func(i int) bool { return k != decides && !(t.Cells[i][decides].Worse <= hopeless) }
		tone(t, k, values, col.more, out)
	}
	return t
}

// tone compares the values of a column, except those that are left out.
func tone(t *figure.Matrix, k int, values []float64, more bool, out func(row int) bool) {
	best := math.NaN()
	for i, v := range values {
		if figure.Finite(v) && !out(i) && (math.IsNaN(best) || v != best && (v > best) == more) {
			best = v
		}
	}
	var first []*figure.Cell
	for i, v := range values {
		c := &t.Cells[i][k]
		worse, than := v, best
		if more {
			worse, than = best, v
		}
		switch {
		case out(i):
			*c = figure.Cell{Worse: math.NaN()}
		case more && best <= 0:
			c.Worse = math.Inf(1) // all values are 0: none of them is the best
		case v == best:
			c.Worse = 1
		case !figure.Finite(v) || than <= 0:
			c.Worse = math.Inf(1)
		default:
			c.Worse = worse / than
		}
		if c.Worse == 1 {
			first = append(first, c)
		}
	}
	for _, c := range first {
		c.Best = len(first) <= max(1, len(values)/4)
	}
}
