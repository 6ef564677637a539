package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/turns"
	"github.com/csmacd/csmacd/internal/usage"
)

func plcaCommand() *cli.Command {
	return &cli.Command{
		Name:      "plca",
		Usage:     "calculate what PLCA on a bus does; show and set it in a live run",
		ArgsUsage: "FILE",
		UsageText: commandline.Examples(
			"csmacd plca bus.yaml # cycles, the to_timer that the cable needs, the longest wait of each node",
			"csmacd plca bus.yaml --size 1518 --json | jq '.nodes[].access_bound_us'",
		),
		Description: commandline.Guide("The length of a cycle, the longest wait for the own turn and the throughput of each node, by formulas, and beside them what a run measures.", "docs/plca.md"),
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print the result as JSON"},
			&cli.IntFlag{Name: "size", Usage: "let all nodes send frames of `OCTETS`, such as 64 (default: as their traffic says)"},
		}, scenarioFlags()...),
		Subcommands:  livePLCA(),
		Action:       calculateTurns,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func calculateTurns(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	size := c.Int("size")
	if c.IsSet("size") && (size < 64 || size > 2000) {
		return usage.Errorf("--size %d: write a number of octets from 64 to 2000", size)
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	var r interface{ Text(io.Writer) error }
	if s.LAN() != nil {
		r, err = turns.OfNetwork(s, size)
	} else {
		r, err = turns.Of(s, size)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if c.Bool("json") {
		out := json.NewEncoder(c.App.Writer)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	return r.Text(c.App.Writer)
}
