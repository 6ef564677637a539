package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/usage"
)

func statsCommand() *cli.Command {
	return &cli.Command{
		Name:      "stats",
		Usage:     "print the counters of a station of a live run",
		ArgsUsage: "[HOST]",
		UsageText: commandline.Examples(
			"csmacd stats h1 # by ethtool's names",
			"csmacd stats h1 --watch # again every second, with what was added",
			"csmacd stats --json | jq '.[].\"eth-mac\".LateCollisions' # of all stations",
		),
		Description: commandline.Guide("The counters are those of IEEE 802.3 clause 30, in the groups and by the names of ethtool -S --groups. "+
			"Counters without such a name are in the group csmacd.", "docs/howto/control.md"),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "watch", Aliases: []string{"w"}, Usage: "print them again every second, until Ctrl-C or the end of the run"},
			&cli.BoolFlag{Name: "json", Usage: "print them as JSON, one line at a time"},
			runOfFlag(),
		},
		Action:       printStats,
		BashComplete: completeHosts,
		OnUsageError: usageError,
	}
}

func printStats(c *cli.Context) error {
	if c.NArg() > 1 {
		return usage.Errorf("stats takes one HOST, or none for all stations")
	}
	conn, run, err := dialRun(c)
	if err != nil {
		return err
	}
	defer conn.Close()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for before := (*control.Stats)(nil); ; {
		var s control.Stats
		if err := conn.Do(&control.Request{Do: "stats", Host: c.Args().First()}, &s); before != nil && errors.Is(err, control.ErrOver) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%v: %w", &run, err)
		}
		switch {
		case c.Bool("json"):
			err = s.JSON(c.App.Writer)
		default:
			if before != nil {
				fmt.Fprintln(c.App.Writer)
			}
			err = s.Text(c.App.Writer, before)
		}
		if err != nil || !c.Bool("watch") {
			return err
		}
		before = &s
		select {
		case <-tick.C:
		case <-c.Context.Done():
			return nil
		}
	}
}
