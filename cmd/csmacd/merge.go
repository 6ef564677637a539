package main

import (
	"errors"
	"fmt"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/usage"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join campaigns of one plan, and write the tables of the runs that are there",
		ArgsUsage: "DIR...",
		Description: "Joins the folders that csmacd sweep --shard made of one plan, in any order, and writes their " +
			"tables: the same, octet by octet, as one process alone would have written. What the others have goes " +
			"into the first DIR, or into --out. Of a single DIR, the tables are written of what is there. While " +
			"runs are missing, the tables are of the rest, and the exit status is 1.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "join into the folder `DIR`, and leave those given as they are"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary"},
		},
		Action:       merge,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func merge(c *cli.Context) error {
	if !c.Args().Present() {
		return usage.Errorf("merge takes DIR..., the folders that csmacd sweep made")
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
		err = fmt.Errorf("%s: %d of %d runs are missing: csmacd sweep FILE --out %[1]s runs them", dir, out.Missing, out.Missing+out.Found)
	}
	if c.Bool("quiet") || out.Found == 0 {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s, %s\n", english.Plural(out.Points, "point", ""), english.Plural(out.Found, "run", ""))
	if out.Partial > 0 {
		fmt.Fprintf(c.App.Writer, "NOT COMPLETE: %d of %s have fewer replications than are planned, or none: %d of %d runs are missing\n",
			out.Partial, english.Plural(out.Points, "point", ""), out.Missing, out.Missing+out.Found)
	}
	return errors.Join(out.Summary(c.App.Writer, dir, nil), err)
}
