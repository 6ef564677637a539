package main

import (
	"encoding/json"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/compare"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/usage"
)

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "show the differences between two results, or two campaigns",
		ArgsUsage: "A B",
		UsageText: commandline.Examples(
			"csmacd compare a.json b.json # every figure that differs",
			"csmacd compare before.campaign after.campaign --metric throughput,jain # which differences are more than chance",
		),
		Description: commandline.Guide("Of campaigns: the difference of the means at each point, B less A, with its interval. * marks a "+
			"difference that counts among all points together (Holm). One run of each cannot tell a difference from "+
			"chance; campaigns can.", "docs/howto/experiments.md"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "metric", Usage: "compare these `METRICS` of campaigns, such as throughput,jain,delay_us_p99", DefaultText: "those usual on their media"},
			&cli.Float64Flag{Name: "confidence", Usage: "`SHARE` of intervals and tests", Value: compare.DefaultConfidence},
			&cli.BoolFlag{Name: "all", Usage: "list also what does not differ"},
			&cli.BoolFlag{Name: "json", Usage: "write the comparison as JSON"},
			&cli.BoolFlag{Name: "exit-code", Usage: "exit with status 1 if they differ: two results in any figure, two campaigns in a point or in a difference that counts"},
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
