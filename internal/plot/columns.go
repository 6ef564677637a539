package plot

import (
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
)

// shares holds the units, in words, of metrics that are shares.
var shares = map[string]string{
	"throughput": "share of the line rate", "offered_load": "share of the line rate",
	"share_success": "of time", "share_collision": "of time", "share_idle": "of time",
}

// titles holds the words for names that are not words.
var titles = map[string]string{
	"jain": "Jain's index", "share_success": palette.Legend["sent"], "share_collision": palette.Legend["collided"], "share_idle": palette.Legend["idle"],
	"delay_us_mean": "mean delay", "access_delay_us_mean": "mean access delay",
	"delay_us_max": "longest delay", "access_delay_us_max": "longest access delay", "simulated_us": "simulated time", "t_us": "time", "attempts": "transmissions begun",
}

// spoken returns a column's name in words.
func spoken(c table.Column) string {
	if c.Kind == table.AxisColumn && strings.HasPrefix(c.What, "stations[") && strings.HasSuffix(c.What, ".count") && c.Name == "count" {
		return "stations"
	}
	if title, ok := titles[c.Name]; ok {
		return title
	}
	name := strings.TrimSuffix(strings.ReplaceAll(c.Name, "_us", ""), "_per_s") // the unit says it
	if of, part := parts(c); of != "" {
		name = of + ", " + part
	}
	if c.Kind == table.AxisColumn && name == "size" {
		return "frame size"
	}
	return strings.ReplaceAll(name, "_", " ")
}

// delayParts holds the words for the statistics of a delay.
var delayParts = map[string]string{"mean": "mean", "p50": "median", "p95": "95th percentile", "p99": "99th percentile", "max": "longest"}

// parts splits the name of a delay's column into the delay and its statistic; both are "" for other columns.
func parts(c table.Column) (of, part string) {
	before, figure, ok := strings.Cut(c.Name, "_us_")
	if part = delayParts[figure]; !ok || part == "" {
		return "", ""
	}
	return strings.ReplaceAll(before, "_", " "), part
}

// unitName returns the unit of a column in words. Metrics of one unit can share an axis.
func unitName(c table.Column) string {
	if c.Unit != "" {
		return c.Unit
	}
	if strings.HasPrefix(shares[c.Name], "share") {
		return "shares of the line rate"
	}
	if shares[c.Name] != "" {
		return "shares of time"
	}
	if c.Name == "jain" {
		return "no unit (an index)"
	}
	return "no unit"
}

// axisOf returns the axis for a column.
func (r *rows) axisOf(i int) figure.Axis {
	c := r.Columns[i]
	a := figure.Axis{Label: spoken(c), Unit: c.Unit}
	if a.Unit == "" {
		a.Unit = shares[c.Name]
	}
	if a.Label == a.Unit || strings.HasPrefix(a.Label, a.Unit+" ") {
		a.Unit = "" // frames sent (frames) would say it twice
	}
	return a
}

// places returns a function that places a cell on the horizontal axis: at its number or, for text, at one
// place after the other.
func (r *rows) places(a *figure.Axis) func(table.Cell) float64 {
	if !r.Columns[r.x].Text {
		return func(c table.Cell) float64 { return c.Number }
	}
	at := map[string]float64{}
	for i, v := range r.values(r.x) {
		at[v] = float64(i)
		a.Ticks = append(a.Ticks, figure.Tick{At: float64(i), Label: figure.Clip(short(v), 16)})
	}
	return func(c table.Cell) float64 { return at[c.Text] }
}

// label names a line by its value in the column by.
func (r *rows) label(value string) string {
	if r.by < 0 {
		return spoken(r.Columns[r.y[0]])
	}
	c := r.Columns[r.by]
	switch {
	case c.Text && (value == "on" || value == "off" || value != "" && value[0] >= '0' && value[0] <= '9'):
		return spoken(c) + " " + figure.Clip(value, 24)
	case c.Text:
		return figure.Clip(short(value), 32)
	case c.Unit == "octets":
		return value + " octets"
	case c.Unit != "":
		return spoken(c) + " " + value + " " + c.Unit
	case spoken(c) == "stations":
		return value + " stations"
	}
	return spoken(c) + " " + value
}

// short writes {policy: uniform, k: 8} as uniform, k 8.
func short(value string) string {
	inner, ok := strings.CutPrefix(value, "{policy: ")
	if !ok {
		return value
	}
	return strings.ReplaceAll(strings.TrimSuffix(inner, "}"), ": ", " ")
}

// upright returns the vertical axis.
func (r *rows) upright() figure.Axis {
	a := r.axisOf(r.y[0])
	if len(r.y) == 1 {
		return a
	}
	head, same := "", true
	var names []string
	for _, y := range r.y {
		of, _ := parts(r.Columns[y])
		same = same && of != "" && (head == "" || of == head)
		head = of
		names = append(names, spoken(r.Columns[y]))
	}
	unit := r.Columns[r.y[0]].Unit
	switch a.Label = strings.Join(names, ", "); {
	case same:
		a.Label = head
	case isShare(a.Unit):
		a.Label, a.Unit = "share "+strings.TrimPrefix(a.Unit, "share "), ""
	case unit != "" && unit != "us":
		a.Label, a.Unit = unit, ""
	case len(a.Label) > 32:
		a.Label = "value" // the names of the lines say the rest
	}
	return a
}

// metricNames returns the names of the lines of several metrics.
func (r *rows) metricNames() (names []string) {
	head := r.upright().Label
	for _, y := range r.y {
		name := spoken(r.Columns[y])
		if of, rest := parts(r.Columns[y]); of == head {
			name = rest
		}
		names = append(names, name)
	}
	return names
}

// crossTitle returns a short name of a column.
func crossTitle(c table.Column) string {
	if of, part := parts(c); of != "" {
		_, figure, _ := cutLast(c.Name)
		if part == "mean" || part == "longest" {
			return part + " " + of
		}
		return of + " " + figure
	}
	if c.Name == "jain" {
		return "Jain"
	}
	return spoken(c)
}

// cutLast cuts a name at its last underscore.
func cutLast(name string) (before, after string, ok bool) {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '_' {
			return name[:i], name[i+1:], true
		}
	}
	return name, "", false
}
