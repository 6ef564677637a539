package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

// theory is a curve from a paper: the value of a metric in a setting.
type theory struct {
	name   string // of --theory
	label  string // in a figure
	text   string // what it computes, and its source
	values func(metric string, s *setting) (float64, error)
}

// Theories returns the names of theories that [Choice] takes.
func Theories() (names []string) {
	for _, t := range theories {
		names = append(names, t.name)
	}
	return names
}

// TheoryText returns what a theory computes, and its source.
func TheoryText(name string) string {
	for _, t := range theories {
		if t.name == name {
			return t.text
		}
	}
	return ""
}

var theories = []theory{
	{"metcalfe-boggs", "Metcalfe & Boggs",
		"The efficiency P/(P + W T) of stations that always have a frame: R. M. Metcalfe and D. R. Boggs, Ethernet: distributed packet switching for local computer networks, CACM 19, 1976.", metcalfeBoggs},
	{"lam", "Lam",
		"The capacity 1/(1 + (2e+1) a) of S. S. Lam's queue, or the offered load if that is less: A carrier sense multiple access protocol for local networks, Computer Networks 4, 1980.", lam},
	{"queue", "M/G/1 queue",
		"The mean delay of frames of a Poisson process that share the line without any loss, a bound for every medium: F. Pollaczek, 1930; A. Khinchine, 1932.", queue},
	{"aloha", "ALOHA",
		"The throughput G e^-2G of N. Abramson's channel (AFIPS 1970), and G e^-G if starts are aligned to slots (L. G. Roberts, 1972).", aloha},
}

// errMetric means that a theory does not predict a metric.
var errMetric = errors.New("it does not predict this metric")

// theories computes the lines of the chosen theories for a panel's lines.
func (r *rows) theories(c Choice, lines []line, place func(table.Cell) float64) (list []figure.Series, notes []string, err error) {
	if c.Plan == nil {
		return nil, nil, errors.New("--theory needs the campaign's plan, which is missing")
	}
	if r.Columns[r.x].Kind == table.MetricColumn {
		return nil, nil, usage.Errorf("--theory: %s is measured, not set: theory is computed from what a plan sets", r.Columns[r.x].Name)
	}
	at := settingsOf(c.Plan)
	for _, word := range c.Theory {
		name, err := names.Pick(strings.TrimSpace(word), "theories", Theories())
		if err != nil {
			return nil, nil, usage.Errorf("--theory: %w", err)
		}
		var t theory
		for _, t = range theories {
			if t.name == name {
				break
			}
		}
		curves, why := r.theory(t, lines, at, place)
		if len(curves) == 0 {
			return nil, nil, usage.Errorf("--theory %s does not apply here: %w", name, why)
		}
		if why != nil {
			notes = append(notes, fmt.Sprintf("%s is not drawn at all points: %v", name, why))
		}
		list = append(list, curves...)
	}
	return list, notes, nil
}

// theory computes one theory for each line. Equal curves are drawn once; different ones have the colours of
// their lines. why is the reason for which the theory does not apply to a line.
func (r *rows) theory(t theory, lines []line, at func([]string) (*setting, error), place func(table.Cell) float64) (list []figure.Series, why error) {
	silent := 0
	for i, l := range lines {
		s, err := r.curve(t, l, at, place)
		switch {
		case errors.Is(err, errMetric) && len(r.y) > 1:
			silent++ // it need not predict all of several metrics
		case err != nil:
			why = err
		}
		if !slices.ContainsFunc(s.Y, figure.Finite) || alreadyThere(list, &s) {
			continue
		}
		if s.Like = i + 1; len(list) == 0 {
			s.Label = t.label
		}
		list = append(list, s)
	}
	if silent == len(lines) {
		why = errMetric
	}
	if len(list) == 1 {
		list[0].Like = 0
	}
	return list, why
}

func alreadyThere(list []figure.Series, s *figure.Series) bool {
	for i := range list {
		same := len(list[i].Y) == len(s.Y)
		for k := range s.Y {
			same = same && (list[i].Y[k] == s.Y[k] || math.IsNaN(list[i].Y[k]) && math.IsNaN(s.Y[k]))
		}
		if same {
			return true
		}
	}
	return false
}

// axes returns the values of the plan's axes in a row.
func (r *rows) axes(row []table.Cell) (cells []string) {
	for i, col := range r.Columns {
		if col.Kind == table.AxisColumn {
			cells = append(cells, row[i].Text)
		}
	}
	return cells
}

// settingsOf returns a function that finds the setting of a plan's point by the values of its axes.
func settingsOf(plan *plan.Sweep) func([]string) (*setting, error) {
	points := map[string]int{}
	for i := range plan.Points() {
		p := plan.Point(i)
		points[strings.Join(p.Cells, "\x00")] = i
	}
	type answer struct {
		set *setting
		err error
	}
	known := map[int]answer{}
	return func(cells []string) (*setting, error) {
		i, ok := points[strings.Join(cells, "\x00")]
		if !ok {
			return nil, errors.New("the table's points are not those of the plan: csmacd merge writes the table again")
		}
		a, ok := known[i]
		if !ok {
			p := plan.Point(i)
			s, err := scenario.At(plan, &p, 1, scenario.Options{})
			if err == nil {
				a.set, a.err = settingOf(s)
			} else {
				a.err = err
			}
			known[i] = a
		}
		return a.set, a.err
	}
}
