package profile

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
)

// table writes the delays of a policy, failure by failure.
func (v *View) table(b *strings.Builder, p *Named) {
	exact, binary, some := true, false, false
	for _, f := range p.Failures {
		if f.Share > 0 {
			exact, binary, some = exact && f.Exact, binary || f.Binary > 0, some || f.Share < 1
		}
	}
	what := "exact"
	if !exact {
		what = "of " + humanize.Comma(int64(v.Options.Clients)) + " clients, seed " + fmt.Sprint(v.Options.Seed) + "; ± 95 %"
	}
	fmt.Fprintf(b, "%s\n  %s\n", p.Text, what)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "failure\tmean delay\t5%\t50%\t95%\tleast\tmost\twaited in all\t"
	if binary {
		head += "(2^n-1)/2\t"
	}
	if some {
		head += "go on\t"
	}
	fmt.Fprintln(t, head)
	for _, f := range p.Failures {
		if f.Share == 0 {
			break
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", f.N, v.give(f.Mean, f.Half), v.time(f.P5), v.time(f.P50), v.time(f.P95),
			v.time(f.Least), v.time(f.Most), v.give(f.Total, f.TotalHalf))
		if binary {
			fmt.Fprintf(t, "%s\t", v.time(f.Binary))
		}
		if some {
			fmt.Fprintf(t, "%s %%\t", digits(float64(100*f.Share)))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	fmt.Fprintf(b, "  %s\n\n", v.end(p))
}

// end returns a sentence on how a policy ends.
func (v *View) end(p *Named) string {
	last := p.Failures[len(p.Failures)-1]
	switch {
	case last.Share == 1:
		return fmt.Sprintf("it does not stop within %d failures", last.N)
	case last.Share == 0:
		return fmt.Sprintf("all have given up after failure %d: %s", last.N, p.Stopped)
	}
	return fmt.Sprintf("%s %% have given up by failure %d: %s", digits(float64(100*(1-last.Share))), last.N, p.Stopped)
}
