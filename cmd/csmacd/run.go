package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run a scenario and print what it came to",
		ArgsUsage: "FILE",
		Description: "Runs the scenario in FILE (- for standard input) and prints a summary. Each of the files " +
			"may be - for standard output, one at most; the summary then goes to standard error. Ctrl-C ends " +
			"a run cleanly: what was written is valid, the result says that it is not complete, and the exit " +
			"status is 130.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "json", Usage: "write the result to `FILE`, as JSON (csmacd/result/1)"},
			&cli.StringFlag{Name: "events", Usage: "write every event to `FILE`, one JSON object a line"},
			&cli.StringFlag{Name: "events-of", Usage: "write only events of these `KINDS`: tx_start,collision,... or senders (all but receptions and carrier at each tap)"},
			&cli.StringFlag{Name: "pcap", Usage: "write every transmission to `FILE`, as pcapng: one interface a station"},
			&cli.StringFlag{Name: "pcap-at", Usage: "have --pcap write what the station `NAME` sends and hears instead"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary, no warnings and no progress"},
		}, scenarioFlags()...),
		Action:       run,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

// scenarioFlags change a scenario before it is checked.
func scenarioFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Uint64Flag{Name: "seed", Usage: "run with the seed `N` instead of the scenario's"},
		&cli.StringFlag{Name: "duration", Usage: "stop at the simulated `TIME` (such as 10ms) instead of the scenario's"},
		&cli.StringSliceFlag{Name: "set", Usage: "set a value of the scenario, such as stations[0].traffic.size=64 (`PATH=VALUE`; repeatable)"},
	}
}

// load reads the scenario that a command is about, changed as its flags say.
func load(c *cli.Context, file string) (*scenario.Scenario, error) {
	o := scenario.Options{Set: c.StringSlice("set"), ReadCapture: readCapture}
	if c.IsSet("seed") {
		seed := c.Uint64("seed")
		o.Seed = &seed
	}
	if c.IsSet("duration") {
		d, err := phy.ParseTime(c.String("duration"), 0)
		if err != nil {
			return nil, exit{exitUsage, fmt.Errorf("--duration: %w", err)}
		}
		o.Duration = &d
	}
	s, err := scenario.Load(file, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return nil, exit{status: exitFailure}
	}
	return s, nil
}

func readCapture(path string) ([]scenario.Captured, error) {
	packets, err := trace.ReadCapture(path)
	frames := make([]scenario.Captured, len(packets))
	for i, p := range packets {
		frames[i] = scenario.Captured(p)
	}
	return frames, err
}

