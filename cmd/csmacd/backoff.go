package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/profile"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/phy"
)

func backoffCommand() *cli.Command {
	return &cli.Command{
		Name:      "backoff",
		Usage:     "print a policy's delay for each attempt, and when clients that failed together retry",
		ArgsUsage: "POLICY...",
		UsageText: commandline.Examples(
			"csmacd backoff beb full-jitter # two policies, side by side",
			"csmacd backoff 'full-jitter(base=5, cap=2000)' --unit 1ms --out jitter.svg",
		),
		Description: commandline.Guide("A policy is a name (csmacd policies lists them), a name with parameters, or a value of the key backoff of "+
			"a scenario. All clients begin their first attempt at 0, and every attempt fails. Figures marked exact are "+
			"computed; the others are measured over --clients clients.", "docs/reference/policies.md"),
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "attempts", Aliases: []string{"n"}, Usage: "`N` failed attempts of each client", Value: 10},
			&cli.StringFlag{Name: "unit", Usage: "the `TIME` that 1 stands for, such as 51.2us; without it plain numbers are printed, and times in parameters are in ms"},
			&cli.StringFlag{Name: "takes", Usage: "`NUMBER` of units that an attempt takes until it fails", Value: "1"},
			&cli.IntFlag{Name: "clients", Aliases: []string{"runs"}, Usage: "simulate `N` clients", Value: 100_000},
			&cli.Uint64Flag{Name: "seed", Usage: "seed `N` of the random streams", Value: 1},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "draw a figure to `FILE`.svg, .png or .pdf"},
			&cli.StringFlag{Name: "json", Usage: "write all numbers as JSON to `FILE` (- for standard output, instead of the tables)"},
		},
		Action:       showBackoff,
		BashComplete: completePolicies,
		OnUsageError: usageError,
	}
}

func showBackoff(c *cli.Context) error {
	if c.NArg() == 0 {
		return usage.Errorf("backoff takes one POLICY or more, such as beb full-jitter: csmacd policies lists them")
	}
	v, err := readView(c)
	if err != nil {
		return err
	}
	all, grains, err := policies.ParseAll(c.Args().Slice(), v.Grain())
	if err != nil {
		return usage.Of(err)
	}
	format := ""
	if out := c.String("out"); out != "" {
		if format, err = plotFormat(out); err != nil {
			return err
		}
		if len(all) > mostDrawn {
			return usage.Errorf("--out %s: %d policies cannot be told apart in one figure; at most %d can", out, len(all), mostDrawn)
		}
	}
	var t files.Table
	t.Write("--json", c.String("json"))
	t.Write("--out", c.String("out"))
	if err := checkFiles(&t); err != nil {
		return err
	}
	var list []profile.Named
	for i, p := range all {
		if err := c.Context.Err(); err != nil {
			return err
		}
		list = append(list, v.Of(p, grains[i], c.Args().Get(i)))
	}
	if to := c.String("json"); to != "" {
		whole, err := v.JSON(Version, list)
		if err != nil {
			return fmt.Errorf("%s: %w", to, err)
		}
		if err := files.Write(to, whole); err != nil {
			return err
		}
	}
	if !files.IsStdout(c.String("json")) {
		if err := v.Print(c.App.Writer, list); err != nil {
			return err
		}
	}
	if format == "" {
		return nil
	}
	var drawn []plot.PolicyProfile
	for _, p := range list {
		drawn = append(drawn, plot.PolicyProfile{Label: p.Text, Profile: p.Profile})
	}
	return writePlot(plot.Policies(drawn, v.Unit), c.String("out"), format)
}

// mostDrawn is the largest number of policies in a figure.
const mostDrawn = 8

// readView reads the flags that say how policies are simulated.
func readView(c *cli.Context) (*profile.View, error) {
	v := &profile.View{Options: profile.Options{Failures: c.Int("attempts"), Clients: c.Int("clients"), Seed: c.Uint64("seed")}}
	if text := c.String("unit"); text != "" {
		var err error
		if v.Unit, err = phy.ParseTime(text, phy.Ethernet10.BitTime); err == nil && v.Unit <= 0 {
			err = fmt.Errorf("%q: a unit is more than 0", text)
		}
		if err != nil {
			return nil, usage.Errorf("--unit: %w", err)
		}
	}
	var err error
	if v.Takes, err = strconv.ParseFloat(c.String("takes"), 64); err != nil || !(v.Takes >= 0 && v.Takes <= 1e9) {
		return nil, usage.Errorf("--takes %s: a number of units from 0 to 1000000000 is wanted", c.String("takes"))
	}
	return v, usage.Of(v.Check())
}
