package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/published"
)

// figures writes every figure, and what a reader needs to judge it.
func (p *page) figures(list []section) {
	p.text("## All figures")
	p.text(`± is the permitted deviation: the uncertainty of the source in the column "published", our interval in the column "here". An
exact number that is the same in both may be shown once.`)
	for _, s := range list {
		for _, g := range s.groups {
			p.group(g)
		}
	}
}

func (p *page) group(g *group) {
	p.text("### %s", g.id)
	p.text("Source: %s.", strings.TrimSuffix(g.sources(), "."))
	p.methods(g)
	if t := g.outcomes[0].Table; t != nil && len(g.cases) == 1 {
		p.head(t.Head...)
		for _, row := range t.Rows {
			p.row(row...)
		}
		p.line("")
	}
	switch {
	case len(g.cases) == 1:
		p.text("Checked, on %s:", g.restsOn(&g.cases[0]))
		p.down(g, false)
	case g.alike():
		p.across(g)
	default:
		p.down(g, true)
	}
	noted := false
	for i := range g.outcomes {
		if g.outcomes[i].Err != nil {
			p.line("- **could not be run**: %s", g.cases[i].ID)
			noted = true
		}
		for _, n := range g.outcomes[i].Notes {
			p.line("- %s", n)
			noted = true
		}
	}
	if noted {
		p.line("")
	}
}

// down writes a row for each figure, with the number of runs if the group's cases differ in it.
func (p *page) down(g *group, resting bool) {
	columns := []string{"figure", "published", "here", "result", "rests on"}
	shown := len(columns)
	if !resting {
		shown--
	}
	p.head(columns[:shown]...)
	g.each(func(c *published.Case, f *published.Figure, m *published.Measure) {
		cells := []string{g.part(c) + f.Name, value(f.Value, f.Within), value(m.Value, m.Interval), p.verdict(m.OK), g.restsOn(c)}
		p.row(cells[:shown]...)
	})
	p.line("")
}

// alike reports whether the group has several cases that all have the same figures.
func (g *group) alike() bool {
	for i := range g.cases {
		if !slices.EqualFunc(g.cases[i].Expected, g.cases[0].Expected, func(a, b published.Figure) bool { return a.Name == b.Name }) {
			return false
		}
	}
	return len(g.cases) > 1
}

// across writes a row for each of several cases with the same figures. A value that is the same in
// both columns, to the bit, is written once.
func (p *page) across(g *group) {
	columns := []string{""}
	for _, f := range g.cases[0].Expected {
		columns = append(columns, f.Name)
	}
	p.head(append(columns, "result", "rests on")...)
	var cells []string
	g.each(func(c *published.Case, f *published.Figure, m *published.Measure) {
		if len(cells) == 0 {
			cells = append(cells, strings.TrimSuffix(g.part(c), ": "))
		}
		cell := value(f.Value, f.Within)
		if !m.OK || m.Interval+f.Within > 0 {
			cell += "; here " + value(m.Value, m.Interval)
		}
		cells = append(cells, cell)
		if len(cells) > len(c.Expected) {
			p.row(append(cells, p.verdict(g.outcome(c).OK), g.restsOn(c))...)
			cells = nil
		}
	})
	p.line("")
}

// outcome returns the outcome of a case.
func (g *group) outcome(c *published.Case) *published.Outcome {
	for i := range g.cases {
		if &g.cases[i] == c {
			return &g.outcomes[i]
		}
	}
	return &published.Outcome{}
}

// methods writes how the group's cases are run. Cases that differ in a number only are described by
// the first.
func (p *page) methods(g *group) {
	told := map[string]bool{}
	for i := range g.cases {
		c := &g.cases[i]
		if alike := digits.ReplaceAllString(c.Method, ""); told[alike] {
			continue
		} else {
			told[alike] = true
		}
		p.line("- %s%s", g.part(c), c.Method)
	}
	p.line("")
}

// sources returns the sources of the group's cases. Sources that differ in a number only are listed
// once.
func (g *group) sources() string {
	var list []string
	told := map[string]bool{}
	for i := range g.cases {
		s := g.cases[i].Source
		if alike := digits.ReplaceAllString(s, ""); !told[alike] {
			told[alike] = true
			list = append(list, s)
		}
	}
	return strings.Join(list, "; ")
}

func (g *group) restsOn(c *published.Case) string {
	if o := g.outcome(c); o.N > 0 {
		return grouped(o.N) + " " + o.Unit
	}
	if c.Kind == published.Exact {
		return "1 run"
	}
	return "no run"
}

var digits = regexp.MustCompile(`[0-9.]+`)
