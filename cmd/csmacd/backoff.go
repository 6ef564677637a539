package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

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
		Usage:     "show what backoff policies come to: delays by attempt, and when they come back who all failed at once",
		ArgsUsage: "POLICY...",
		Description: "A policy is a name (csmacd policies lists them), a name with parameters, such as\n" +
			"'full-jitter(base=5, cap=2000)', or what a scenario's key backoff takes, such as\n" +
			"'{policy: full-jitter, base: 5}'.\n\n" +
			"Clients begin their first attempt together at 0, and every attempt of theirs fails. What is marked\n" +
			"exact is worked out (tables of windows, uniform delays); all else is seen of --clients clients.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "attempts", Aliases: []string{"n"}, Usage: "failed attempts of each client, `N`", Value: 10},
			&cli.StringFlag{Name: "unit", Usage: "what 1 means, a `TIME` such as 51.2us; without, times in parameters are in ms and plain numbers are printed"},
			&cli.StringFlag{Name: "takes", Usage: "how long an attempt takes until it has failed, in units (`NUMBER`)", Value: "1"},
			&cli.IntFlag{Name: "clients", Aliases: []string{"runs"}, Usage: "clients that are followed, `N`", Value: 100_000},
			&cli.Uint64Flag{Name: "seed", Usage: "of the random streams, `N`", Value: 1},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "draw a figure to `FILE`, whose ending says the format: .svg, .png or .pdf"},
			&cli.StringFlag{Name: "json", Usage: "write all figures to `FILE` (- for standard output, in place of the tables)"},
		},
		Action:       showBackoff,
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
			return usage.Errorf("--out %s: %d policies in one figure cannot be told apart; %d can", out, len(all), mostDrawn)
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

// mostDrawn is how many policies a figure holds.
const mostDrawn = 8

// readView reads the flags that say how policies are followed.
func readView(c *cli.Context) (*profile.View, error) {
	v := &profile.View{Options: profile.Options{Failures: c.Int("attempts"), Clients: c.Int("clients"), Seed: c.Uint64("seed")}}
	if text := c.String("unit"); text != "" {
		var err error
		if v.Unit, err = phy.ParseTime(text, phy.Ethernet10.BitTime); err == nil && v.Unit <= 0 {
			err = fmt.Errorf("%q is no length: a unit is more than 0", text)
		}
		if err != nil {
			return nil, usage.Errorf("--unit: %w", err)
		}
	}
	var err error
	if v.Takes, err = strconv.ParseFloat(c.String("takes"), 64); err != nil || !(v.Takes >= 0 && v.Takes <= 1e9) {
		return nil, usage.Errorf("--takes %s: write a number of units, 0 to 1000000000", c.String("takes"))
	}
	return v, usage.Of(v.Check())
}
