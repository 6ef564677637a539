package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/licenses"
	"github.com/csmacd/csmacd/internal/usage"
)

func licensesCommand() *cli.Command {
	return &cli.Command{
		Name:  "licenses",
		Usage: "print what is built into csmacd, and all licences",
		UsageText: commandline.Examples(
			"csmacd licenses | less",
			"csmacd licenses > THIRD-PARTY.txt",
		),
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage.Errorf("licenses takes no argument")
			}
			_, err := fmt.Fprint(c.App.Writer, licenses.ThirdParty)
			return err
		},
	}
}
