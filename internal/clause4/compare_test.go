package clause4

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// recorder keeps all events of an engine's run.
type recorder struct{ events []medium.Event }

func (r *recorder) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (r *recorder) Observe(e *medium.Event)   { r.events = append(r.events, *e) }

// compare runs a network on the reference and on the engine and reports where they differ: in an
// event, a counter or a figure. It returns the number of events.
func (c *trial) compare() (events int, err error) {
	want, err := c.compared()
	if err != nil {
		return 0, err
	}
	return len(want.Events), nil
}

// compared does the same, and returns the result of the reference.
func (c *trial) compared() (want *Result, err error) {
	want, err = Run(c.reference())
	if err != nil {
		return nil, err
	}
	seen := &recorder{}
	net, got, err := c.runEngine(seen, bus.Until{})
	if err != nil {
		return nil, err
	}
	defer net.Release() // so that most networks are made of the memory of others, as in a sweep
	if err := c.compareEvents(net, want, seen.events); err != nil {
		return nil, err
	}
	for i, s := range got.Stations {
		if want.Counters[i] != s.Counters {
			return nil, fmt.Errorf("the counters of %s differ:\n%s", s.Name, differ("reference", fields(want.Counters[i]), "engine", fields(s.Counters)))
		}
	}
	if err := newTally(c, want).compare(got); err != nil {
		return nil, err
	}
	if err := c.compareUnwatched(want, got); err != nil {
		return nil, err
	}
	return want, c.compareUntil(want)
}

// runEngine runs the network on the engine in one piece, with every frame injected before.
func (c *trial) runEngine(watch medium.Observer, until bus.Until) (*bus.Network, *medium.Result, error) {
	config := c.engine()
	config.Until = until
	net, err := bus.New(config)
	if err != nil {
		return nil, nil, err
	}
	if watch != nil {
		net.Observe(watch)
	}
	if err := c.inject(net, 0, phy.Forever); err != nil {
		return nil, nil, err
	}
	err = net.Run(c.net.Until)
	return net, net.Result(), err
}

// inject puts into the engine the frames that are queued from an instant until another.
func (c *trial) inject(net *bus.Network, from, until phy.Time) error {
	for i := range c.net.Stations {
		for _, f := range c.net.Stations[i].Frames {
			if f.At < from || f.At >= until {
				continue
			}
			if err := net.Inject(i, f.At, medium.Frame{Size: int32(f.Octets), Destination: int32(f.To)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareEvents compares all events, as values and as the lines that are written.
func (c *trial) compareEvents(net *bus.Network, want *Result, got []medium.Event) error {
	if slices.ContainsFunc(c.net.Stations, func(s Station) bool { return s.Params.Gap == 0 }) {
		// Rule 10 leaves open in which pass of an instant a deferral begins that a gap of 0 did not
		// end, and therefore whose events come first. The events of each station by itself are
		// compared.
		byStation(want.Events)
		byStation(got)
	}
	lines := engineLines(net, got)
	if slices.Equal(want.Events, got) && want.String() == lines {
		return nil
	}
	return fmt.Errorf("the events differ:\n%s", differ("reference", want.Lines(), "engine", strings.Split(lines, "\n")))
}

// byStation sorts events by instant and then by station.
func byStation(events []medium.Event) {
	slices.SortStableFunc(events, func(a, b medium.Event) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Station, b.Station))
	})
}

// engineLines writes events as csmacd run --events does.
func engineLines(net *bus.Network, events []medium.Event) string {
	var b bytes.Buffer
	out := trace.NewEvents(trace.NewOutput(&b, "lines"), net, net.BitTime())
	for i := range events {
		out.Observe(&events[i])
	}
	if err := out.Close(); err != nil {
		panic(err) // a buffer accepts everything
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// around is the number of lines that differ shows before and after.
var around = flag.Int("around", 3, "the number of events to show where two runs begin to differ")

// differ shows where two lists of lines begin to differ.
func differ(name string, a []string, other string, b []string) string {
	k := 0
	for k < len(a) && k < len(b) && a[k] == b[k] {
		k++
	}
	var text strings.Builder
	show := func(name string, lines []string, from, to int) {
		for _, l := range lines[min(max(0, from), len(lines)):min(to, len(lines))] {
			fmt.Fprintf(&text, "%-9s %s\n", name, l)
		}
	}
	show("both", a, k-*around, k)
	show(name, a, k, k+*around)
	show(other, b, k, k+*around)
	return text.String()
}

// compareUnwatched runs the engine again, like programs that want figures only, and like live
// stations, which inject frames during the run and read the figures. The result must be the same.
// The pieces end at events, and just after them.
func (c *trial) compareUnwatched(want *Result, watched *medium.Result) error {
	net, quiet, err := c.runEngine(nil, bus.Until{})
	if err != nil {
		return err
	}
	net.Release()
	if err := sameResult("watched", watched, "unwatched", quiet); err != nil {
		return err
	}
	var cuts []phy.Time
	for k := range min(4, len(want.Events)) {
		cuts = append(cuts, want.Events[len(want.Events)*(k+1)/5].At+phy.Time(k%2))
	}
	pieces, err := c.runInPieces(cuts)
	if err != nil {
		return err
	}
	return sameResult("at once", watched, "in pieces", pieces)
}

// runInPieces runs the engine to one instant after another, in order, and to the end.
// The frames of each piece are injected, and the figures looked at, before it.
func (c *trial) runInPieces(cuts []phy.Time) (*medium.Result, error) {
	net, err := bus.New(c.engine())
	if err != nil {
		return nil, err
	}
	defer net.Release()
	now := phy.Time(0)
	for _, cut := range append(cuts, c.net.Until) {
		next := min(max(now, cut), c.net.Until)
		if err := c.inject(net, now, next); err != nil {
			return nil, err
		}
		if err := net.Run(next); err != nil {
			return nil, err
		}
		net.Result()
		now = next
	}
	return net.Result(), nil
}

// sameResult reports where two results of the engine differ.
func sameResult(name string, a *medium.Result, other string, b *medium.Result) error {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	return fmt.Errorf("the engine's figures differ:\n%s", differ(name, fields(a), other, fields(b)))
}

// fields returns figures, one per line.
func fields(v any) []string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err) // numbers and names only
	}
	return strings.Split(string(text), "\n")
}
