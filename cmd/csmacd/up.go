package main

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/detach"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/show"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
)

//go:embed example.yaml
var example []byte

func upCommand() *cli.Command {
	return &cli.Command{
		Name:      "up",
		Usage:     "run a scenario live: its attached stations are real hosts",
		ArgsUsage: "FILE",
		UsageText: commandline.Examples(
			"csmacd up --example # four Linux hosts on 500 m of cable, until Ctrl-C",
			"csmacd up live.yaml --detach # return when its hosts are ready; csmacd stop ends it",
			"csmacd up live.yaml --record live-again.yaml # and record what arrives, for csmacd run",
		),
		Description: commandline.Guide("Stations with attach: are TAP interfaces in network namespaces, virtual machines or user-space hosts; the "+
			"others are simulated. csmacd exec and csmacd shell enter a host. Without root, csmacd makes namespaces of "+
			"its own. What it makes is removed at the end, or by csmacd down.", "docs/howto/live.md"),
		Flags: slices.Concat([]cli.Flag{
			&cli.BoolFlag{Name: "example", Usage: "run an example instead of a FILE: four hosts on a cable"},
			&cli.BoolFlag{Name: "print", Usage: "print the example, for a file of your own, and run nothing"},
			&cli.Float64Flag{Name: "speed", Value: 1, Usage: "run at `X` times the speed of the wall clock, such as 0.001 to watch it"},
			&cli.BoolFlag{Name: "detach", Aliases: []string{"d"}, Usage: "return when the hosts are ready, and go on in the background until csmacd stop"},
			&cli.StringFlag{Name: "log", Usage: "append what a detached run says to `FILE`"},
			&cli.DurationFlag{Name: "spin", Usage: "watch the clock for this `TIME` before each due instant: more precise, and occupies a core"},
			&cli.StringFlag{Name: "record", Usage: "record what arrives from hosts in `FILE.yaml` and FILE.pcapng, for csmacd run to replay"},
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
			return usage.Errorf("--print prints the example, and takes no FILE")
		}
		_, err := c.App.Writer.Write(example)
		return err
	}
	// If the reader of the output leaves, that is an error of writing. It must not end a process
	// that has hosts to remove.
	exit.IgnoreBrokenPipe()
	o, err := liveOptions(c)
	if err != nil {
		return err
	}
	if c.Bool("detach") && !detach.Child() {
		return startDetached(c)
	}
	if c.Args().First() == "-" {
		// Standard input can be read only once, and the program starts again in its own namespace.
		if err := ownNamespace(false); err != nil {
			return err
		}
	}
	s, err := loadLive(c)
	if err != nil {
		return err
	}
	if err := checkFiles(o.Table(c.Args().First(), s)); err != nil {
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
	if !o.Quiet {
		warn(s)
	}
	o.Lines = c.Bool("detach")
	o.Ready = func(run string) (func(), error) {
		r, err := detach.Ready(fmt.Sprintf("run %s of %s is ready (csmacd stop --run %[1]s ends it)", run, s.Name), s.Name)
		return r.Stopping, err
	}
	err = show.Run(c.Context, s, o)
	if errors.Is(err, medium.ErrInterrupted) {
		return exit.Error{Status: exit.Interrupted, Cause: fmt.Errorf("%s did not reach its own end: %w; the result is marked as not complete", s.Name, err)}
	}
	return err
}

// startDetached starts a run that goes on in the background, and waits until it is ready.
func startDetached(c *cli.Context) error {
	said, status, err := detach.Start(c.Context, c.String("log"))
	if errors.Is(err, detach.ErrNotReady) {
		return exit.Error{Status: status} // the child has said why
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.App.Writer, said)
	return err
}

// liveOptions reads which files a live run writes, and what it shows.
func liveOptions(c *cli.Context) (o show.Options, err error) {
	o = show.Options{
		Helped: true,
		Record: c.String("record"), Metrics: c.String("metrics"), Speed: c.Float64("speed"), Spin: c.Duration("spin"), Quiet: c.Bool("quiet"),
		Version: Version, Errors: stderr, HostsAreUp: exit.HostsAreUp.Store,
		Doing: func(format string, args ...any) {
			exit.Doing("csmacd down removes what is left of its hosts", format, args...)
		},
	}
	if o.Files, o.Summary, err = outputFiles(c); err != nil {
		return o, err
	}
	if !(o.Speed >= 1e-6 && o.Speed <= 1e3) {
		return o, usage.Errorf("--speed %g: a number from 0.000001 to 1000 is wanted", o.Speed)
	}
	if err := show.CheckRecordingName(o.Record); err != nil {
		return o, usage.Of(err)
	}
	switch {
	case c.String("log") != "" && !c.Bool("detach"):
		return o, usage.Errorf("--log is for --detach")
	case c.Bool("detach") && slices.ContainsFunc([]string{o.Files.JSON, o.Files.Events, o.Files.Pcap, o.Files.Series}, files.IsStdout):
		return o, usage.Errorf("--detach has no standard output to write to: write to a file instead of -")
	}
	if o.Spin < 0 {
		return o, usage.Errorf("--spin %v: a time of 0 or more is wanted", o.Spin)
	}
	return o, nil
}

// loadLive reads the scenario of a live run.
func loadLive(c *cli.Context) (*scenario.Scenario, error) {
	file := "example"
	read := func(o scenario.Options) (*scenario.Scenario, error) { return scenario.Parse(file, example, o) }
	switch {
	case c.Bool("example") && c.NArg() > 0:
		return nil, usage.Errorf("up takes a FILE or --example, not both")
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
		return nil, fmt.Errorf("%s: no station is attached to a host: give one attach: {netns: h1, address: 10.0.0.1/24}, or simulate all of them with csmacd run", file)
	}
	return s, nil
}

// needsNamespace reports whether the scenario has hosts that only root can make.
func needsNamespace(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a attach.Host) bool { return a.Kind == attach.TAP })
}

// hasNames reports whether some of them are in named namespaces.
func hasNames(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a attach.Host) bool { return a.Netns != "" })
}

// ownNamespace moves a user's process into namespaces of its own, in which it is root.
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
