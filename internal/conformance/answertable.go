package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/anchor"
	"github.com/csmacd/csmacd/internal/published"
)

// answers writes a row for each group.
func (p *page) answers(list []section) {
	p.text("## Published results")
	p.text(`**Exact**: a network with forced draws, or without draws, has exactly the published number. **Statistical**: the mean of many
runs is within an interval around the number. The interval is so wide that a correct engine fails one of the figures only once
in a million times. The column "within" has the smallest and the largest interval of the case's figures, in per cent of the
figure. It includes what the source leaves open (a range, a rounding, runs of unknown length). Figures of rare events have wide
intervals. **Arithmetic**: a formula, computed again; no network is run. [All figures](#all-figures) are below.`)
	for _, s := range list {
		p.text("### %s", s.title)
		p.text("%s", s.text)
		p.head("case", "question", "checked", "figures", "within", "example", "result")
		for _, g := range s.groups {
			name := fmt.Sprintf("[%s](#%s)", g.id, anchor.Of(g.id))
			p.row(name, g.asks, strings.Join(g.kinds(), ", "), strconv.Itoa(g.count()), g.within(), g.instance(), p.verdict(g.ok()))
		}
		p.line("")
	}
}

// kinds returns the ways in which a group is checked.
func (g *group) kinds() (list []string) {
	for i := range g.cases {
		if k := g.cases[i].Kind.String(); !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

func (g *group) count() (n int) {
	for i := range g.cases {
		n += len(g.cases[i].Expected)
	}
	return n
}

// within returns the smallest and the largest of the group's intervals, in per cent.
func (g *group) within() string {
	least, most := math.Inf(1), 0.0
	g.each(func(_ *published.Case, f *published.Figure, m *published.Measure) {
		if w := m.Interval + f.Within; w > 1e-8*math.Abs(f.Value) && f.Value != 0 {
			least, most = min(least, w/math.Abs(f.Value)), max(most, w/math.Abs(f.Value))
		}
	})
	switch a, b := percent(least), percent(most); {
	case most == 0:
		return "-"
	case a == b:
		return b
	default:
		return strings.TrimSuffix(a, " %") + " to " + b
	}
}

// instance returns one figure as an example, the one that the group names.
func (g *group) instance() (s string) {
	k := 0
	g.each(func(c *published.Case, f *published.Figure, m *published.Measure) {
		if k == g.show {
			s = fmt.Sprintf("%s%s: %s, here %s", g.part(c), f.Name, value(f.Value, f.Within), value(m.Value, m.Interval))
		}
		k++
	})
	return s
}

// each calls visit for each of the group's figures.
func (g *group) each(visit func(*published.Case, *published.Figure, *published.Measure)) {
	for i := range g.cases {
		c, o := &g.cases[i], &g.outcomes[i]
		for k := range c.Expected {
			m := &published.Measure{Value: math.NaN()}
			if k < len(o.Got) {
				m = &o.Got[k]
			}
			visit(c, &c.Expected[k], m)
		}
	}
}

// value returns a number and its deviation, with as many digits as the deviation justifies.
func value(v, within float64) string {
	if within == 0 {
		return exactNumber(v)
	}
	digits := max(0, 1-int(math.Floor(math.Log10(within))))
	if digits > 8 {
		return exactNumber(v)
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + " ± " + strconv.FormatFloat(within, 'f', digits, 64)
}
