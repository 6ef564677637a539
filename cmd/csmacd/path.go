package main

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/path"
	"github.com/csmacd/csmacd/internal/usage"
)

func pathCommand() *cli.Command {
	return &cli.Command{
		Name:      "path",
		Usage:     "calculate whether a network's collision domains are small enough",
		ArgsUsage: "FILE",
		UsageText: commandline.Examples(
			"csmacd path lan.yaml # the worst paths, in both directions",
			"csmacd path lan.yaml --margin 5 --json | jq .ok",
		),
		Description: commandline.Guide("Path delay and path variability by clause 13 at 10 Mb/s, path delay by clause 29 at 100 Mb/s. The exit status is 1 if a path "+
			"exceeds a limit.", "docs/networks.md"),
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print the result as JSON"},
			&cli.Float64Flag{Name: "margin", Usage: "add `BITS` to each path delay, such as 5"},
		}, scenarioFlags()...),
		Action:       calculatePaths,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func calculatePaths(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	margin := c.Float64("margin")
	if margin < 0 || math.IsNaN(margin) || margin > 1e6 {
		return usage.Errorf("--margin %g: write a number of bit times from 0 to 1000000", margin)
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	if s.Topology() == nil {
		return fmt.Errorf("%s: has one medium: paths are through the repeaters of a network, with segments, devices and links", file)
	}
	r, err := path.Of(s, margin)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if c.Bool("json") {
		out := json.NewEncoder(c.App.Writer)
		out.SetIndent("", "  ")
		err = out.Encode(r)
	} else {
		err = r.Text(c.App.Writer, margin)
	}
	if err == nil && !r.OK {
		return exit.Error{Status: exit.Failure}
	}
	return err
}
