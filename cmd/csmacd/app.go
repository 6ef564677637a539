package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/usage"
)

// Version is the version of the results: the same scenario, seed and version give
// the same bytes.
const Version = "0.1.0"

func newApp() *cli.App {
	return &cli.App{
		Name:      "csmacd",
		Usage:     "run a CSMA/CD Ethernet, exact to the bit time",
		Version:   Version,
		Writer:    stdout,
		ErrWriter: stderr,
		Description: "Stations on a half-duplex medium: carrier, deference, collision, jam, truncated binary " +
			"exponential backoff, give-up, as IEEE 802.3 clause 4 has them. A scenario file says who they " +
			"are and what they send; csmacd new writes one to start from.",
		Commands: []*cli.Command{
			runCommand(), sweepCommand(), mergeCommand(), upCommand(), execCommand(), shellCommand(), psCommand(), downCommand(), extcapCommand(),
			drawCommand(), plotCommand(), compareCommand(), theoryCommand(), labCommand(),
			validateCommand(), newCommand(), schemaCommand(),
			policiesCommand(), backoffCommand(), physCommand(), completionCommand(), manCommand(),
		},
		EnableBashCompletion:      true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // --set stations[0].traffic.size=uniform(64,128) is one
		Suggest:                   true,
		CommandNotFound:           nil,
		Action:                    unknownCommand,
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // main tells it
	}
}

// unknownCommand is what runs where no command is named: help, or an error.
func unknownCommand(c *cli.Context) error {
	if name := c.Args().First(); name != "" && name != "help" {
		hint := "csmacd --help lists the commands"
		if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
			hint = "to run a scenario: csmacd run " + name
		}
		return usage.Errorf("no command %q: %s", name, hint)
	}
	return cli.ShowAppHelp(c)
}

// usageError is what a wrong flag comes to.
func usageError(c *cli.Context, err error, _ bool) error {
	name := "csmacd"
	if c.Command != nil && c.Command.HelpName != "" {
		name = c.Command.HelpName // with the commands that it is under
	}
	return usage.Errorf("%w: %s --help lists the flags", err, name)
}

// oneFile gives the file that a command is about.
func oneFile(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usage.Errorf("%s takes one FILE, a scenario (- for standard input); csmacd new writes one to start from", c.Command.Name)
	}
	return c.Args().First(), nil
}
