package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/usage"
)

func newApp() *cli.App {
	cli.HelpPrinter = commandline.Help
	app := &cli.App{
		Name:        "csmacd",
		Usage:       "run a CSMA/CD Ethernet, exact to the bit time",
		Version:     Version,
		Writer:      stdout,
		ErrWriter:   stderr,
		Description: "csmacd COMMAND --help shows examples of a command and its flags. csmacd explain KEY explains a name.\n\nMore: docs/README.md",
		Commands: commandline.Grouped(
			commandline.Group{Name: "Run", Commands: []*cli.Command{newCommand(), validateCommand(), runCommand(), sweepCommand(), mergeCommand()}},
			commandline.Group{Name: "Live", Commands: []*cli.Command{upCommand(), execCommand(), shellCommand(), psCommand(), statsCommand(), faultCommand(), addCommand(), removeCommand(), setCommand(), ctlCommand(), stopCommand(), downCommand(), extcapCommand()}},
			commandline.Group{Name: "Look", Commands: []*cli.Command{drawCommand(), plotCommand(), compareCommand(), pathCommand(), plcaCommand()}},
			commandline.Group{Name: "Teach", Commands: []*cli.Command{labCommand(), explainCommand(), backoffCommand(), theoryCommand()}},
			commandline.Group{Name: "Tools", Commands: []*cli.Command{policiesCommand(), physCommand(), schemaCommand(), completionCommand(), manCommand(), licensesCommand()}},
		),
		EnableBashCompletion:      true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // --set stations[0].traffic.size=uniform(64,128) is one
		Action:                    begin,
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // main tells it
		BashComplete:              completeWords,
	}
	completeAll(app.Commands)
	withoutHelp(app.Commands)
	return app
}

// withoutHelp removes the command help below each command, which cli adds: csmacd exec h -- true is about the host h,
// and csmacd lab show help about a lab. help COMMAND and COMMAND --help stay.
func withoutHelp(commands []*cli.Command) {
	for _, c := range commands {
		c.HideHelpCommand = true
		withoutHelp(c.Subcommands)
	}
}

// firstSteps is what csmacd alone prints: commands that work as they stand, in this order.
const firstSteps = `csmacd runs a CSMA/CD Ethernet, exact to the bit time: simulated stations, and real
Linux hosts, share one half-duplex cable with collisions, jam and backoff.

Five things to start with:
  csmacd new net.yaml           write a scenario with comments: nine stations on a cable
  csmacd run net.yaml           run it: who sent, who collided, who gave up
  csmacd draw net.yaml --utf8   see the first collision on the cable
  csmacd lab                    open a page in the browser: watch a cable, step by step
  csmacd up --example           let four Linux hosts share a cable, live (Ctrl-C ends it)

Next:
  csmacd --help                 all commands
  csmacd COMMAND --help         examples and flags of a command
  csmacd explain KEY            what a name in a scenario, a result or a table means
  docs/README.md                tutorial, guides, reference and explanations
`

// begin runs where no command is named.
func begin(c *cli.Context) error {
	name := c.Args().First()
	switch {
	case name == "":
		_, err := fmt.Fprint(c.App.Writer, firstSteps)
		return err
	case name == "help":
		return cli.ShowAppHelp(c)
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return usage.Errorf("unknown command %q: to run a scenario: csmacd run %[1]s", name)
	}
	return commandline.UnknownCommand("csmacd", name, c.App.Commands)
}

// usageError is the OnUsageError of all commands.
func usageError(c *cli.Context, err error, _ bool) error { return commandline.Mistake(c, err) }

// oneFile returns the file that a command is about.
func oneFile(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usage.Errorf("%s takes one FILE, a scenario (- for standard input); csmacd new writes one to start from", c.Command.Name)
	}
	if c.Args().First() == "" {
		return "", usage.Errorf("%s: the name of FILE is empty", c.Command.Name)
	}
	return c.Args().First(), nil
}

// alone is the Before of commands without arguments.
func alone(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("unexpected argument %q: %s takes no arguments", c.Args().First(), c.Command.FullName())
	}
	return nil
}
