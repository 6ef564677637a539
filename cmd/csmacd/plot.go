package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/usage"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw a figure of a campaign, a result, a file of events, or a series",
		ArgsUsage: "DIR|RESULT.json|EVENTS.jsonl|SERIES.csv",
		UsageText: commandline.Examples(
			"csmacd plot plan.campaign --x count --y throughput # the folder that csmacd sweep writes",
			"csmacd plot result.json --what attempts --out attempts.pdf # written by csmacd run --json",
			"csmacd plot events.jsonl --what fairness # written by csmacd run --events FILE --events-of senders",
			"csmacd plot series.csv --y throughput,frames_queued # written by csmacd run --series",
			"csmacd plot flows.csv --y cwnd,in_flight --where flow=pc/1 # written by csmacd run --flow-series",
		),
		Description: commandline.Guide("A column can be written as any part of its name that no other column has.", "docs/reference/plot.md"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`.svg, .png or .pdf (- for standard output, as SVG)", Value: "figure.svg"},
			&cli.StringFlag{Name: "x", Usage: "`COLUMN` of the horizontal axis"},
			&cli.StringFlag{Name: "y", Usage: "`COLUMNS` of the vertical axis, such as throughput, or delay_us_p50,delay_us_p99"},
			&cli.StringFlag{Name: "by", Usage: "one line for each value of this `COLUMN`"},
			&cli.StringSliceFlag{Name: "where", Usage: "only rows with `COLUMN=VALUE`, such as size=64; repeatable"},
			&cli.StringSliceFlag{Name: "let", Usage: "add a column `'NAME = EXPRESSION'`, such as 'a = length/13300'; repeatable"},
			&cli.StringFlag{Name: "theory", Usage: "add the curves of these `THEORIES`: metcalfe-boggs,lam,queue,aloha"},
			&cli.StringSliceFlag{Name: "data", Usage: "add the values in `FILE.csv`; repeatable"},
			&cli.StringSliceFlag{Name: "data-label", Usage: "`NAME` of --data in the figure, in the same order; repeatable", DefaultText: "the file's name"},
			&cli.StringFlag{Name: "table", Usage: "the `TABLE` of the campaign: points, runs, or what its plan keeps (series, histograms, ...)", Value: table.Points},
			&cli.StringFlag{Name: "x-label", Usage: "`TEXT` at the horizontal axis"},
			&cli.StringFlag{Name: "y-label", Usage: "`TEXT` at the vertical axis"},
			&cli.StringFlag{Name: "log", Usage: "logarithmic `AXES`: x, y, xy, or none", DefaultText: "x, if its values are far apart"},
			&cli.StringFlag{Name: "what", Usage: "the `FIGURE` of a campaign (cross), a result (attempts, delay, stations, windows) or events (time, slots, delay, fairness)"},
			&cli.Float64Flag{Name: "width", Usage: "`MM` across; a column of a journal is about 85", Value: 120},
			&cli.Float64Flag{Name: "height", Usage: "`MM` high"},
		},
		Action:       drawPlot,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func drawPlot(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("plot takes one argument: the folder of a campaign, a result (.json), a file of events, or a series (.csv)")
	}
	format, err := plotFormat(c.String("out"))
	if err != nil {
		return err
	}
	if err := sides(c, func(string) (least, most float64, unit string) { return figure.LeastSide, figure.GreatestSide, "mm" }); err != nil {
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

// plotFormat returns the format that the end of a file's name stands for.
func plotFormat(out string) (string, error) {
	if out == "-" {
		return "svg", nil
	}
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	if !slices.Contains(figure.Formats, format) {
		return "", usage.Errorf("--out %s: the name must end in .svg, .png or .pdf", out)
	}
	return format, nil
}

// plotOptions reads the flags.
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
