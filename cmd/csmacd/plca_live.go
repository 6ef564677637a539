package main

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/usage"
)

const ethtoolGuide = "The names are those of ethtool. A TAP interface has no PHY, so that ethtool itself reports that it is not supported."

// livePLCA are the commands for a node of a live run.
func livePLCA() []*cli.Command {
	jsonFlag := &cli.BoolFlag{Name: "json", Usage: "print it as JSON"}
	return []*cli.Command{
		{
			Name: "get", Usage: "print the PLCA parameters of a host of a live run", ArgsUsage: "HOST",
			UsageText:    commandline.Examples("csmacd plca get h1 # as ethtool --get-plca-cfg prints them", "csmacd plca get h1 --json | jq .node_id"),
			Description:  commandline.Guide(ethtoolGuide, "docs/plca.md"),
			Flags:        []cli.Flag{jsonFlag, runOfFlag()},
			BashComplete: completeHosts, OnUsageError: usageError,
			Action: func(c *cli.Context) error { return printPLCA(c, (*control.PLCA).Config) },
		},
		{
			Name: "set", Usage: "set PLCA parameters of a host of a live run", ArgsUsage: "HOST NAME VALUE...",
			UsageText:    commandline.Examples("csmacd plca set h1 node-id 3 burst-cnt 2 # also node-cnt, to-tmr, burst-tmr", "csmacd plca set sw/bus1 node-cnt 4 # a port of a bridge", "csmacd plca set h1 enable off"),
			Description:  commandline.Guide(ethtoolGuide+" "+changesGuide, "docs/plca.md"),
			Flags:        []cli.Flag{runOfFlag()},
			BashComplete: completeHosts, OnUsageError: usageError,
			Action: func(c *cli.Context) error {
				name, words := c.Args().First(), c.Args().Tail()
				entry, err := control.SetPLCA(name, false, words)
				if err == nil && strings.Contains(name, "/") { // perhaps a port of a bridge
					var p control.PLCA
					if err = ask(c, &control.Request{Do: "plca", Host: name}, &p); err == nil {
						entry, err = control.SetPLCA(name, p.Port, words)
					}
				}
				return changeRun(c, entry, err)
			},
		},
		{
			Name: "status", Usage: "print whether a host of a live run takes turns", ArgsUsage: "HOST",
			UsageText:    commandline.Examples("csmacd plca status h1 # as ethtool --get-plca-status prints it", "csmacd plca status h1 --json"),
			Description:  commandline.Guide(ethtoolGuide, "docs/plca.md"),
			Flags:        []cli.Flag{jsonFlag, runOfFlag()},
			BashComplete: completeHosts, OnUsageError: usageError,
			Action: func(c *cli.Context) error { return printPLCA(c, (*control.PLCA).StatusText) },
		},
	}
}

func printPLCA(c *cli.Context, text func(*control.PLCA, io.Writer) error) error {
	if c.NArg() != 1 {
		return usage.Errorf("%s takes one HOST", c.Command.Name)
	}
	var p control.PLCA
	if err := ask(c, &control.Request{Do: "plca", Host: c.Args().First()}, &p); err != nil {
		return err
	}
	if c.Bool("json") {
		return json.NewEncoder(c.App.Writer).Encode(&p)
	}
	return text(&p, c.App.Writer)
}
