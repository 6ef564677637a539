package plot

import (
	"strings"

	"github.com/csmacd/csmacd/internal/experiment"
)

// shares are the units of figures that have none, for a figure's reader.
var shares = map[string]string{
	"throughput": "share of the line rate", "offered_load": "share of the line rate",
	"share_success": "of time", "share_collision": "of time", "share_idle": "of time",
}

// titles are what names come to that are no words.
var titles = map[string]string{
	"jain": "Jain's index", "share_success": "successful transmissions", "share_collision": "collisions", "share_idle": "idle medium",
	"delay_us_mean": "mean delay", "access_delay_us_mean": "mean access delay",
	"delay_us_max": "longest delay", "access_delay_us_max": "longest access delay", "simulated_us": "simulated time", "attempts": "transmissions begun",
}

// spoken is what a column is called by people.
func spoken(c experiment.Column) string {
	if c.Kind == experiment.AxisColumn && strings.HasPrefix(c.What, "stations[") && strings.HasSuffix(c.What, ".count") && c.Name == "count" {
		return "stations"
	}
	if title, ok := titles[c.Name]; ok {
		return title
	}
	name := strings.ReplaceAll(c.Name, "_us", "")
	if before, p, ok := strings.Cut(name, "_p"); ok && (p == "50" || p == "95" || p == "99") {
		name = before + ", " + map[string]string{"50": "median", "95": "95th percentile", "99": "99th percentile"}[p]
	}
	if c.Kind == experiment.AxisColumn && name == "size" {
		return "frame size"
	}
	return strings.ReplaceAll(name, "_", " ")
}

// axisOf makes an axis of a column.
func (r *rows) axisOf(i int) Axis {
	c := r.Columns[i]
	a := Axis{Label: spoken(c), Unit: c.Unit}
	if a.Unit == "" {
		a.Unit = shares[c.Name]
	}
	if a.Label == a.Unit || strings.HasPrefix(a.Label, a.Unit+" ") {
		a.Unit = "" // frames sent are frames
	}
	return a
}

// places gives where a cell stands on the horizontal axis: its number, or, for text,
// one place after the other.
func (r *rows) places(a *Axis) func(experiment.Cell) float64 {
	if !r.Columns[r.x].Text {
		return func(c experiment.Cell) float64 { return c.Number }
	}
	at := map[string]float64{}
	for i, v := range r.values(r.x) {
		at[v] = float64(i)
		a.Ticks = append(a.Ticks, Tick{float64(i), clip(short(v), 16)})
	}
	return func(c experiment.Cell) float64 { return at[c.Text] }
}

// label names a line by the value that it has.
func (r *rows) label(value string) string {
	if r.by < 0 {
		return spoken(r.Columns[r.y])
	}
	c := r.Columns[r.by]
	switch {
	case c.Text && (value == "on" || value == "off" || value != "" && value[0] >= '0' && value[0] <= '9'):
		return spoken(c) + " " + clip(value, 24)
	case c.Text:
		return clip(short(value), 32)
	case c.Unit != "":
		return value + " " + c.Unit
	case spoken(c) == "stations":
		return value + " stations"
	}
	return spoken(c) + " " + value
}

// short writes {policy: fixed, window: 8} as fixed, window 8.
func short(value string) string {
	inner, ok := strings.CutPrefix(value, "{policy: ")
	if !ok {
		return value
	}
	return strings.ReplaceAll(strings.TrimSuffix(inner, "}"), ": ", " ")
}
