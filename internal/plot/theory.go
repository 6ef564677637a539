package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/scenario"
)

// theory is a curve from a paper: what a figure would be, by the settings of a point.
type theory struct {
	name   string // of --theory
	label  string // in a figure
	text   string // what it says of what, and where it is from
	values func(metric string, s *setting) (float64, error)
}

// Theories are the names that [Choice] takes.
func Theories() (names []string) {
	for _, t := range theories {
		names = append(names, t.name)
	}
	return names
}

// TheoryHelp says what the theories are.
func TheoryHelp() string {
	var b strings.Builder
	b.WriteString("Theories, computed from the campaign's own parameters and refused where they do not apply:")
	for _, t := range theories {
		fmt.Fprintf(&b, "\n\n%s: %s", t.name, t.text)
	}
	return b.String()
}

var theories = []theory{
	{"metcalfe-boggs", "Metcalfe & Boggs",
		"efficiency P/(P + W T) of stations that always have a frame, as R. M. Metcalfe and D. R. Boggs have it (Ethernet: distributed packet switching for local computer networks, CACM 19, 1976)", metcalfeBoggs},
	{"lam", "Lam",
		"what S. S. Lam's queue comes to (A carrier sense multiple access protocol for local networks, Computer Networks 4, 1980): the capacity 1/(1 + (2e+1) a), and for Poisson traffic the mean delay", lam},
	{"aloha", "ALOHA",
		"G e^-2G for N. Abramson's (AFIPS 1970), and G e^-G where starts are aligned to slots, L. G. Roberts's (1972)", aloha},
}

// errMetric says that a theory has nothing to say of a metric.
var errMetric = errors.New("it says nothing of this metric")

// theories computes the lines of theory for each line of the figure.
func (r *rows) theories(c Choice, place func(experiment.Cell) float64) (list []Series, notes []string, err error) {
	if c.Plan == nil {
		return nil, nil, errors.New("--theory needs the campaign's plan, which is not there")
	}
	if r.Columns[r.x].Kind == experiment.MetricColumn {
		return nil, nil, fmt.Errorf("--theory: %s is measured, not set: theory is computed from what a plan sets", r.Columns[r.x].Name)
	}
	at := settingsOf(c.Plan)
	for _, word := range c.Theory {
		name, err := Pick(strings.TrimSpace(word), "theories", Theories())
		if err != nil {
			return nil, nil, fmt.Errorf("--theory: %w", err)
		}
		var t theory
		for _, t = range theories {
			if t.name == name {
				break
			}
		}
		lines, why := r.theory(t, at, place)
		if len(lines) == 0 {
			return nil, nil, fmt.Errorf("--theory %s does not apply here: %w", name, why)
		}
		if why != nil {
			notes = append(notes, fmt.Sprintf("%s is not drawn at all points: %v", name, why))
		}
		list = append(list, lines...)
	}
	return list, notes, nil
}

// theory computes one theory for each line; lines that are the same are drawn once.
// why is why it does not apply, where it does not.
func (r *rows) theory(t theory, at func([]string) (*setting, error), place func(experiment.Cell) float64) (list []Series, why error) {
	for _, value := range r.values(r.by) {
		s := Series{Mark: Theory}
		settings := map[float64]*setting{}
		for _, row := range r.of(value) {
			set, err := at(r.axes(row))
			if err == nil {
				_, err = t.values(r.Columns[r.y].Name, set)
			}
			x := place(row[r.x])
			s.X, s.Y, s.Half = append(s.X, x), append(s.Y, 0), append(s.Half, math.NaN())
			if err != nil {
				why = err
				continue
			}
			settings[x] = set
		}
		s.sort()
		s = fine(s, settings, r.Columns[r.x].Text, func(set *setting) float64 {
			v, err := t.values(r.Columns[r.y].Name, set)
			if err != nil {
				return math.NaN()
			}
			return v
		})
		if !slices.ContainsFunc(s.Y, finite) || alreadyThere(list, &s) {
			continue
		}
		if len(list) == 0 {
			s.Label = t.label
		}
		list = append(list, s)
	}
	return list, why
}

// fine computes a line at more places than were measured: between two neighbours the
// settings are taken to change evenly.
func fine(s Series, at map[float64]*setting, text bool, value func(*setting) float64) Series {
	out := Series{Mark: Theory}
	add := func(x float64, set *setting) {
		out.X, out.Y = append(out.X, x), append(out.Y, value(set))
	}
	for i, x := range s.X {
		here := at[x]
		if here == nil {
			out.X, out.Y = append(out.X, x), append(out.Y, math.NaN())
			continue
		}
		add(x, here)
		if text || i+1 == len(s.X) || at[s.X[i+1]] == nil {
			continue
		}
		next, to := at[s.X[i+1]], s.X[i+1]
		const steps = 24
		for k := 1; k < steps; k++ {
			part := float64(k) / steps
			mid := x + (to-x)*part
			if x > 0 && to > 4*x { // closer where a logarithmic axis shows it
				mid = x * math.Pow(to/x, part)
			}
			set := here.toward(next, (mid-x)/(to-x))
			add(mid, &set)
		}
	}
	return out
}

func alreadyThere(list []Series, s *Series) bool {
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

// axes gives what the axes of the plan are at a row.
func (r *rows) axes(row []experiment.Cell) (cells []string) {
	for i, col := range r.Columns {
		if col.Kind == experiment.AxisColumn {
			cells = append(cells, row[i].Text)
		}
	}
	return cells
}

// settingsOf finds the setting of a plan's point by what its axes are.
func settingsOf(plan *scenario.Sweep) func([]string) (*setting, error) {
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
			return nil, errors.New("the table's points are not those of the plan: csmacd merge writes it anew")
		}
		a, ok := known[i]
		if !ok {
			p := plan.Point(i)
			s, err := plan.Scenario(&p, 1, scenario.Options{})
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
