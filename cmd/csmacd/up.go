package main

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/scenario"
)

//go:embed example.yaml
var example []byte

func upCommand() *cli.Command {
	return &cli.Command{
		Name:      "up",
		Usage:     "run a scenario live: its attached stations are real hosts",
		ArgsUsage: "FILE",
		Description: "Runs the scenario in FILE by the wall clock, until Ctrl-C. Stations with attach: are real: TAP " +
			"interfaces, usually in network namespaces made for them, virtual machines, or user-space hosts; the others " +
			"are simulated, and all share one medium. csmacd exec and csmacd shell enter a host; what is made is taken " +
			"away in the end, or by csmacd down. Without root it makes namespaces of its own.",
		Flags: slices.Concat([]cli.Flag{
			&cli.BoolFlag{Name: "example", Usage: "run the example in place of a FILE: four hosts on a cable"},
			&cli.BoolFlag{Name: "print", Usage: "print the --example, for a file of your own, and run nothing"},
			&cli.Float64Flag{Name: "speed", Value: 1, Usage: "run at `X` times the speed of the wall clock: 0.001 for the eye"},
			&cli.DurationFlag{Name: "spin", Usage: "look at the clock for this `TIME` before each instant that is due: exacter, and costs a core"},
			&cli.StringFlag{Name: "record", Usage: "write what arrives from hosts to `FILE.yaml` and FILE.pcapng, for csmacd run to replay"},
			&cli.StringFlag{Name: "metrics", Usage: "serve metrics for Prometheus at `ADDRESS`, such as 127.0.0.1:9464"},
		}, outputFlags(), scenarioFlags()),
		Action:       up,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func up(c *cli.Context) error {
	if c.Bool("print") {
		if c.NArg() > 0 {
			return exit{exitUsage, errors.New("--print prints the example, and takes no FILE")}
		}
		_, err := c.App.Writer.Write(example)
		return err
	}
	// Whoever reads what this says may go: that is an error of writing, and not the end of
	// a process that has things to take away.
	ignoreBrokenPipe()
	summary, err := summaryTo(c)
	if err != nil {
		return err
	}
	if x := c.Float64("speed"); !(x >= 1e-6 && x <= 1e3) {
		return exit{exitUsage, fmt.Errorf("--speed %g: a number from 0.000001 to 1000 is wanted", x)}
	}
	if err := checkRecordingName(c.String("record")); err != nil {
		return exit{exitUsage, err}
	}
	if d := c.Duration("spin"); d < 0 {
		return exit{exitUsage, fmt.Errorf("--spin %v: a time is not negative", d)}
	}
	if c.Args().First() == "-" {
		// It can be read but once, and in a namespace of its own the program begins anew.
		if err := ownNamespace(false); err != nil {
			return err
		}
	}
	s, err := loadLive(c)
	if err != nil {
		return err
	}
	if err := checkFiles(liveFiles(c, s)); err != nil {
		return err
	}
	if needsNamespace(s) {
		if err := ownNamespace(hasNames(s) && c.Args().First() != "-"); err != nil {
			return err
		}
	}
	if err := s.OwnAddresses(rand.Reader); err != nil {
		return err
	}
	if !c.Bool("quiet") {
		for _, w := range s.Warnings {
			fmt.Fprintf(stderr, "warning: %v\n", w)
		}
	}
	ctx, quit := context.WithCancel(c.Context)
	defer quit()
	return newShow(c, s, summary, quit).run(ctx)
}

// loadLive reads the scenario that is to run live.
func loadLive(c *cli.Context) (*scenario.Scenario, error) {
	file := "example"
	read := func(o scenario.Options) (*scenario.Scenario, error) { return scenario.Parse(file, example, o) }
	switch {
	case c.Bool("example") && c.NArg() > 0:
		return nil, exit{exitUsage, errors.New("up takes a FILE or --example, not both")}
	case !c.Bool("example"):
		var err error
		if file, err = oneFile(c); err != nil {
			return nil, err
		}
		read = func(o scenario.Options) (*scenario.Scenario, error) { return scenario.Load(file, o) }
	}
	s, err := loadBy(c, scenario.Options{Live: true}, read)
	if err != nil {
		return nil, err
	}
	if len(s.Attached) == 0 {
		return nil, fmt.Errorf("%s: no station is real: give one attach: {netns: h1, address: 10.0.0.1/24}, or run it all simulated with csmacd run", file)
	}
	return s, nil
}

// needsNamespace says whether hosts are made that only root can make.
func needsNamespace(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a scenario.Attachment) bool { return a.Kind == scenario.TAP })
}

// hasNames reports whether some of them are in named namespaces.
func hasNames(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a scenario.Attachment) bool { return a.Netns != "" })
}

// hasSockets says whether there are sockets to be removed in the end.
func hasSockets(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a scenario.Attachment) bool { return a.Socket.Path() != "" })
}

// ownNamespace makes a user's process root of namespaces of its own.
func ownNamespace(named bool) error {
	inside, err := host.Rootless(named)
	if err == nil && inside {
		why := "not root"
		if host.User() == 0 {
			why = "without CAP_SYS_ADMIN"
		}
		fmt.Fprintln(stderr, why+": the hosts are in a user and network namespace of their own")
	}
	return err
}
