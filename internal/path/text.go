package path

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Text writes the report as tables for people. Of paths with the same values, one is shown.
func (r *Report) Text(w io.Writer, margin float64) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	like := map[string]int{} // the number of paths with the same values
	for i := range r.Paths {
		like[r.Paths[i].values()]++
	}
	for i := range r.Paths {
		p := &r.Paths[i]
		others := like[p.values()] - 1
		if others < 0 {
			continue // one like it was shown
		}
		like[p.values()] = 0
		p.text(t, margin, others)
	}
	if len(r.Paths) == 0 {
		fmt.Fprintln(t, "No path goes through a repeater: the limit of each segment is its own longest length (csmacd validate warns).")
	}
	if len(r.Paths) == 0 || slices.ContainsFunc(r.Paths, func(p Path) bool { return !p.fast }) { // it is a rule at 10 Mb/s
		fmt.Fprintf(t, "5-4-3 rule: %s\n", map[bool]string{true: "kept", false: "broken, which alone forbids nothing: the calculation decides"}[r.Rule543])
	}
	fmt.Fprintf(t, "result: %s\n", verdict(r.OK))
	return t.Flush()
}

// values returns a text of everything that a table shows, except names.
func (p *Path) values() string {
	var b strings.Builder
	for _, s := range p.Segments {
		fmt.Fprintln(&b, s.Phy, s.Length, s.Role)
	}
	for _, h := range p.repeaters {
		fmt.Fprintln(&b, h.bits)
	}
	fmt.Fprintln(&b, p.Delay, measured(p.RoundTrip, ""), measured(p.Gap, ""))
	return b.String()
}

func (p *Path) text(t *tabwriter.Writer, margin float64, others int) {
	fmt.Fprintf(t, "%s to %s (domain %s)", p.From, p.To, p.domain)
	switch {
	case others == 1:
		fmt.Fprintf(t, ", and another path with the same values")
	case others > 1:
		fmt.Fprintf(t, ", and %d others with the same values", others)
	}
	fmt.Fprint(t, "\n\n")
	fmt.Fprintf(t, "  segment\tphy\tlength\trole\tbits\n")
	for i, s := range p.Segments {
		if i > 0 && p.fast {
			h := p.repeaters[i-1]
			fmt.Fprintf(t, "  %s\trepeater\t\t\t%s\n", h.name, number(h.bits))
		}
		fmt.Fprintf(t, "  %s\t%s\t%s m\t%s\t%s\n", s.Name, s.Phy, number(s.Length), s.Role, number(s.Bits))
	}
	if p.fast {
		fmt.Fprintf(t, "  two stations\t\t\t\t%s\n", number(fastStations))
	}
	if margin > 0 {
		fmt.Fprintf(t, "  margin\t\t\t\t%s\n", number(margin))
	}
	limit := float64(MostDelay)
	if p.fast {
		limit = MostFastDelay
	}
	fmt.Fprintf(t, "\n\tbits\tat most\t\tmeasured\n")
	fmt.Fprintf(t, "  path delay\t%s\t%s\t%s\t%s\n", number(p.Delay), number(limit), verdict(p.Delay <= limit), measured(p.RoundTrip, "round trip"))
	if p.Variability != nil {
		fmt.Fprintf(t, "  path variability\t%s\t%d\t%s\t%s\n", number(*p.Variability), MostVariability, verdict(*p.Variability <= MostVariability), measured(p.Gap, "smallest gap"))
	}
	fmt.Fprintln(t)
}

func measured(v *float64, what string) string {
	if v == nil {
		return "not measured"
	}
	return what + " " + number(*v)
}

func verdict(ok bool) string {
	if ok {
		return "ok"
	}
	return "too much"
}

// number writes a number without needless digits.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
