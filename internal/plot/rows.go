package plot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/names"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/internal/usage"
)

// rows are the rows of a table that a choice keeps, with the columns that it adds.
type rows struct {
	*table.Table
	list     [][]table.Cell
	x        int
	y        []int
	by       int // -1: no column
	fixed    map[int]table.Cell
	computed []*computed
}

// newRows returns the rows of a table, which does not change.
func newRows(t *table.Table) *rows {
	own := *t
	own.Columns = slices.Clone(t.Columns)
	return &rows{Table: &own, list: t.Rows, by: -1, fixed: map[int]table.Cell{}}
}

// ofRuns are the columns that identify or count the runs of a row.
var ofRuns = []string{"replication", "replications", "planned", "unsettled", "seed", "digest"}

func isRun(c table.Column) bool {
	return c.Kind == table.RunColumn && slices.Contains(ofRuns, c.Name)
}

// isKey reports whether a column identifies what a row describes: an axis of the plan or, in tables of
// what is kept of runs, an instant, a station or a bin.
func isKey(c table.Column) bool {
	return c.Kind == table.AxisColumn || c.Kind == table.RunColumn && !isRun(c)
}

func (r *rows) has(kind string) bool {
	return slices.ContainsFunc(r.Columns, func(c table.Column) bool { return c.Kind == kind })
}

// varied returns the keys that have more than one value in the rows.
func (r *rows) varied() (list []int) {
	for i, col := range r.Columns {
		if isKey(col) && len(r.values(i)) > 1 {
			list = append(list, i)
		}
	}
	return list
}

// values returns the distinct values of a column in their order, and one empty value for column -1.
func (r *rows) values(column int) (list []string) {
	if column < 0 {
		return []string{""}
	}
	seen := map[string]bool{}
	for _, row := range r.list {
		if v := row[column].Text; !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	return list
}

// of returns the rows of a line.
func (r *rows) of(value string) (list [][]table.Cell) {
	for _, row := range r.list {
		if r.by < 0 || row[r.by].Text == value {
			list = append(list, row)
		}
	}
	return list
}

// average merges the replications of a row into one row, with the mean and the interval of each metric
// drawn. Where one metric is drawn over another, each run keeps its row.
func (r *rows) average() {
	if r.Columns[r.x].Kind == table.MetricColumn {
		return
	}
	var heads [][]table.Cell // the first row of each group
	groups := map[string]int{}
	var members [][][]table.Cell
	for _, row := range r.list {
		var key strings.Builder
		for i, col := range r.Columns {
			if isKey(col) || i == r.x || i == r.by {
				key.WriteString(row[i].Text)
				key.WriteByte(0)
			}
		}
		g, ok := groups[key.String()]
		if !ok {
			g = len(heads)
			groups[key.String()] = g
			heads, members = append(heads, slices.Clone(row)), append(members, nil)
		}
		members[g] = append(members[g], row)
	}
	replication, ok := r.Find("replication")
	if !ok {
		return
	}
	runs := r.replications(replication)
	for _, y := range r.y {
		name := r.Columns[y].Name
		half, ok := r.Find(name + "_half_width")
		if !ok {
			half = len(r.Columns)
			r.Columns = append(r.Columns, table.Column{Name: name + "_half_width", Unit: r.Columns[y].Unit, Kind: table.HalfWidthColumn, Of: name})
			for g := range heads {
				heads[g] = append(heads[g], table.Cell{})
			}
		}
		for g, rows := range members {
			var values []float64
			for _, row := range rows {
				if v := row[y].Number; figure.Finite(v) {
					values = append(values, v)
				}
			}
			if name == binCount {
				// An empty bin is not written.
				values = append(values, make([]float64, max(0, runs[r.point(heads[g])]-len(values)))...)
			}
			s := stats.Summarize(values)
			heads[g][y], heads[g][half] = numberCell(s.Mean), numberCell(s.HalfWidth(r.Confidence))
		}
	}
	r.list = heads
}

// point returns a key for the point of a row.
func (r *rows) point(row []table.Cell) string {
	var key strings.Builder
	for i, col := range r.Columns[:len(row)] {
		if col.Kind == table.AxisColumn {
			key.WriteString(row[i].Text)
			key.WriteByte(0)
		}
	}
	return key.String()
}

// replications returns the number of replications in the rows, by point.
func (r *rows) replications(column int) map[string]int {
	seen, n := map[[2]string]bool{}, map[string]int{}
	for _, row := range r.list {
		run := [2]string{r.point(row), row[column].Text}
		if !seen[run] {
			seen[run] = true
			n[run[0]]++
		}
	}
	return n
}

// pick finds a column by its name among the columns that may be taken.
func (r *rows) pick(word, label string, may func(table.Column) bool) (int, error) {
	var list []string
	for i, col := range r.Columns {
		if !may(col) {
			continue
		}
		// The axis of an entry's count is also known as stations.
		if col.Kind == table.AxisColumn && (word == spoken(col) || word == col.What) {
			return i, nil
		}
		list = append(list, col.Name)
	}
	if at, ok := r.Find(word); ok && r.computedAt(at) != nil && !slices.Contains(list, word) {
		is := "not made of a metric"
		switch col := r.Columns[at]; {
		case col.Text:
			is = "text"
		case col.Kind == table.MetricColumn:
			is = "made of a metric"
		}
		return 0, fmt.Errorf("%s is %s: choose one of the %s: %s", word, is, label, names.Some(list))
	}
	name, err := names.Pick(word, label, list)
	if err != nil {
		return 0, err
	}
	i, _ := r.Find(name)
	return i, nil
}

func (r *rows) names(may func(table.Column) bool) (list []string) {
	for _, col := range r.Columns {
		if may(col) {
			list = append(list, col.Name)
		}
	}
	return list
}

// prepare adds the computed columns, and keeps the rows that the conditions choose.
func (r *rows) prepare(columns, where []string) error {
	for _, l := range columns {
		if err := r.let(l); err != nil {
			return usage.Errorf("--let %s: %w", l, err)
		}
	}
	for _, w := range where {
		if err := r.where(w); err != nil {
			return err
		}
	}
	return nil
}