func run(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	summary, err := summaryTo(c)
	if err != nil {
		return err
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	quiet := c.Bool("quiet")
	if !quiet {
		for _, w := range s.Warnings {
			fmt.Fprintf(os.Stderr, "warning: %v\n", w)
		}
	}
	wanted := s.Config.Until
	if s.Duration == 0 {
		// What until waits for may never come: then the run ends as nothing is
		// left to happen.
		s.Config.Until.Idle = true
	}
	net, err := bus.New(s.Config)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	out, err := openOutputs(c, s, net)
	if err != nil {
		return err
	}
	complete, failure := drive(c.Context, net, s.Duration, out, newProgress(s, quiet))
	failure = errors.Join(failure, out.closeTraces())

	r := net.Result()
	if complete && failure == nil && s.Duration == 0 && !quiet && !reached(wanted, &r.Medium) {
		fmt.Fprintf(os.Stderr, "warning: %s: nothing more can happen after %v, and what until waits for never came\n", file, net.Now())
	}
	r.Scenario, r.Version = s.Name, Version
	r.Complete = complete && failure == nil
	if out.json != nil {
		failure = errors.Join(failure, report.JSON(out.json, r), out.json.Close())
	}
	if !quiet {
		failure = errors.Join(failure, report.Summary(summary, r, s.Line))
	}
	if failure == nil && !complete {
		return exit{status: exitInterrupted}
	}
	return failure
}

// summaryTo says where the summary goes: standard output, unless a file does.
func summaryTo(c *cli.Context) (io.Writer, error) {
	taken := ""
	for _, name := range []string{"json", "events", "pcap"} {
		if c.String(name) != "-" {
			if c.IsSet(name) && c.String(name) == "" {
				return nil, exit{exitUsage, fmt.Errorf("--%s needs a file, or - for standard output", name)}
			}
			continue
		}
		if taken != "" {
			return nil, exit{exitUsage, fmt.Errorf("--%s and --%s cannot both go to standard output: give one of them a file", taken, name)}
		}
		taken = name
	}
	if c.IsSet("events-of") && c.String("events") == "" {
		return nil, exit{exitUsage, errors.New("--events-of says what --events FILE is to hold: give that too")}
	}
	if c.IsSet("pcap-at") && c.String("pcap") == "" {
		return nil, exit{exitUsage, errors.New("--pcap-at says which station --pcap FILE is about: give that too")}
	}
	if taken != "" {
		return os.Stderr, nil
	}
	return os.Stdout, nil
}

// reached says whether one of the conditions that may end a run holds.
func reached(u bus.Until, m *medium.Medium) bool {
	return u.Idle || u.FramesSent > 0 && m.FramesSent >= u.FramesSent ||
		u.FramesDelivered > 0 && m.FramesDelivered >= u.FramesDelivered ||
		u.Collisions > 0 && m.Collisions >= u.Collisions
}

// drive runs a network to its end, to the user's, or to the first error. complete
// is false where the user ended it.
func drive(ctx context.Context, net *bus.Network, duration phy.Time, out *outputs, p *progress) (complete bool, err error) {
	defer p.finish()
	end := phy.Forever
	if duration > 0 {
		end = duration
	}
	slice := newSlice(net.BitTime())
	for !net.Done() && net.Now() < end {
		if ctx.Err() != nil {
			return false, nil
		}
		until := min(net.Now()+slice.length, end)
		if err := slice.time(func() error { return net.Run(until) }); err != nil {
			return true, err
		}
		if err := out.err(); err != nil {
			return true, nil // closing the output tells it
		}
		p.show(net.Now())
	}
	return true, nil
}

// outputs are the files that a run writes.
type outputs struct {
	json   *trace.Output
	traces []traceOutput
}

type traceOutput interface {
	Err() error
	Close() error
}

// openOutputs opens every file before the run, so that one that cannot be written
// costs no time, and attaches the observers.
func openOutputs(c *cli.Context, s *scenario.Scenario, net *bus.Network) (*outputs, error) {
	out := &outputs{}
	at, err := captureAt(c, net)
	if err != nil {
		return nil, err
	}
	if name := c.String("json"); name != "" {
		if out.json, err = trace.Create(name); err != nil {
			return nil, err
		}
	}
	if name := c.String("events"); name != "" {
		kinds, err := eventKinds(c)
		if err != nil {
			return nil, err
		}
		f, err := trace.Create(name)
		if err != nil {
			return nil, err
		}
		events := trace.NewEvents(f, net, net.BitTime()).Only(medium.Interest{Kinds: kinds})
		net.Observe(events)
		out.traces = append(out.traces, events)
	}
	if name := c.String("pcap"); name != "" {
		f, err := trace.Create(name)
		if err != nil {
			return nil, err
		}
		capture, err := trace.NewCapture(f, net, &s.Config.Params, trace.Options{
			At:       at,
			Rules:    func(i int) *mac.Params { p := net.Params(i); return &p },
			Describe: func(i int) string { return describe(net, s, i) },
		})
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		net.Observe(capture)
		out.traces = append(out.traces, capture)
	}
	return out, nil
}

// eventKinds gives the kinds of events that --events-of names; all, where it names none.
func eventKinds(c *cli.Context) (set medium.Kinds, err error) {
	if !c.IsSet("events-of") {
		return medium.AllKinds, nil
	}
	for _, name := range strings.Split(c.String("events-of"), ",") {
		name = strings.TrimSpace(name)
		if name == "senders" {
			set |= medium.Senders
			continue
		}
		k, ok := medium.KindByName(name)
		if !ok {
			var names []string
			for k := medium.Kind(0); medium.AllKinds.Has(k); k++ {
				names = append(names, k.String())
			}
			return 0, exit{exitUsage, fmt.Errorf("--events-of %s: there is no such kind of event; there are %s, and senders for all that senders do", name, strings.Join(names, ", "))}
		}
		set |= medium.Of(k)
	}
	return set, nil
}

// captureAt gives the number of the station that --pcap-at names.
func captureAt(c *cli.Context, net *bus.Network) (int, error) {
	name := c.String("pcap-at")
	if name == "" {
		return trace.AllStations, nil
	}
	for i := range net.Len() {
		if net.Name(i) == name {
			return i, nil
		}
	}
	return 0, exit{exitUsage, fmt.Errorf("--pcap-at %s: there is no such station; there are %s", name, someNames(net))}
}

// someNames lists the first stations of a network.
func someNames(net *bus.Network) string {
	var names []string
	for i := range min(net.Len(), 8) {
		names = append(names, net.Name(i))
	}
	list := strings.Join(names, ", ")
	if n := net.Len() - len(names); n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	return list
}

// describe says where a station is, for a capture's list of interfaces.
func describe(net *bus.Network, s *scenario.Scenario, i int) string {
	if s.Config.Star {
		return fmt.Sprintf("%s on a star, %v from each other station", s.Line.Name, s.Config.Delay)
	}
	return fmt.Sprintf("%s, %v from the cable's left end", s.Line.Name, net.Place(i))
}

func (o *outputs) err() error {
	for _, t := range o.traces {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (o *outputs) closeTraces() error {
	var errs []error
	for _, t := range o.traces {
		errs = append(errs, t.Close())
	}
	return errors.Join(errs...)
}
