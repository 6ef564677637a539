package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/usage"
)

func runFlag() cli.Flag {
	return &cli.StringFlag{Name: "run", Usage: "the `NUMBER` of the run, if several runs have a host of that name"}
}

func execCommand() *cli.Command {
	return &cli.Command{
		Name:      "exec",
		Usage:     "run a command in a host of a live run",
		ArgsUsage: "HOST -- COMMAND [ARGUMENT...]",
		UsageText: commandline.Examples(
			"csmacd exec h1 -- ping -c 3 10.0.0.2 # in a host of csmacd up --example",
			"csmacd exec h2 -- iperf3 -s",
		),
		Description:  commandline.Guide("The exit status is the command's.", "docs/howto/live.md"),
		Flags:        []cli.Flag{runFlag()},
		Action:       execIn,
		BashComplete: completeHosts,
		OnUsageError: func(c *cli.Context, err error, sub bool) error {
			return usage.Errorf("%w; write -- before the command: csmacd exec HOST -- COMMAND", usageError(c, err, sub))
		},
	}
}

func execIn(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) > 1 && args[1] == "--" {
		args = append(args[:1:1], args[2:]...)
	}
	if len(args) < 2 {
		return usage.Errorf("exec takes HOST -- COMMAND [ARGUMENT...]: csmacd exec h2 -- ping -c 3 10.0.0.1")
	}
	return enter(c, args[0], args[1:], nil)
}

func shellCommand() *cli.Command {
	return &cli.Command{
		Name:      "shell",
		Usage:     "open a shell in a host of a live run",
		ArgsUsage: "HOST",
		UsageText: commandline.Examples(
			"csmacd shell h3 # leave it with exit",
			"csmacd shell --run 1234 h3 # if several runs have a host h3: that of process 1234",
		),
		Description: commandline.Guide("Runs $SHELL, or /bin/sh, where the station's interface is. The prompt begins with the host's name; "+
			"CSMACD_HOST holds it.", "docs/howto/live.md"),
		Flags:        []cli.Flag{runFlag()},
		Action:       shellIn,
		BashComplete: completeHosts,
		OnUsageError: usageError,
	}
}

func shellIn(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("shell takes one HOST; for a command: csmacd exec HOST -- COMMAND")
	}
	name, shell := c.Args().First(), os.Getenv("SHELL")
	if shell == "" {
		shell = "/bin/sh"
	}
	env := []string{"PS1=" + name + "$ "}
	if filepath.Base(shell) == "bash" {
		// A start-up file sets the prompt again, so it is changed before each use.
		env = append(env, `PROMPT_COMMAND=PS1="($CSMACD_HOST) ${PS1#"($CSMACD_HOST) "}"`)
		env[0] = `PS1=\w\$ `
	}
	return enter(c, name, []string{shell}, env)
}

// enter replaces this process by a command in a host. It returns only if that fails.
func enter(c *cli.Context, name string, argv, env []string) error {
	_, h, err := host.Find(c.String("run"), name)
	if err != nil {
		return err
	}
	env = append(append(os.Environ(), "CSMACD_HOST="+name), env...)
	err = h.Exec(argv, env)
	switch {
	case errors.Is(err, host.ErrNoCommand) && errors.Is(err, fs.ErrNotExist):
		return exit.Error{Status: exit.NoCommand, Cause: err}
	case errors.Is(err, host.ErrNoCommand):
		return exit.Error{Status: exit.CannotRun, Cause: err}
	}
	return err
}

func psCommand() *cli.Command {
	return &cli.Command{
		Name:  "ps",
		Usage: "list the live runs and their hosts",
		UsageText: commandline.Examples(
			"csmacd ps",
			"watch csmacd ps # again every two seconds",
			"csmacd ps --json | jq -r '.runs[].hosts[].addresses[]' # all addresses",
		),
		Description:  commandline.Guide("Each with how long it has been up, and its hosts with their addresses.", "docs/howto/live.md"),
		Flags:        []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print them as JSON"}},
		Before:       alone,
		Action:       listRuns,
		OnUsageError: usageError,
	}
}

func listRuns(c *cli.Context) error {
	if c.Bool("json") {
		return host.ListJSON(c.App.Writer)
	}
	return host.List(c.App.Writer)
}

func downCommand() *cli.Command {
	return &cli.Command{
		Name:  "down",
		Usage: "remove what a killed live run left behind",
		UsageText: commandline.Examples(
			"csmacd down",
			"csmacd down && csmacd ps # and then see what is still running",
		),
		Description: commandline.Guide("Removes namespaces, devices and records of csmacd up processes that were killed; nothing that csmacd did "+
			"not make, and nothing of a live run.", "docs/howto/live.md"),
		Action:       takeDown,
		OnUsageError: usageError,
	}
}

func takeDown(c *cli.Context) error {
	if c.Args().Present() {
		return usage.Errorf("down takes no arguments: it removes what killed runs left behind")
	}
	removed, err := host.Down()
	for _, what := range removed {
		fmt.Fprintf(c.App.Writer, "removed: %s\n", what)
	}
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		fmt.Fprintln(c.App.Writer, "nothing to remove")
	}
	runs, err := host.Runs()
	for _, r := range runs {
		fmt.Fprintf(c.App.Writer, "still running: %v; csmacd stop --run %s ends it\n", &r, r.ID)
	}
	return err
}
