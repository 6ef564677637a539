package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/theory"
	"github.com/csmacd/csmacd/internal/usage"
)

func theoryCommand() *cli.Command {
	return &cli.Command{
		Name:  "theory",
		Usage: "compute what a paper says, without a run",
		UsageText: commandline.Examples(
			"csmacd theory lam --load 0.3 --k 60",
			"csmacd theory regions --users 400 --out regions.svg",
		),
		Description: commandline.Guide("", "docs/explanation/backoff.md"),
		Subcommands: []*cli.Command{
			{
				Name:  "lam",
				Usage: "solve the Markov chain of slotted ALOHA with a given number of users",
				UsageText: commandline.Examples(
					"csmacd theory lam --load 0.3 --k 60",
					"csmacd theory lam --users 400 --load 0.3 --k 150 --json lam.json",
				),
				Description: commandline.Guide("Prints the working points, throughput, backlog and delay in the long run, and the first exit time: how "+
					"long a channel with two working points stays at the good one. S. S. Lam (UCLA 1974); Kleinrock and Lam "+
					"(IEEE Trans. Commun. 23, 1975). P includes the feedback delay R.", "docs/reference/media/aloha.md"),
				Flags: append(lamFlags(),
					&cli.Float64Flag{Name: "s", Usage: "probability `S` that a user without a frame makes one in a slot"},
					&cli.Float64Flag{Name: "load", Usage: "`N*S`, the frames per slot of all users, instead of --s"},
					&cli.Float64Flag{Name: "k", Usage: "retransmit in one of the next `K` slots"},
					&cli.Float64Flag{Name: "p", Usage: "retransmit in each slot with probability `P`, instead of --k"},
					&cli.StringFlag{Name: "json", Usage: "write the result as JSON to `FILE` (- for standard output)"},
				),
				Action: theoryLam, OnUsageError: usageError,
			},
			{
				Name:  "regions",
				Usage: "draw where slotted ALOHA is stable, and the K that it needs",
				UsageText: commandline.Examples(
					"csmacd theory regions # regions.svg",
					"csmacd theory regions --users 400 --out regions.png",
				),
				Description: commandline.Guide("Two panels: whether the channel is stable, bistable or overloaded over K and N S; and the least K with "+
					"which it is stable, for several N.", "docs/reference/media/aloha.md"),
				Flags: append(lamFlags(),
					&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`.svg, .png or .pdf (- for standard output, as SVG)", Value: "regions.svg"},
				),
				Action: theoryRegions, OnUsageError: usageError,
			},
		},
		Action:       theoryWhich,
		OnUsageError: usageError,
	}
}

func lamFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "users", Usage: fmt.Sprintf("the number `N` of users, up to %d", theory.MostUsers), Value: 400},
		&cli.Float64Flag{Name: "r", Usage: "`R` slots from the end of a frame until its sender learns the outcome"},
	}
}

func theoryWhich(c *cli.Context) error {
	if name := c.Args().First(); name != "" {
		return commandline.UnknownCommand("csmacd theory", name, c.Command.Subcommands)
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
		return nil, fmt.Errorf("unexpected argument %q: csmacd theory lam --help lists the flags", c.Args().First())
	case c.IsSet("s") && c.IsSet("load"):
		return nil, errors.New("--s and --load both say how often users make frames: give one of them")
	case c.IsSet("k") && c.IsSet("p"):
		return nil, errors.New("--k and --p both say how collided frames are sent again: give one of them")
	case c.IsSet("s") == c.IsSet("load"):
		return nil, errors.New("one of --s and --load is needed: how often users make frames, such as --load 0.3")
	case c.IsSet("k") == c.IsSet("p"):
		return nil, errors.New("one of --k and --p is needed: how collided frames are sent again, such as --k 60")
	case c.IsSet("k") && !(c.Float64("k") >= 1):
		return nil, fmt.Errorf("--k %g: at least 1 slot is wanted", c.Float64("k"))
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
