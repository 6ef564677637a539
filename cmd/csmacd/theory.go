package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/theory"
	"github.com/csmacd/csmacd/internal/usage"
)

func theoryCommand() *cli.Command {
	return &cli.Command{
		Name:  "theory",
		Usage: "compute what a paper says, without a run",
		Subcommands: []*cli.Command{
			{
				Name:  "lam",
				Usage: "solve the Markov chain of slotted ALOHA with so many users",
				Description: "S. S. Lam's chain (thesis, UCLA 1974; Kleinrock and Lam, IEEE Trans. Commun. 23, 1975): users that " +
					"make a frame in a slot with probability S, and send one that has collided again in a slot with " +
					"probability P, or 1/(R + (K+1)/2) for one of the next K slots. Prints where as much comes as " +
					"gets through, whether the channel is stable, throughput, backlog and delay in the long run, and the " +
					"first exit time: how long a channel that has two working points stays at the good one, from empty. The same by " +
					"a run: medium: {kind: slotted-aloha, users: N, s: S}, backoff: {policy: geometric, p: P}. P includes the feedback " +
					"delay R; with feedback: R in the scenario, write p: 1/(1/P - R), which is 2/(K+1) for --k K.",
				Flags: append(lamFlags(),
					&cli.Float64Flag{Name: "s", Usage: "probability `S` that a user without a frame makes one in a slot"},
					&cli.Float64Flag{Name: "load", Usage: "frames a slot of all users, `N*S`, in place of --s"},
					&cli.Float64Flag{Name: "k", Usage: "retransmission in one of `K` slots"},
					&cli.Float64Flag{Name: "p", Usage: "retransmission with probability `P` in each slot, in place of --k"},
					&cli.StringFlag{Name: "json", Usage: "write it as JSON to `FILE` (- for standard output)"},
				),
				Action: theoryLam, OnUsageError: usageError,
			},
			{
				Name:  "regions",
				Usage: "draw where slotted ALOHA is stable, and the K that it takes",
				Description: "Two panels: what the channel is over K and N S (stable: one working point; bistable: two, of which one " +
					"is saturated; overloaded: that one alone), and above it the least K with which it is stable, K(N, S), of several N.",
				Flags: append(lamFlags(),
					&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`, whose ending says the format: .svg, .png or .pdf (- for standard output, as SVG)", Value: "regions.svg"},
				),
				Action: theoryRegions, OnUsageError: usageError,
			},
		},
		HideHelpCommand: true,
		Action:          theoryWhich,
		OnUsageError:    usageError,
	}
}

func lamFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "users", Usage: fmt.Sprintf("how many users there are, `N`, up to %d", theory.MostUsers), Value: 400},
		&cli.Float64Flag{Name: "r", Usage: "`R` slots from a frame's end until what became of it is known"},
	}
}

func theoryWhich(c *cli.Context) error {
	if name := c.Args().First(); name != "" {
		return usage.Errorf("no theory %q: there are lam and regions", name)
	}
	return cli.ShowSubcommandHelp(c)
}

func theoryLam(c *cli.Context) error {
	l, err := lamOf(c)
	if err != nil {
		return usage.Of(err)
	}
	a := l.Solve()
	out := c.String("json")
	if out == "" {
		a.Print(c.App.Writer)
		return nil
	}
	whole, err := json.MarshalIndent(a, "", " ")
	if err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	return files.Write(out, append(whole, '\n'))
}

// lamOf reads the chain's parameters.
func lamOf(c *cli.Context) (*theory.Lam, error) {
	l := &theory.Lam{Users: c.Int("users"), S: c.Float64("s"), P: c.Float64("p"), R: c.Float64("r")}
	switch {
	case c.NArg() > 0:
		return nil, fmt.Errorf("%q is no flag: csmacd theory lam --help lists them", c.Args().First())
	case c.IsSet("s") == c.IsSet("load"):
		return nil, errors.New("one of --s and --load is wanted: how often users make frames, such as --load 0.3")
	case c.IsSet("k") == c.IsSet("p"):
		return nil, errors.New("one of --k and --p is wanted: how frames that collided are sent again, such as --k 60")
	case c.IsSet("k") && !(c.Float64("k") >= 1):
		return nil, fmt.Errorf("--k %g: there must be at least one slot", c.Float64("k"))
	}
	if c.IsSet("load") {
		l.S = c.Float64("load") / float64(max(l.Users, 1))
	}
	if c.IsSet("k") {
		l.P = theory.OverWindow(c.Float64("k"), l.R)
	}
	return l, l.Check()
}

func theoryRegions(c *cli.Context) error {
	l := theory.Lam{Users: c.Int("users"), S: 1, P: 1, R: c.Float64("r")}
	if err := l.Check(); err != nil {
		return usage.Of(err)
	}
	format, err := plotFormat(c.String("out"))
	if err != nil {
		return err
	}
	return writePlot(plot.Regions(l.Users, l.R), c.String("out"), format)
}
