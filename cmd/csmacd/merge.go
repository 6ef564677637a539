package main

import (
	"errors"
	"fmt"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/usage"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join campaigns of one plan, and write the tables of the runs that are there",
		ArgsUsage: "DIR...",
		UsageText: commandline.Examples(
			"csmacd merge shard1.campaign shard2.campaign # into the first folder",
			"csmacd merge plan.campaign # write the tables of one folder again",
		),
		Description: commandline.Guide("The tables are the same, octet by octet, as those of one process that runs the whole plan. If runs are "+
			"missing, the tables hold the others and the exit status is 1.", "docs/howto/experiments.md"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "join into the folder `DIR`, and do not change the given ones"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary"},
		},
		Action:       merge,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func merge(c *cli.Context) error {
	if !c.Args().Present() {
		return usage.Errorf("merge takes DIR..., folders that csmacd sweep wrote")
	}
	dir := c.String("out")
	if dir == "" {
		dir = c.Args().First()
	}
	out, err := experiment.Merge(c.Args().Slice(), c.String("out"), func(text string) { fmt.Fprintln(stderr, text) })
	if err != nil {
		return err
	}
	if out.Missing > 0 {
		err = fmt.Errorf("%s: %d of %d runs are missing: run them with csmacd sweep FILE --out %[1]s", dir, out.Missing, out.Missing+out.Found)
	}
	if c.Bool("quiet") || out.Found == 0 {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s, %s\n", english.Plural(out.Points, "point", ""), english.Plural(out.Found, "run", ""))
	if out.Partial > 0 {
		fmt.Fprintf(c.App.Writer, "NOT COMPLETE: %d of %s have fewer replications than planned, or none: %d of %d runs are missing\n",
			out.Partial, english.Plural(out.Points, "point", ""), out.Missing, out.Missing+out.Found)
	}
	return errors.Join(out.Summary(c.App.Writer, dir, nil), err)
}
