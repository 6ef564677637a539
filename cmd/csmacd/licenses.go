package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/licenses"
)

func licensesCommand() *cli.Command {
	return &cli.Command{
		Name:  "licenses",
		Usage: "print what is built into csmacd, and all licences",
		UsageText: commandline.Examples(
			"csmacd licenses | less",
			"csmacd licenses > THIRD-PARTY.txt",
		),
		Before:       alone,
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			_, err := fmt.Fprint(c.App.Writer, licenses.ThirdParty)
			return err
		},
	}
}
