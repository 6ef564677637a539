package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// Files are the files that a run writes: their names, "-" for standard output, "" for none.
type Files struct {
	JSON   string // the result
	Events string // the events of Kinds, one JSON object a line
	Pcap   string // transmissions, as pcapng
	Series string // a table of intervals, as CSV

	FlowSeries string // a table of the states of flows, as CSV

	// Events, Pcap, Series and FlowSeries are compressed if their names end in .gz or .zst.

	Rotate Rotate // divides Pcap into files; the zero value: it is one

	Kinds    medium.Kinds
	At       string   // the station, or port of a bridge, of the capture: what it sends and hears; "": all stations
	Interval phy.Time // of the series; 0: a hundredth of the run, and each state of a flow
}

// check returns an error, in terms of the flags of csmacd run, if the network of a scenario
// cannot write one of the files.
func (f *Files) check(s *scenario.Scenario, net medium.Network) error {
	if _, err := f.at(net); err != nil {
		return err
	}
	if _, ok := net.(Captured); f.Pcap != "" && !ok {
		return usage.Errorf("--pcap: there are no frames to capture on a medium of kind %s: --events FILE writes what happens there", s.Kind)
	}
	for _, file := range []struct{ flag, name string }{{"events", f.Events}, {"pcap", f.Pcap}, {"series", f.Series}, {"flow-series", f.FlowSeries}} {
		if err := compress.CheckName(file.name); err != nil {
			return usage.Errorf("--%s %s: %w", file.flag, file.name, err)
		}
	}
	if compress.Compresses(f.JSON) {
		return usage.Errorf("--json %s: a result is small, and is not compressed", f.JSON)
	}
	if err := f.checkFlows(s); err != nil {
		return err
	}
	_, err := f.interval(s)
	return err
}

// Outputs are the files of a run, open.
type Outputs struct {
	JSON   *files.Whole    // nil: none is asked for
	Series *series.Sampler // nil: none is asked for

	FlowState func(*medium.FlowState) // takes the states of flows; nil: they are not asked for

	traces []traceOutput
	opened []*trace.Output // of the traces

	parted string // the name of a capture in parts; "" without one
	part   int    // the number of the part that is written
}

type traceOutput interface {
	Err() error
	Flush() error
	Close() error
}

// Creator opens a file for writing, or standard output for "-".
type Creator func(name string) (*trace.Output, error)

// Open opens the files, and attaches the observers. It is called before the run, so that a file
// that cannot be written costs no time; existing files keep their contents until then. Contents
// are the octets of real frames, and may be nil.
func (f *Files) Open(s *scenario.Scenario, net medium.Network, octets trace.Contents, open Creator) (_ *Outputs, err error) {
	if err := f.check(s, net); err != nil {
		return nil, err
	}
	out := &Outputs{}
	defer func() {
		if err != nil {
			out.Abandon()
		}
	}()
	create := func(name string) (*trace.Output, error) {
		f, err := open(name)
		if err == nil {
			out.opened = append(out.opened, f)
		}
		return f, err
	}
	if f.JSON != "" {
		if out.JSON, err = files.Create(f.JSON); err != nil {
			return nil, err
		}
	}
	if f.Events != "" {
		to, err := create(f.Events)
		if err != nil {
			return nil, err
		}
		events := trace.NewEvents(to, net, net.BitTime()).Only(medium.Interest{Kinds: f.Kinds})
		net.Observe(events)
		out.traces = append(out.traces, events)
	}
	if f.Pcap != "" {
		at, err := f.at(net)
		if err != nil {
			return nil, err
		}
		name, rotation := f.rotated(open, &out.part)
		if rotation != nil {
			out.parted = f.Pcap
		}
		to, err := create(name)
		if err != nil {
			return nil, err
		}
		capture, err := NewCapture(to, s, net.(Captured), trace.Options{At: at, Contents: octets, Rotation: rotation})
		if err != nil {
			return nil, err
		}
		out.traces = append(out.traces, capture)
	}
	if f.Series != "" {
		err = f.openSeries(out, s, net, create)
	}
	if f.FlowSeries != "" && err == nil {
		err = f.openFlows(out, s, create)
	}
	return out, err
}

// Captured is a network whose frames can be captured: a cable, or a network of several.
type Captured interface {
	medium.Network
	Params(station int) mac.Params
}

