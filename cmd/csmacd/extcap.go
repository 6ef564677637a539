package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/extcap"
	"github.com/csmacd/csmacd/internal/usage"
)

func extcapCommand() *cli.Command {
	return &cli.Command{
		Name:  "extcap",
		Usage: "have Wireshark list live runs among its interfaces",
		Description: "Wireshark and tshark run the programs in their extcap folder to learn what else can be captured " +
			"from. With csmacd among them, each live run of yours is an interface, with its collisions and " +
			"fragments, as the pcapng of --pcap has them. csmacd extcap --install puts a link to this program " +
			"there, --remove takes it away; without either, this says whether it is there. Then: tshark -D, or " +
			"start Wireshark.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "install", Usage: "make a link in your Wireshark's extcap folder"},
			&cli.BoolFlag{Name: "remove", Usage: "remove that link"},
		},
		OnUsageError: usageError,
		BashComplete: completeFiles,
		Action: func(c *cli.Context) error {
			install, remove := c.Bool("install"), c.Bool("remove")
			if c.Args().Present() || install && remove {
				return usage.Errorf("extcap takes --install, --remove or nothing: csmacd extcap --help tells more")
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
					return fmt.Errorf("where this program is: %w", err)
				}
				return extcap.Install(c.App.Writer, folders, program)
			}
			return extcap.Tell(c.App.Writer, folders)
		},
	}
}

// answerWireshark does what Wireshark asks, and returns the exit status.
func answerWireshark(args []string) int {
	out := &printed{to: os.Stdout}
	if status := extcap.Answer(args, Version, out, os.Stderr); status != 0 {
		return status
	}
	return exit.Status(os.Stderr, out.after(nil))
}
