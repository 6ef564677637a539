package main

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/usage"
)

// changeRun has a live run make an entry of a timeline happen now.
func changeRun(c *cli.Context, entry string, wrong error) error {
	if wrong != nil {
		return usage.Errorf("%s: %w", c.Command.Name, wrong)
	}
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	var done control.Changed
	if err := ask(c, &control.Request{Do: "change", Entry: text}, &done); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%.6f s: %s\n", done.At.Seconds(), done.Text)
	return nil
}

const changesGuide = "The change takes effect at once, at a simulated instant, and is an entry of the timeline in a recording."

func faultCommand() *cli.Command {
	return &cli.Command{
		Name:      "fault",
		Usage:     "break something in a live run, or mend it",
		ArgsUsage: "[NAME] KEY VALUE",
		UsageText: commandline.Examples(
			"csmacd fault cut 100m # and csmacd fault cut off mends it",
			"csmacd fault terminator left --for 2s",
			"csmacd fault bit_errors 1e-5",
			"csmacd fault h3 deaf # of a station; hub/pc1 enabled off: of a port; yellow cut 10m: of a segment",
		),
		Description: commandline.Guide(changesGuide, "docs/howto/control.md"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "for", Usage: "after the simulated `TIME`, such as 200ms, restore what was there before"},
			runOfFlag(),
		},
		Action: func(c *cli.Context) error {
			entry, err := control.Fault(c.Args().Slice(), c.String("for"))
			return changeRun(c, entry, err)
		},
		BashComplete: completeHosts,
		OnUsageError: usageError,
	}
}

func addCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "let a station join a live run, with a host or simulated",
		ArgsUsage: "NAME KEY=VALUE...",
		UsageText: commandline.Examples(
			"csmacd add h3 at=50m attach.netns=h3 attach.address=10.0.0.3/24 # a host; csmacd shell h3 enters it",
			"csmacd add load at=100m 'traffic={kind: poisson, load: 0.2}' # a simulated station",
			"csmacd add '{name: vm, at: 60m, attach: {stream: \"unix:vm.sock\"}}'",
		),
		Description: commandline.Guide(changesGuide+" The keys are those of a station in a scenario.", "docs/howto/control.md"),
		Flags:       []cli.Flag{runOfFlag()},
		Action: func(c *cli.Context) error {
			entry, err := control.Add(c.Args().Slice())
			return changeRun(c, entry, err)
		},
		OnUsageError: usageError,
	}
}

func removeCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "let a station leave a live run, and remove its host",
		ArgsUsage: "NAME",
		UsageText: commandline.Examples("csmacd remove h3 # its frames are lost; its counters stay in the result",
			"csmacd remove h3 --run 1234 # of several live runs, by the process number that csmacd ps prints"),
		Description: commandline.Guide(changesGuide, "docs/howto/control.md"),
		Flags:       []cli.Flag{runOfFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf("remove takes the NAME of one station")
			}
			entry, err := control.Remove(c.Args().First())
			return changeRun(c, entry, err)
		},
		BashComplete: completeHosts,
		OnUsageError: usageError,
	}
}

func setCommand() *cli.Command {
	return &cli.Command{
		Name:      "set",
		Usage:     "set a queue or a backoff policy in a live run",
		ArgsUsage: "PATH=VALUE",
		UsageText: commandline.Examples(
			"csmacd set stations[1].queue=20",
			"csmacd set 'backoff={policy: uniform, k: 8}' # of all stations without one of their own",
		),
		Description: commandline.Guide(changesGuide+" PATH is that of --set.", "docs/howto/control.md"),
		Flags:       []cli.Flag{runOfFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf("set takes one PATH=VALUE, such as stations[1].queue=20")
			}
			entry, err := control.Set(c.Args().First())
			return changeRun(c, entry, err)
		},
		OnUsageError: usageError,
	}
}
