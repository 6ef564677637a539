package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/usage"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw a figure of a campaign, a result, or a file of events",
		ArgsUsage: "DIR|RESULT.json|EVENTS.jsonl",
		Description: "A campaign (the folder that csmacd sweep writes): lines with their intervals, one for each " +
			"value of --by. Columns go by their names or any part that only one has. Without, --x is the axis " +
			"of most values, --by the next, --y throughput, or what its medium has in place of that. Several metrics in --y make a line each, with --by " +
			"a panel for each value. --let makes further columns of those that there are, with + - * / ^ % and abs, " +
			"ceil, floor, round, min, max: --let 'a = length/13300' --x a. --data draws values from elsewhere beside " +
			"it, hollow: a file of CSV whose head names columns as here, that of --x, that of --y (and " +
			"..._half_width of it), and that of --by where there is one. --table takes another of the campaign's " +
			"tables than points; what is there of several replications is drawn as their mean.\n\n" +
			"--what cross draws a campaign as a table: a row for each value of --by, a column for each metric of --y (at each value of " +
			"--x, or, as VALUE=METRIC, at one), each cell toned by how much worse it is than the best of its column. Of each value of --x " +
			"the first column decides: where that is twice as bad as the best, the others are left out. Whether more " +
			"of a metric is better or less is known of most; +METRIC and -METRIC say it.\n\n" +
			"A result (csmacd run FILE --json RESULT.json): --what attempts, delay, stations, or windows (of a server).\n\n" +
			"Events (csmacd run FILE --events EVENTS.jsonl --events-of senders): --what time, slots, delay or " +
			"fairness.\n\n" + plot.TheoryHelp(),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`, whose ending says the format: .svg, .png or .pdf (- for standard output, as SVG)", Value: "figure.svg"},
			&cli.StringFlag{Name: "x", Usage: "`COLUMN` to go from left to right"},
			&cli.StringFlag{Name: "y", Usage: "`COLUMNS` to go up, such as throughput, or delay_us_p50,delay_us_p99"},
			&cli.StringFlag{Name: "by", Usage: "`COLUMN` that each line has a value of"},
			&cli.StringSliceFlag{Name: "where", Usage: "only the rows whose column has a value, such as size=64 (`COLUMN=VALUE`; repeatable)"},
			&cli.StringSliceFlag{Name: "let", Usage: "a further column (`'NAME (UNIT) = EXPRESSION'`, such as 'a = length/13300'; repeatable)"},
			&cli.StringFlag{Name: "theory", Usage: "draw beside it what these `THEORIES` say: metcalfe-boggs,lam,queue,aloha"},
			&cli.StringSliceFlag{Name: "data", Usage: "draw values of a `FILE.csv` beside it (repeatable)"},
			&cli.StringSliceFlag{Name: "data-label", Usage: "`NAME` in the figure of the data, in their order (the file's unless given)"},
			&cli.StringFlag{Name: "table", Usage: "which `TABLE` of the campaign: points, runs, or what its plan keeps (series, histograms, ...)", Value: table.Points},
			&cli.StringFlag{Name: "x-label", Usage: "what stands at the horizontal axis (`TEXT`)"},
			&cli.StringFlag{Name: "y-label", Usage: "what stands at the vertical axis (`TEXT`)"},
			&cli.StringFlag{Name: "log", Usage: "logarithmic `AXES`: x, y, xy, or none (without: x where its values ask for it)"},
			&cli.StringFlag{Name: "what", Usage: "which `FIGURE` of a campaign (cross), of a result (attempts, delay, stations, windows) or of events (time, slots, delay, fairness)"},
			&cli.Float64Flag{Name: "width", Usage: "`MM` across (a column of a journal is about 85)", Value: 120},
			&cli.Float64Flag{Name: "height", Usage: "`MM` upright"},
		},
		Action:       drawPlot,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func drawPlot(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("plot takes one argument: the folder of a campaign, a result (.json), or a file of events")
	}
	format, err := plotFormat(c.String("out"))
	if err != nil {
		return err
	}
	if err := checkFiles(plotFiles(c)); err != nil {
		return err
	}
	figure, notes, err := plotOptions(c).Figure(c.Args().First())
	if err != nil {
		return err
	}
	figure.Width, figure.Height = c.Float64("width"), c.Float64("height")
	if figure.Matrix != nil && !c.IsSet("width") {
		figure.Width = 0 // as wide as its columns
	}
	for _, n := range notes {
		fmt.Fprintf(stderr, "note: %s\n", n)
	}
	return writePlot(figure, c.String("out"), format)
}

// plotFiles are the files of csmacd plot.
func plotFiles(c *cli.Context) *files.Table {
	t := &files.Table{}
	readOutput(t, c.Args().First())
	for _, path := range c.StringSlice("data") {
		t.Read("--data", path)
	}
	t.Write("--out", c.String("out"))
	return t
}

// writePlot draws a figure and writes it to a file.
func writePlot(figure figure.Figure, out, format string) error {
	var whole bytes.Buffer
	if err := figure.Write(&whole, format); err != nil {
		return err
	}
	return writeWhole(out, whole.Bytes())
}

// plotFormat gives the format that a file's name asks for.
func plotFormat(out string) (string, error) {
	if out == "-" {
		return "svg", nil
	}
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	if !slices.Contains(figure.Formats, format) {
		return "", usage.Errorf("--out %s: a figure is a file whose name ends in .svg, .png or .pdf", out)
	}
	return format, nil
}

// plotOptions reads which figure is wanted.
func plotOptions(c *cli.Context) *plot.Options {
	o := &plot.Options{
		What: c.String("what"), Table: c.String("table"), Log: c.String("log"), XLabel: c.String("x-label"), YLabel: c.String("y-label"),
		Choice: plot.Choice{X: c.String("x"), By: c.String("by"), Where: c.StringSlice("where"), Let: c.StringSlice("let")},
		Data:   c.StringSlice("data"), DataLabels: c.StringSlice("data-label"), Given: c.IsSet,
	}
	if c.IsSet("y") {
		o.Choice.Y = strings.Split(c.String("y"), ",")
	}
	if c.IsSet("theory") {
		o.Choice.Theory = strings.Split(c.String("theory"), ",")
	}
	return o
}