// NewCapture begins a capture of a network. It sets the options Rules and Describe.
func NewCapture(f *trace.Output, s *scenario.Scenario, net Captured, o trace.Options) (*trace.Capture, error) {
	o.Rules = func(i int) *mac.Params { p := net.Params(i); return &p }
	o.Describe = func(i int) string { return describe(net, s, i) }
	capture, err := trace.NewCapture(f, net, &s.Config.Params, o)
	if err != nil {
		f.Abandon()
		return nil, err
	}
	net.Observe(capture)
	return capture, nil
}

// Contents returns the octets of the frames that a scenario replays as captured, or nil if
// it replays none.
func Contents(s *scenario.Scenario) trace.Contents {
	if s.Contents == nil {
		return nil
	}
	return s.Contents
}

// Kinds returns the kinds of events that a list names, such as tx_start,collision or senders.
func Kinds(list string) (set medium.Kinds, err error) {
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if name == "senders" {
			set |= medium.Senders
			continue
		}
		k, ok := medium.KindByName(name)
		if !ok {
			return 0, fmt.Errorf("%s: there is no such kind of event; there are %s, and senders for all that senders do", name, strings.Join(KindNames(), ", "))
		}
		set |= medium.Of(k)
	}
	return set, nil
}

// KindNames returns the names of all kinds of events.
func KindNames() (names []string) {
	for k := medium.Kind(0); medium.AllKinds.Has(k); k++ {
		names = append(names, k.String())
	}
	return names
}

// at returns the number of the captured station or port of a bridge. The port of a repeater sends and receives nothing of its own.
func (f *Files) at(net medium.Stations) (int, error) {
	if f.At == "" {
		return trace.AllStations, nil
	}
	for i := range medium.Named(net) {
		if net.Name(i) != f.At {
			continue
		}
		if i >= net.Len() && !receives(net, i) {
			return 0, usage.Errorf("--pcap-at %s: the port of a repeater passes bits on and receives no frames; there are %s", f.At, someOf(net))
		}
		return i, nil
	}
	return 0, usage.Errorf("--pcap-at %s: there is no such station; there are %s", f.At, someOf(net))
}

// receives reports whether a station or port receives frames: those of repeaters do not, and have no address.
func receives(net medium.Stations, i int) bool { return net.Address(int32(i)) != phy.Address{} }

// someOf lists the first stations of a network, and the first ports of bridges.
func someOf(net medium.Stations) string {
	var ports []string
	for i := net.Len(); i < medium.Named(net); i++ {
		if receives(net, i) {
			ports = append(ports, net.Name(i))
		}
	}
	if len(ports) == 0 {
		return SomeNames(net)
	}
	return SomeNames(net) + ", and the ports of bridges " + names.Some(ports)
}

// SomeNames lists the first stations of a network.
func SomeNames(net medium.Stations) string {
	var all []string
	for i := range net.Len() {
		all = append(all, net.Name(i))
	}
	return names.Some(all)
}

// describe returns the place of a station, for a capture's list of interfaces.
func describe(net Captured, s *scenario.Scenario, i int) string {
	switch n := net.(type) {
	case *lan.Network:
		return "on " + n.Segment(i)
	case scenario.Cable:
		if !s.Config.Shape.IsStar() {
			return fmt.Sprintf("%s, %v from the cable's left end", s.Line.Name, n.Place(i))
		}
	}
	return fmt.Sprintf("%s on a star, %v from each other station", s.Line.Name, s.Config.Shape.Delay())
}

// Err returns the first error of writing. A run should stop at it.
func (o *Outputs) Err() error {
	for _, t := range o.traces {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Failed returns the error of each output that has failed.
func (o *Outputs) Failed() (list []error) {
	for _, t := range o.traces {
		if err := t.Err(); err != nil {
			list = append(list, err)
		}
	}
	return list
}

// Abandon closes all files if no run begins, and leaves their contents.
func (o *Outputs) Abandon() {
	if o.JSON != nil {
		o.JSON.Abandon()
	}
	for _, f := range o.opened {
		f.Abandon()
	}
}

// Flush writes what has been gathered. Before a run this is the beginning of each file, without
// which a capture is not valid, so that files are valid at any moment of the run. Errors are
// kept.
func (o *Outputs) Flush() {
	for _, t := range o.traces {
		t.Flush()
	}
}

// Close closes all files except that of the result.
func (o *Outputs) Close() error {
	var errs []error
	for _, t := range o.traces {
		errs = append(errs, t.Close())
	}
	return errors.Join(errs...)
}
