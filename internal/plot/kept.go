package plot

import (
	"math"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
)

// The columns of a table of bins: the ends of a bin, and the number of values in it.
const binFrom, binTo, binCount = "bin_from", "bin_to", "bin_count"

// counted describes the axes of a table of bins, by the quantity that it counts: the horizontal axis,
// its unit, and the value of a bin.
var counted = map[string]struct{ x, unit, value string }{
	"access_delay_us":      {"access delay", "us", ""},
	"delay_us":             {"delay", "us", ""},
	"collisions_per_frame": {"collisions of a frame that was sent", "", ""},
	"backoff_slots":        {"backoff drawn", "slots", ""},
	"attempt":              {"attempt of a frame", "", "share of attempts without a collision"},
	"race":                 {"most collisions of a frame that waited", "", "share of races won by the station that won before"},
	"turn":                 {"frames in a turn", "", "share of turns"},
	"window":               {"frames in a window", "", "Jain's index, mean over windows"},
}

// kept names the axes of a table of what a campaign keeps of its runs.
func (r *rows) kept(p *figure.Panel) {
	what := ""
	for column, value := range r.fixed {
		if name := r.Columns[column].Name; name == "quantity" || name == "figure" {
			what = value.Text
		}
	}
	words, ok := counted[what]
	if !ok || r.Columns[r.x].Name != binFrom {
		return
	}
	p.X.Label, p.X.Unit = words.x, words.unit
	switch y := r.Columns[r.y[0]].Name; {
	case len(r.y) > 1:
	case y == "value":
		p.Y.Label = words.value
	case y == binCount:
		p.Y.Label = "mean number in a run"
		if r.uneven() {
			p.Y.Label += ", per " + map[string]string{"us": "microsecond", "slots": "slot", "": "value"}[words.unit]
		}
	}
}

// uneven reports whether some bins are wider than others, so that their areas must be their counts.
func (r *rows) uneven() bool {
	to, ok := r.Find(binTo)
	width := 0.0
	for _, row := range r.list {
		w := row[r.x].Number
		if ok {
			w = row[to].Number - w
		}
		if width != 0 && math.Abs(w-width) > 1e-9*width {
			return true
		}
		width = w
	}
	return false
}

// histogram reports whether the figure is a histogram.
func (r *rows) histogram() bool {
	return len(r.y) == 1 && r.Columns[r.x].Name == binFrom && r.Columns[r.y[0]].Name == binCount
}

// steps turns the bins of a line, which must be in order, into a line of steps, with 0 where there is no
// bin.
func (r *rows) steps(s *figure.Series, l line) {
	to, ok := r.Find(binTo)
	if !ok {
		return
	}
	ends := map[float64]float64{}
	for _, row := range l.rows {
		ends[row[r.x].Number] = row[to].Number
	}
	steps, uneven := figure.Series{Label: s.Label, Mark: figure.Steps}, r.uneven()
	add := func(x, y float64) { steps.X, steps.Y = append(steps.X, x), append(steps.Y, y) }
	end := math.NaN()
	for i, x := range s.X {
		if x != end {
			if figure.Finite(end) {
				add(end, 0)
			}
			add(x, 0)
		}
		if end = ends[x]; uneven && end > x {
			s.Y[i] /= end - x
		}
		add(x, s.Y[i])
	}
	if n := len(s.Y); n > 0 {
		add(end, s.Y[n-1])
		add(end, 0)
	}
	*s = steps
}

// spread makes an axis of a histogram logarithmic where the bins, or their counts, span a large range.
func spread(p *figure.Panel) {
	wide := func(of func(*figure.Series) []float64) figure.Scale {
		least, greatest := math.Inf(1), 0.0
		for i := range p.Series {
			for _, v := range of(&p.Series[i]) {
				if v > 0 {
					least, greatest = min(least, v), max(greatest, v)
				}
			}
		}
		if greatest > 40*least {
			return figure.Log
		}
		return figure.Linear
	}
	p.Y.Scale = wide(func(s *figure.Series) []float64 { return s.Y })
	if p.X.Unit == "us" {
		p.X.Scale = wide(func(s *figure.Series) []float64 { return s.X })
	}
}

// isShare reports whether a unit is a share.
func isShare(unit string) bool {
	return strings.HasPrefix(unit, "of ") || strings.HasPrefix(unit, "share of ")
}

// scattered reports whether one metric is drawn over another, so that the runs have no order.
func (r *rows) scattered() bool {
	return r.Columns[r.x].Kind == table.MetricColumn && !r.has(table.HalfWidthColumn)
}
