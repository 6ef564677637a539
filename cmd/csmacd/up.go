package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/live"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/host"
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
	if d := c.Duration("spin"); d < 0 {
		return exit{exitUsage, fmt.Errorf("--spin %v: a time is not negative", d)}
	}
	if c.Args().First() == "-" {
		// It can be read but once, and in a namespace of its own the program begins anew.
		if err := ownNamespace(); err != nil {
			return err
		}
	}
	s, err := loadLive(c)
	if err != nil {
		return err
	}
	if needsNamespace(s) {
		if err := ownNamespace(); err != nil {
			return err
		}
	}
	if !c.Bool("quiet") {
		for _, w := range s.Warnings {
			fmt.Fprintf(os.Stderr, "warning: %v\n", w)
		}
	}
	ctx, stop := untilHangUp(c.Context)
	defer stop()
	ctx, quit := context.WithCancel(ctx)
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

// hasSockets says whether there are sockets to be removed in the end.
func hasSockets(s *scenario.Scenario) bool {
	return slices.ContainsFunc(s.Attached, func(a scenario.Attachment) bool { return a.Socket.Path() != "" })
}

// ownNamespace makes a user's process root of namespaces of its own.
func ownNamespace() error {
	inside, err := host.Rootless()
	if err == nil && inside {
		fmt.Fprintln(os.Stderr, "not root: the hosts are in a user and network namespace of their own")
	}
	return err
}

// show is a live run with all that is written and shown of it.
type show struct {
	*cli.Context
	scenario *scenario.Scenario
	summary  io.Writer
	quit     func()

	session *live.Session
	out     *outputs
	record  *recording
	cast    *broadcast
	stdout  *standardOutput // nil where nothing goes there
	display live.Display
	failed  bool // an output has, and it has been told
}

func newShow(c *cli.Context, s *scenario.Scenario, summary io.Writer, quit func()) *show {
	return &show{Context: c, scenario: s, summary: summary, quit: quit}
}

func (u *show) run(ctx context.Context) (err error) {
	o := live.Options{
		Speed: u.Float64("speed"), Spin: u.Duration("spin"), Version: Version,
		Turn: u.turn, Note: u.note,
	}
	if name := u.String("record"); name != "" {
		u.record = newRecording(name, u.scenario)
		o.Arrived = u.record.arrived
	}
	if u.session, err = live.Open(u.scenario, o); err != nil {
		return err
	}
	if err = u.open(); err == nil {
		if err = host.DropPrivileges(hasSockets(u.scenario)); err == nil {
			err = u.perform(ctx)
		}
	}
	return errors.Join(err, u.session.Close())
}

// open opens all outputs, before anything happens.
func (u *show) open() (err error) {
	net := u.session.Network
	if err = u.record.begin(net); err != nil {
		return err
	}
	if u.out, err = openOutputs(u.Context, u.scenario, net, u.session.Contents(), u.create); err != nil {
		return err
	}
	if u.cast, err = newBroadcast(u.scenario, u.session); err != nil {
		return err
	}
	u.display = live.NewDisplay(os.Stderr, u.session, 0, u.quit)
	if u.Bool("quiet") {
		u.display = quiet{}
	}
	for _, text := range u.session.Swept {
		u.display.Note("left by a run that was killed, and removed: " + text)
	}
	return nil
}

// create opens a file, or standard output.
func (u *show) create(name string) (*trace.Output, error) {
	if name != "-" {
		return trace.Create(name)
	}
	u.stdout = newStandardOutput(u.quit)
	return trace.NewOutput(u.stdout, "standard output"), nil
}

// perform runs it, shown and measured, and then tells what it came to.
func (u *show) perform(ctx context.Context) error {
	if address := u.String("metrics"); address != "" {
		server, at, err := live.ServeMetrics(address, u.session)
		if err != nil {
			return err
		}
		defer server.Close()
		u.display.Note("metrics: http://" + at + "/metrics")
	}
	showing, hide := context.WithCancel(context.Background())
	hidden := make(chan error, 1)
	go func() { hidden <- u.display.Run(showing) }()
	failure := u.session.Run(ctx)
	hide()
	if err := <-hidden; err != nil {
		fmt.Fprintln(os.Stderr, "warning: what the run does could not be shown:", err)
	}
	failure = errors.Join(failure, u.cast.Close(), u.out.closeTraces(), u.stdout.Close(), u.record.close(u.end()))
	return errors.Join(failure, u.tell(failure == nil))
}

// end is when the run ended: where a condition ended it, after what met that.
func (u *show) end() phy.Time {
	if net := u.session.Network; net.Done() {
		return net.Now() + 1
	}
	return u.session.Network.Now()
}

// tell writes the result.
func (u *show) tell(complete bool) error {
	last := u.session.Snapshot()
	r := last.Result
	r.Complete = complete
	var failure error
	if u.out.json != nil {
		failure = errors.Join(report.JSON(u.out.json, report.Lived{Result: r, Live: last.Figures}), u.out.json.Close())
	}
	if !u.Bool("quiet") {
		failure = errors.Join(failure, report.Summary(u.summary, r, u.scenario.Line), report.Live(u.summary, &last.Figures))
	}
	return failure
}

// turn is called between two steps: what is written is there for whoever watches.
func (u *show) turn() {
	u.cast.turn()
	for _, t := range u.out.traces {
		t.Flush()
	}
	u.record.turn(u.session.Network.Now())
	if err := errors.Join(u.out.err(), u.stdout.err(), u.record.err()); err != nil && !u.failed {
		// The hosts go on; what was written is whole, and the end tells the error again.
		u.failed = true
		u.display.Note(fmt.Sprintf("no more is written: %v", err))
	}
}

func (u *show) note(text string) {
	if lines, ok := u.display.(*live.Plain); ok { // a view has it among the events
		lines.Note(text)
	}
}

// quiet shows nothing.
type quiet struct{}

func (quiet) Run(ctx context.Context) error { return nil }
func (quiet) Note(string)                   {}
