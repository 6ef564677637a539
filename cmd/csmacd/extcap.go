package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/extcap"
	"github.com/csmacd/csmacd/internal/usage"
)

func extcapCommand() *cli.Command {
	return &cli.Command{
		Name:  "extcap",
		Usage: "list live runs among the interfaces of Wireshark",
		UsageText: commandline.Examples(
			"csmacd extcap --install # then start Wireshark, or: tshark -D",
			"csmacd extcap # is it installed?",
		),
		Description: commandline.Guide("Puts a link to this program into your Wireshark's extcap folder. Each of your live runs is then an "+
			"interface, with its collisions and fragments.", "docs/howto/live.md"),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "install", Usage: "make the link"},
			&cli.BoolFlag{Name: "remove", Usage: "remove the link"},
		},
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			install, remove := c.Bool("install"), c.Bool("remove")
			if c.Args().Present() || install && remove {
				return usage.Errorf("extcap takes --install, --remove or nothing: see csmacd extcap --help")
			}
			folders, err := extcap.Folders()
			if err != nil {
				return err
			}
			switch {
			case remove:
				return extcap.Remove(c.App.Writer, folders)
			case install:
				program, err := os.Executable()
				if err != nil {
					return fmt.Errorf("finding this program: %w", err)
				}
				return extcap.Install(c.App.Writer, folders, program)
			}
			return extcap.Tell(c.App.Writer, folders)
		},
	}
}

// answerWireshark answers a question of Wireshark, and returns the exit status.
func answerWireshark(args []string) int {
	out := &commandline.Output{To: os.Stdout}
	if status := extcap.Answer(args, Version, out, os.Stderr); status != 0 {
		return status
	}
	return exit.Status(os.Stderr, out.After(nil))
}
