package experiment

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/dustin/go-humanize/english"
)

// Summary writes the result of a sweep all of whose runs are done: the points that are not precise enough or did not
// settle, and some rows of the table in the campaign's folder.
func (out *Outcome) Summary(w io.Writer, dir string, p *campaign.Precision) error {
	out.tellLoose(w, p)
	out.tellRestless(w)
	return tellTables(w, dir, p)
}

// tellRestless names the points that have runs without a warm-up.
func (out *Outcome) tellRestless(w io.Writer) {
	if len(out.Restless) == 0 {
		return
	}
	fmt.Fprintf(w, "%d of %s did not settle in the first half of every run: no figure of points.csv contains the runs that did not settle. Give a longer duration\n", len(out.Restless), english.Plural(out.Points, "point", ""))
	tellLabels(w, out.Restless)
}

// tellLoose names the points whose intervals stayed too wide.
func (out *Outcome) tellLoose(w io.Writer, p *campaign.Precision) {
	if p == nil || len(out.Loose) == 0 {
		return
	}
	fmt.Fprintf(w, "%d of %d points are not within %g of their means after %d replications:\n", len(out.Loose), out.Points, p.Relative, p.Most)
	tellLabels(w, out.Loose)
}

// tellLabels writes the labels of some points.
func tellLabels(w io.Writer, labels []string) {
	for i, label := range labels {
		if i == mostRows {
			fmt.Fprintf(w, "  and %d more\n", len(labels)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", label)
	}
}

// mostRows limits the number of points that are shown.
const mostRows = 24

// tellTables writes where the tables are, and the first points.
func tellTables(w io.Writer, dir string, p *campaign.Precision) error {
	t, err := table.Read(dir, table.Points)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "tables: %s, runs.csv, runs.jsonl; columns.json describes their columns\n\n", filepath.Join(dir, "points.csv"))
	censored := 0
	for _, row := range t.Rows {
		if t.Censored(row) {
			censored++
		}
	}
	shown := append(t.Usual(), "collisions", "access_delay_us_mean")
	if p != nil {
		shown = p.Metrics
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	var head []string
	told := func(c table.Column) bool { // planned tells nothing if no run is missing
		return c.Kind == table.AxisColumn || c.Kind == table.RunColumn && (c.Name != "planned" || !t.Complete)
	}
	for _, c := range t.Columns {
		if told(c) || slices.Contains(shown, c.Name) {
			name := c.Name
			if c.Unit != "" && c.Unit != name && !strings.Contains(name, "_"+c.Unit) {
				name += " (" + c.Unit + ")"
			}
			head = append(head, name)
		}
	}
	fmt.Fprintln(tw, strings.Join(head, "\t")+"\t")
	for i, row := range t.Rows {
		if i == mostRows {
			break
		}
		var cells []string
		for k, c := range t.Columns {
			switch {
			case told(c):
				cells = append(cells, row[k].Text)
			case slices.Contains(shown, c.Name) && row[k].Missing():
				cells = append(cells, "-")
			case slices.Contains(shown, c.Name) && row[k+1].Missing():
				cells = append(cells, rounded(row[k].Number, 5))
			case slices.Contains(shown, c.Name):
				cells = append(cells, rounded(row[k].Number, 5)+" ± "+rounded(row[k+1].Number, 2))
			}
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t")+"\t")
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if n := len(t.Rows) - mostRows; n > 0 {
		fmt.Fprintf(w, "and %d more points\n", n)
	}
	if note := table.CensoredNote(censored, len(t.Rows)); note != "" {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	return nil
}

// rounded returns a number with that many significant digits, for people.
func rounded(v float64, digits int) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil || math.Abs(short) >= 1e12 || short != 0 && math.Abs(short) < 1e-9 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}
