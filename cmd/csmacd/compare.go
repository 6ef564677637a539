package main

import (
	"encoding/json"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/compare"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/usage"
)

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "say what two results, or two campaigns, differ by",
		ArgsUsage: "A B",
		Description: "Two results (csmacd run FILE --json): every figure that is not the same. One run of each says " +
			"nothing of what chance does; campaigns do.\n\n" +
			"Two campaigns (the folders that csmacd sweep writes): point by point the difference of the means, B less " +
			"A, with its interval. Where the runs of a point have the same seeds on both sides it is Student's t test of " +
			"pairs, in which their common luck cancels out; else Welch's. p is that of one test; a difference counts (*) " +
			"where it does among all points together, by Holm's rule.\n\n" +
			"With --exit-code the status is 1 if they differ: two results in any figure, two campaigns in a point " +
			"that only one has, or in a difference that counts.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "metric", Usage: "compare these `METRICS` of campaigns, such as throughput,jain,delay_us_p99 (default: what is usual on their media: throughput, completion_us,calls, frames_delivered, submitted)"},
			&cli.Float64Flag{Name: "confidence", Usage: "of intervals and tests, `SHARE`", Value: compare.DefaultConfidence},
			&cli.BoolFlag{Name: "all", Usage: "list also what is the same"},
			&cli.BoolFlag{Name: "json", Usage: "write what was found as JSON"},
			&cli.BoolFlag{Name: "exit-code", Usage: "leave with status 1 if they differ"},
		},
		Action:       compareFiles,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func compareFiles(c *cli.Context) error {
	if c.NArg() != 2 {
		return usage.Errorf("compare takes two arguments: two results (.json), or the folders of two campaigns")
	}
	var o compare.Options
	if c.IsSet("metric") {
		o.Metrics = strings.Split(c.String("metric"), ",")
	}
	if c.IsSet("confidence") {
		if o.Confidence = c.Float64("confidence"); !(o.Confidence > 0 && o.Confidence < 1) {
			return usage.Errorf("--confidence %g: write a share above 0 and below 1, such as 0.95", o.Confidence)
		}
	}
	a, b := c.Args().Get(0), c.Args().Get(1)
	var t files.Table
	readOutput(&t, a)
	readOutput(&t, b)
	if err := checkFiles(&t); err != nil { // standard output may be one of them
		return err
	}
	found, err := compare.Files(a, b, o)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		e := json.NewEncoder(c.App.Writer)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		err = e.Encode(found)
	} else {
		err = found.Table(c.App.Writer, c.Bool("all"))
	}
	if err == nil && c.Bool("exit-code") && found.Differs() {
		return exit.Error{Status: exit.Failure}
	}
	return err
}
