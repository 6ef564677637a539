package plot

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/figure"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/table"
)

// never holds, for each metric that some runs have no value of, what that means.
var never = map[string]string{
	"recovered_us":  "never recovered",
	"first_exit_us": "never reached their limit",
	"completion_us": "completed nothing",
}

// lacking counts the points of a figure, and the points without a value.
type lacking struct {
	points, absent int
	some           int             // points whose value covers only a part of their runs
	finished       int             // points whose delays are those of finished work only
	censored       map[string]bool // the points of the table with such delays
	metric         string
}

// censored returns the points at which delays are of finished work only.
func (r *rows) censored() map[string]bool {
	of := map[string][][]table.Cell{}
	for _, row := range r.list {
		key := r.point(row)
		of[key] = append(of[key], row)
	}
	points := map[string]bool{}
	for key, list := range of {
		points[key] = r.Censored(list...)
	}
	return points
}

// ofDelays reports whether a column is a statistic of delays, or is computed from one.
func (r *rows) ofDelays(column int) bool {
	if c := r.computedAt(column); c != nil {
		return slices.ContainsFunc(c.metrics, func(m int) bool { return metric.OfDelays(r.Columns[m].Name) })
	}
	return metric.OfDelays(r.Columns[column].Name)
}

// count counts a row of a line, and reports whether its value is absent.
func (l *lacking) count(r *rows, row []table.Cell, y int) (absent bool) {
	metric := r.Columns[y].Name
	if c := r.computedAt(y); c != nil && len(c.metrics) == 1 {
		metric = r.Columns[c.metrics[0]].Name
	}
	if l.points++; l.points > 1 && metric != l.metric {
		metric = "" // there is no common word for several metrics
	}
	l.metric = metric
	if !figure.Finite(row[y].Number) || !figure.Finite(row[r.x].Number) && !r.Columns[r.x].Text {
		l.absent++
		return true
	}
	if share, ok := r.Find("recovered"); ok && l.metric == "recovered_us" && row[share].Number < 1 {
		l.some++
	}
	if l.censored[r.point(row)] && (r.ofDelays(y) || r.ofDelays(r.x)) {
		l.finished++
	}
	return false
}

// say returns a note for the figure, and notes to be printed beside it.
func (l *lacking) say() (note string, notes []string) {
	what := never[l.metric]
	if what == "" {
		what = "have no value"
	}
	if l.absent > 0 {
		text := fmt.Sprintf("%d of %d points %s", l.absent, l.points, what)
		note, notes = "× "+text, append(notes, text+": × at the upper edge")
	}
	if l.some > 0 {
		notes = append(notes, fmt.Sprintf("at %d of %d points some runs never recovered: the mean is that of the other runs, and the column recovered holds their share", l.some, l.points))
	}
	if l.finished > 0 {
		if note != "" {
			note += "; "
		}
		note += fmt.Sprintf("delays at %d of %d points are of finished work only", l.finished, l.points)
		notes = append(notes, table.CensoredNote(l.finished, l.points))
	}
	return note, notes
}
