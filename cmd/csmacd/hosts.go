package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/usage"
)

// The ways to leave where a command in a host does not run, as shells have them.
const (
	exitCannotRun = 126
	exitNoCommand = 127
)

func runFlag() cli.Flag {
	return &cli.StringFlag{Name: "run", Usage: "the run that the host is of, by its `NUMBER`; needed where several have one of that name"}
}

func execCommand() *cli.Command {
	return &cli.Command{
		Name:      "exec",
		Usage:     "run a command in a host of a live run",
		ArgsUsage: "HOST -- COMMAND [ARGUMENT...]",
		Description: "csmacd exec h2 -- ping -c 3 10.0.0.1 runs ping where the station h2's interface is. " +
			"The exit status is the command's.",
		Flags:           []cli.Flag{runFlag()},
		Action:          execIn,
		BashComplete:    completeHosts,
		HideHelpCommand: true,
		OnUsageError: func(c *cli.Context, err error, sub bool) error {
			return usageError(c, fmt.Errorf("%w (before the command write --: csmacd exec HOST -- COMMAND)", err), sub)
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
		Name:            "shell",
		Usage:           "open a shell in a host of a live run",
		ArgsUsage:       "HOST",
		Description:     "Runs $SHELL, or /bin/sh, where the station's interface is. The prompt begins with the host's name; CSMACD_HOST holds it.",
		Flags:           []cli.Flag{runFlag()},
		Action:          shellIn,
		BashComplete:    completeHosts,
		HideHelpCommand: true,
		OnUsageError:    usageError,
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
		// A start-up file sets the prompt anew, so it is changed before each use.
		env = append(env, `PROMPT_COMMAND=PS1="($CSMACD_HOST) ${PS1#"($CSMACD_HOST) "}"`)
		env[0] = `PS1=\w\$ `
	}
	return enter(c, name, []string{shell}, env)
}

// enter becomes a command in a host; it comes back only with an error.
func enter(c *cli.Context, name string, argv, env []string) error {
	_, h, err := host.Find(c.String("run"), name)
	if err != nil {
		return err
	}
	env = append(append(os.Environ(), "CSMACD_HOST="+name), env...)
	err = h.Exec(argv, env)
	switch {
	case errors.Is(err, host.ErrNoCommand) && errors.Is(err, fs.ErrNotExist):
		return exit.Error{Status: exitNoCommand, Cause: err}
	case errors.Is(err, host.ErrNoCommand):
		return exit.Error{Status: exitCannotRun, Cause: err}
	}
	return err
}

func completeHosts(c *cli.Context) {
	runs, err := host.Runs()
	if err != nil {
		return
	}
	for _, r := range runs {
		for _, h := range r.Hosts {
			fmt.Fprintln(c.App.Writer, h.Station)
		}
	}
}

func psCommand() *cli.Command {
	return &cli.Command{
		Name:            "ps",
		Usage:           "list the live runs and their hosts",
		Action:          listRuns,
		HideHelpCommand: true,
		OnUsageError:    usageError,
	}
}

func listRuns(c *cli.Context) error { return host.List(c.App.Writer) }

func downCommand() *cli.Command {
	return &cli.Command{
		Name:  "down",
		Usage: "remove what a killed live run left",
		Description: "Removes the namespaces, devices and records that csmacd up made and, being killed, could not " +
			"take away; nothing that csmacd did not make, and nothing of a run that is alive.",
		Action:          takeDown,
		HideHelpCommand: true,
		OnUsageError:    usageError,
	}
}

func takeDown(c *cli.Context) error {
	if c.Args().Present() {
		return usage.Errorf("down takes no arguments: it removes what dead runs left")
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
		fmt.Fprintf(c.App.Writer, "alive, left as it is: %v; q in its terminal ends it, or kill -INT %d\n", &r, r.PID)
	}
	return err
}
