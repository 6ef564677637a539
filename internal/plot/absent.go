package plot

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/experiment"
)

// Absent is a point that was measured and has no value: a server that never recovered has no time of its
// recovery. It is drawn as a small × at the upper edge, so that a figure does not show the lucky points alone.
type Absent struct {
	X      float64
	Series int // whose colour it has
}

// never says, of metrics that some runs have no value of, what that means.
var never = map[string]string{
	"recovered_us":  "never recovered",
	"first_exit_us": "never came to their limit",
	"completion_us": "completed nothing",
}

// lacking counts the points of a figure, and those of them without a value.
type lacking struct {
	points, absent int
	some           int // points whose value is of a part of their runs
	metric         string
}

// count counts a row of a line.
func (l *lacking) count(r *rows, row []experiment.Cell, y int) (absent bool) {
	metric := r.Columns[y].Name
	if c := r.computedAt(y); c != nil && len(c.metrics) == 1 {
		metric = r.Columns[c.metrics[0]].Name
	}
	if l.points++; l.points > 1 && metric != l.metric {
		metric = "" // several have no word in common
	}
	l.metric = metric
	if !finite(row[y].Number) || !finite(row[r.x].Number) && !r.Columns[r.x].Text {
		l.absent++
		return true
	}
	if share, ok := r.Find("recovered"); ok && l.metric == "recovered_us" && row[share].Number < 1 {
		l.some++
	}
	return false
}

// say tells how many there are: in the figure, and beside it.
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
		notes = append(notes, fmt.Sprintf("at %d of %d points some runs never recovered: the mean is of the others, and the column recovered has their share", l.some, l.points))
	}
	return note, notes
}

// absent draws a panel's points without a value.
func (d painter) absent(c draw.Canvas, p *plot.Plot) {
	for _, a := range d.panel.Absent {
		if !finite(a.X) || isLog(p.X.Scale) && a.X < tiny {
			continue
		}
		const r = markSize
		line := draw.LineStyle{Color: d.styles[a.Series].color, Width: 0.9}
		x, y := c.X(p.X.Norm(a.X)), c.Max.Y-r
		c.StrokeLine2(line, x-r, y-r, x+r, y+r)
		c.StrokeLine2(line, x-r, y+r, x+r, y-r)
	}
}

// absentAt are the places of the points without a value that an axis must reach.
func (p *Panel) absentAt(log bool) (values []float64) {
	for _, a := range p.Absent {
		if finite(a.X) && !(log && a.X < tiny) {
			values = append(values, a.X)
		}
	}
	slices.Sort(values)
	return values
}
