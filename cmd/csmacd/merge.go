package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/usage"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join campaigns of one plan, and write the tables of the runs that are there",
		ArgsUsage: "DIR...",
		Description: "Joins the folders that csmacd sweep --shard made of one plan, in any order, and writes their " +
			"tables: the same, octet by octet, as one process alone would have written. What the others have goes " +
			"into the first DIR, or into --out. Of a single DIR, the tables are written of what is there. While " +
			"runs are missing, the tables are of the rest, and the exit status is 1.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "join into the folder `DIR`, and leave those given as they are"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary"},
		},
		Action:       merge,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func merge(c *cli.Context) error {
	if !c.Args().Present() {
		return usage.Errorf("merge takes DIR..., the folders that csmacd sweep made")
	}
	dir := c.String("out")
	if dir == "" {
		dir = c.Args().First()
	}
	out, err := experiment.Merge(c.Args().Slice(), c.String("out"), func(text string) { fmt.Fprintln(stderr, text) })
	if err != nil {
		return err
	}
	if out.Missing > 0 {
		err = fmt.Errorf("%s: %d of %d runs are missing: csmacd sweep FILE --out %[1]s runs them", dir, out.Missing, out.Missing+out.Found)
	}
	if c.Bool("quiet") || out.Found == 0 {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s, %s\n", several(out.Points, "point"), several(out.Found, "run"))
	if out.Partial > 0 {
		fmt.Fprintf(c.App.Writer, "NOT COMPLETE: %d of %s have fewer replications than are planned, or none: %d of %d runs are missing\n",
			out.Partial, several(out.Points, "point"), out.Missing, out.Missing+out.Found)
	}
	tellRestless(c.App.Writer, out)
	return errors.Join(tellTables(c.App.Writer, dir, nil), err)
}

// tellLoose names the points whose intervals stayed too wide.
func tellLoose(w io.Writer, out *experiment.Outcome, p *experiment.Precision) {
	if len(out.Loose) == 0 {
		return
	}
	fmt.Fprintf(w, "%d of %d points are not within %g of their means after %d replications:\n", len(out.Loose), out.Points, p.Relative, p.Most)
	for i, label := range out.Loose {
		if i == mostRows {
			fmt.Fprintf(w, "  and %d more\n", len(out.Loose)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", label)
	}
}

// mostRows is how many points are shown.
const mostRows = 24

// tellTables says where the tables are, and shows some of the points.
func tellTables(w io.Writer, dir string, p *experiment.Precision) error {
	t, err := experiment.ReadTable(dir, experiment.Points)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "tables: %s, runs.csv, runs.jsonl; columns.json says what is in them\n\n", filepath.Join(dir, "points.csv"))
	shown := append(t.Usual(), "collisions", "access_delay_us_mean")
	if p != nil {
		shown = p.Metrics
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	var head []string
	told := func(c experiment.Column) bool { // planned says nothing where all is there
		return c.Kind == experiment.AxisColumn || c.Kind == experiment.RunColumn && (c.Name != "planned" || !t.Complete)
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
		fmt.Fprintf(w, "and %d points more\n", n)
	}
	return nil
}

// several writes how many there are of something.
func several(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// rounded writes a number to so many significant digits, for people.
func rounded(v float64, digits int) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil || math.Abs(short) >= 1e12 || short != 0 && math.Abs(short) < 1e-9 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}
