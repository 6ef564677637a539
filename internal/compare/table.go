package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/table"
)

func (t *twoCampaigns) Differs() bool { return !t.Same }

func (t *twoCampaigns) Table(w io.Writer, all bool) error {
	for i, c := range t.Campaigns {
		note := ""
		if !c.Complete {
			note = ", not complete"
		}
		fmt.Fprintf(w, "%c  %s: %s, %s%s\n", 'A'+i, c.Dir, c.Name, engine.Name(c.Engine), note)
	}
	fmt.Fprintln(w)
	equal := 0
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(columns, "%s\tmetric\tA\tB\tB less A\t+-\t\tp\ttest\t\t\n", strings.Join(t.Axes, "\t"))
	shown, tested, counting := 0, 0, 0
	for i := range t.Points {
		p := &t.Points[i]
		if p.P != nil {
			tested++
		}
		if p.Counts {
			counting++
		}
		if p.Equal {
			if equal++; !all {
				continue
			}
		}
		shown++
		mark := ""
		if p.Counts {
			mark = "*"
		}
		test := fmt.Sprintf("%s n=%d", p.Test, p.NA)
		if p.Test != "paired" && p.NA != p.NB {
			test = fmt.Sprintf("%s n=%d,%d", p.Test, p.NA, p.NB)
		}
		var relative string
		if p.Relative != nil {
			relative = fmt.Sprintf("%+.3g%%", 100**p.Relative)
		}
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", strings.Join(p.Point, "\t"), p.Metric,
			orDash(p.A, shortest), orDash(p.B, shortest), orDash(p.Change, signed), orDash(p.Half, func(x float64) string { return fmt.Sprintf("%.2g", x) }),
			relative, orDash(p.P, func(x float64) string { return fmt.Sprintf("%.2g", x) }), test, mark)
	}
	if shown > 0 {
		if err := columns.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	if slices.ContainsFunc(t.Points, func(p pointChange) bool { return metric.Pooled(p.Metric) }) {
		fmt.Fprintln(w, "percentiles are compared run by run: A and B are means of the runs' own, and points.csv has those of all frames together")
	}
	if slices.ContainsFunc(t.Points, func(p pointChange) bool { return metric.OfDelays(p.Metric) }) {
		for i, c := range t.Campaigns {
			if note := table.CensoredNote(c.Censored, c.points); note != "" {
				fmt.Fprintf(w, "%c: %s\n", 'A'+i, note)
			}
		}
	}
	for i, names := range t.Only {
		if len(names) > 0 {
			fmt.Fprintf(w, "points only in %c: %s\n", 'A'+i, strings.Join(names[:min(8, len(names))], "; "))
		}
	}
	if equal > 0 {
		fmt.Fprintf(w, "%d of %d are equal, run by run\n", equal, len(t.Points))
	}
	_, err := fmt.Fprintf(w, "%d of %d differences count (*), at %g%% confidence for all together\n", counting, tested, 100*t.Confidence)
	return err
}

func orDash(x *float64, write func(float64) string) string {
	if x == nil {
		return "-"
	}
	return write(*x)
}
