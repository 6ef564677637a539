package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/path"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "check scenarios, and report everything that is wrong at once",
		ArgsUsage: "FILE...",
		UsageText: commandline.Examples(
			"csmacd validate net.yaml",
			"csmacd validate net.yaml plan.yaml --set duration=10s",
		),
		Description:  commandline.Guide("", "docs/reference/scenario.md"),
		Flags:        scenarioFlags(),
		Action:       validate,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func validate(c *cli.Context) error {
	if !c.Args().Present() {
		return usage.Errorf("validate takes one FILE or more, each a scenario")
	}
	bad := false
	for _, file := range c.Args().Slice() {
		s, err := load(c, file)
		if errors.As(err, new(usage.Error)) {
			return err // which nobody has printed, and which is the same for all files
		}
		if err == nil {
			_, err = s.Network()
			if err != nil {
				fmt.Fprintf(stderr, "%s: %v\n", file, err)
			}
		}
		if err == nil && s.Sweep != nil {
			_, err = validatePlan(file, s)
		}
		if err != nil {
			bad = true
			continue
		}
		for _, w := range s.Warnings {
			fmt.Fprintf(c.App.Writer, "%v (warning)\n", w)
		}
		for _, over := range path.Over(s) {
			fmt.Fprintf(c.App.Writer, "%s: %s (warning)\n", file, over)
		}
		fmt.Fprintf(c.App.Writer, "%s: valid\n", file)
	}
	if bad {
		return exit.Error{Status: exit.Failure}
	}
	return nil
}

func schemaCommand() *cli.Command {
	return &cli.Command{
		Name:  "schema",
		Usage: "print the JSON Schema of scenarios, for editors",
		UsageText: commandline.Examples(
			"csmacd schema > scenario.schema.json",
			"csmacd schema | jq '.properties | keys'",
		),
		Description:  commandline.Guide("", "docs/reference/scenario.md"),
		Before:       alone,
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			_, err := c.App.Writer.Write(scenario.Schema())
			return err
		},
	}
}

func newCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "write a commented scenario to start from",
		ArgsUsage: "[FILE]",
		UsageText: commandline.Examples(
			"csmacd new net.yaml # then: csmacd run net.yaml",
			"csmacd new > other.yaml # to standard output",
			"csmacd new --network lan.yaml # hub, cable, switch; then: csmacd draw --topology lan.yaml",
		),
		Description:  commandline.Guide("FILE must not exist yet.", "docs/reference/scenario.md"),
		Flags:        []cli.Flag{&cli.BoolFlag{Name: "network", Usage: "write a network: segments, devices, links"}},
		BashComplete: completeFiles,
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			text := scenario.Starter()
			if c.Bool("network") {
				text = scenario.NetworkStarter()
			}
			switch file := c.Args().First(); {
			case c.NArg() > 1:
				return usage.Errorf("new takes one FILE at most")
			case file == "" || file == "-":
				_, err := c.App.Writer.Write(text)
				return err
			default:
				return writeStarter(c, file, text)
			}
		},
	}
}

func writeStarter(c *cli.Context, file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists: name another file, or remove this one first", file)
	}
	if err != nil {
		return files.Because(file, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file) // ours, and not complete
		return files.Because(file, err)
	}
	fmt.Fprintf(c.App.Writer, "wrote %s; run it with: csmacd run %s\n", file, file)
	return nil
}
