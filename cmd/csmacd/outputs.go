package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// outputFlags say what a run writes.
func outputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "json", Usage: "write the result to `FILE`, as JSON (csmacd/result/1)"},
		&cli.StringFlag{Name: "events", Usage: "write every event to `FILE`, one JSON object a line"},
		&cli.StringFlag{Name: "events-of", Usage: "write only events of these `KINDS`: tx_start,collision,... or senders (all but receptions and carrier at each tap)"},
		&cli.StringFlag{Name: "pcap", Usage: "write every transmission to `FILE`, as pcapng: one interface a station"},
		&cli.StringFlag{Name: "pcap-at", Usage: "have --pcap write what the station `NAME` sends and hears instead"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary, no warnings and no progress"},
	}
}

// summaryTo says where the summary goes: standard output, unless a file does.
func summaryTo(c *cli.Context) (io.Writer, error) {
	taken := ""
	for _, name := range []string{"json", "events", "pcap", "series", "html"} {
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
		return stderr, nil
	}
	return c.App.Writer, nil
}

// outputs are the files that a run writes.
type outputs struct {
	json   *files.Whole
	traces []traceOutput
	opened []*trace.Output     // of the traces
	series *experiment.Sampler // nil: none is asked for
	html   *htmlReport         // nil: none is asked for
}

type traceOutput interface {
	Err() error
	Flush() error
	Close() error
}

// creator opens a file for writing, or standard output for "-".
type creator func(name string) (*trace.Output, error)

// openOutputs opens every file before the run, so that one that cannot be written
// costs no time, and attaches the observers.
// Files that are there keep what is in them until then.
func openOutputs(c *cli.Context, s *scenario.Scenario, net medium.Network, octets trace.Contents, open creator) (_ *outputs, err error) {
	out := &outputs{}
	defer func() {
		if err != nil {
			out.abandon()
		}
	}()
	create := func(name string) (*trace.Output, error) {
		f, err := open(name)
		if err == nil {
			out.opened = append(out.opened, f)
		}
		return f, err
	}
	at, err := captureAt(c, net)
	if err != nil {
		return nil, err
	}
	if name := c.String("json"); name != "" {
		if out.json, err = files.Create(name); err != nil {
			return nil, err
		}
	}
	if name := c.String("events"); name != "" {
		kinds, err := eventKinds(c)
		if err != nil {
			return nil, err
		}
		f, err := create(name)
		if err != nil {
			return nil, err
		}
		events := trace.NewEvents(f, net, net.BitTime()).Only(medium.Interest{Kinds: kinds})
		net.Observe(events)
		out.traces = append(out.traces, events)
	}
	if name := c.String("pcap"); name != "" {
		cable, ok := net.(*bus.Network)
		if !ok {
			return nil, exit{exitUsage, fmt.Errorf("--pcap: there are no frames to capture on a medium of kind %s: --events FILE writes what happens there", s.Kind)}
		}
		f, err := create(name)
		if err != nil {
			return nil, err
		}
		capture, err := newCapture(f, s, cable, at, octets)
		if err != nil {
			return nil, err
		}
		out.traces = append(out.traces, capture)
	}
	return out, out.openSeries(c, s, net, create)
}

// newCapture begins a capture of a network, at one station or of all transmissions.
func newCapture(f *trace.Output, s *scenario.Scenario, net *bus.Network, at int, octets trace.Contents) (*trace.Capture, error) {
	capture, err := trace.NewCapture(f, net, &s.Config.Params, trace.Options{
		At:       at,
		Contents: octets,
		Rules:    func(i int) *mac.Params { p := net.Params(i); return &p },
		Describe: func(i int) string { return describe(net, s, i) },
	})
	if err != nil {
		f.Abandon()
		return nil, err
	}
	net.Observe(capture)
	return capture, nil
}

// contents gives the octets of the frames that a scenario replays as captured; nil:
// there are none.
func contents(s *scenario.Scenario) trace.Contents {
	if s.Contents == nil {
		return nil
	}
	return s.Contents
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
func captureAt(c *cli.Context, net medium.Stations) (int, error) {
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
func someNames(net medium.Stations) string {
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

// abandon closes all files where there is no run after all, and leaves what is in them.
func (o *outputs) abandon() {
	if o.json != nil {
		o.json.Abandon()
	}
	for _, f := range o.opened {
		f.Abandon()
	}
}

// begin writes what each file begins with, without which a capture is not one, so that files
// are valid at any moment of the run. Errors are kept.
func (o *outputs) begin() {
	for _, t := range o.traces {
		t.Flush()
	}
}

func (o *outputs) closeTraces() error {
	var errs []error
	for _, t := range o.traces {
		errs = append(errs, t.Close())
	}
	return errors.Join(errs...)
}
