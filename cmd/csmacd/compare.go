package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

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
			&cli.Float64Flag{Name: "confidence", Usage: "of intervals and tests, `SHARE`", Value: 0.95},
			&cli.BoolFlag{Name: "all", Usage: "list also what is the same"},
			&cli.BoolFlag{Name: "json", Usage: "write what was found as JSON"},
			&cli.BoolFlag{Name: "exit-code", Usage: "leave with status 1 if they differ"},
		},
		Action:       compare,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

// comparison is what a comparison came to.
type comparison interface {
	table(w io.Writer, all bool) error
	differs() bool
}

func compare(c *cli.Context) error {
	if c.NArg() != 2 {
		return usage.Errorf("compare takes two arguments: two results (.json), or the folders of two campaigns")
	}
	if p := c.Float64("confidence"); !(p > 0 && p < 1) {
		return usage.Errorf("--confidence %g: write a share above 0 and below 1, such as 0.95", p)
	}
	a, b := c.Args().Get(0), c.Args().Get(1)
	var t files.Table
	readOutput(&t, a)
	readOutput(&t, b)
	if err := checkFiles(&t); err != nil { // standard output may be one of them
		return err
	}
	found, err := compareOutputs(c, a, b)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		e := json.NewEncoder(c.App.Writer)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		err = e.Encode(found)
	} else {
		err = found.table(c.App.Writer, c.Bool("all"))
	}
	if err == nil && c.Bool("exit-code") && found.differs() {
		return exit{status: exitFailure}
	}
	return err
}

func compareOutputs(c *cli.Context, a, b string) (comparison, error) {
	ka, err := kindOfOutput(a)
	if err != nil {
		return nil, err
	}
	kb, err := kindOfOutput(b)
	if err != nil {
		return nil, err
	}
	switch {
	case ka != kb:
		return nil, fmt.Errorf("%s is %s and %s is %s: compare two of a kind", a, ka, b, kb)
	case ka == aCampaign:
		return compareCampaigns(c, a, b)
	case ka == aResult:
		if c.IsSet("metric") || c.IsSet("confidence") {
			return nil, usage.Errorf("--metric and --confidence are for campaigns: of two results every figure is compared")
		}
		return compareResults(a, b)
	}
	return nil, fmt.Errorf("%s and %s are files of events: compare their results (csmacd run FILE --json)", a, b)
}
