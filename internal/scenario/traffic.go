package scenario

import (
	"math/big"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// flow is one stream of frames while it is read.
type flow struct {
	traffic.Source
	group *group
	node  *document.Node

	rate *big.Rat // frames per second; nil: not given
	bits *big.Rat // bits of frames per second
	load *big.Rat // share of the line rate, of the whole group

	replayed // of kind pcap
}

// flowKind is a kind of traffic: its keys, and what turns them into a source.
type flowKind struct {
	table  table[flow]
	finish func(r *reader, f *flow)
}

// flowKinds has the kinds of traffic of a station.
var flowKinds = []struct {
	name string
	flowKind
}{
	{"frames", flowKind{table[flow]{Fields: withFrames(
		field[flow]{Key: "starts", Read: readStarts},
		field[flow]{Key: "start", Read: func(r *reader, f *flow, n *document.Node) { f.Start, _ = r.Duration(n) }},
		field[flow]{Key: "count", Read: func(r *reader, f *flow, n *document.Node) {
			document.SetTo(&f.Count)(r.Integer(n, 1, traffic.MostFrames))
		}},
		field[flow]{Key: "interval", Read: func(r *reader, f *flow, n *document.Node) { f.Interval, _ = r.Duration(n) }},
	)}, finishFrames}},
	{"saturated", flowKind{table[flow]{Fields: withFrames()}, func(_ *reader, f *flow) { f.Kind = traffic.KindSaturated }}},
	{"poisson", flowKind{table[flow]{Fields: withFrames(
		field[flow]{Key: "rate", Read: readFrameRate},
		field[flow]{Key: "load", Read: readLoad},
	)}, finishPoisson}},
	{"onoff", flowKind{table[flow]{Fields: withFrames(
		field[flow]{Key: "on", Read: func(r *reader, f *flow, n *document.Node) { f.On, _ = r.Positive(n) }},
		field[flow]{Key: "off", Read: func(r *reader, f *flow, n *document.Node) { f.Off, _ = r.Duration(n) }},
		field[flow]{Key: "rate", Read: readFrameRate},
		field[flow]{Key: "interval", Read: func(r *reader, f *flow, n *document.Node) { f.Interval, _ = r.Positive(n) }},
	)}, finishOnOff}},
	{"think", flowKind{table[flow]{Fields: withFrames(
		field[flow]{Key: "think", Read: func(r *reader, f *flow, n *document.Node) { f.Mean, _ = r.Duration(n) }},
		field[flow]{Key: "turnaround", Read: func(r *reader, f *flow, n *document.Node) { f.Interval, _ = r.Duration(n) }},
	)}, finishThink}},
	{"pcap", flowKind{captureTable, finishCapture}},
}

// withFrames adds the keys of all kinds that draw their frames.
func withFrames(own ...field[flow]) []field[flow] {
	all := append([]field[flow]{{Key: "kind"}}, own...)
	return append(all, field[flow]{Key: "size", Read: readSize}, field[flow]{Key: "to", Read: readTo})
}

// endless reports whether traffic of a kind never stops by itself.
func endless(k traffic.Kind) bool { return k != traffic.KindFrames && k != traffic.KindNone }

// readTraffic reads a group's traffic: a mapping, or a list of them.
func (r *reader) readTraffic(g *group, n *document.Node) {
	list := []*document.Node{n}
	if n.Kind == document.List {
		list = n.Items
	}
	for _, item := range list {
		f := &flow{group: g, node: item}
		// Traffic that replays no frame at all is like no traffic.
		if r.readFlow(f) && !(f.captured && len(f.Starts) == 0) {
			g.traffic = append(g.traffic, f.Source)
		}
	}
}

// readFlow reads one stream. It reports whether its kind is known.
func (r *reader) readFlow(f *flow) bool {
	var names []string
	for _, k := range flowKinds {
		names = append(names, k.name)
	}
	names = append(names, FlowKinds...)
	if !r.IsMapping(f.node) {
		return false
	}
	at := f.node.Get("kind")
	if at == nil {
		r.Fail(f.node, "kind is missing: write {kind: saturated}, or another of %s", strings.Join(names, ", "))
		return false
	}
	name, ok := r.OneOf(at, "a kind of traffic", names...)
	if !ok {
		return false
	}
	if slices.Contains(FlowKinds, name) {
		r.readHostFlow(f.group, f.node, name)
		return false
	}
	if isSoft(f.group) {
		r.Fail(f.node, "a soft host sends what its TCP/IP stack gives it: write "+flowExample+", or give the traffic to another station")
		return false
	}
	k := flowKinds[slices.Index(names, name)].flowKind
	k.table.What = "traffic of kind " + name
	f.Size = traffic.Octets(defaultSize)
	before := len(r.Problems.List)
	k.table.Read(r, f.node, f)
	if f.node.Get("size") == nil && k.table.Has("size") {
		r.checkSize(f.node, &f.group.rules, defaultSize, "the default size ")
	}
	k.finish(r, f)
	r.Possible(before, f.node, f.Source.Check)
	r.checkAlone(f)
	return true
}

// checkAlone warns of a station that has no other station to send to.
func (r *reader) checkAlone(f *flow) {
	if r.Total == 1 && !f.captured && (f.To.Whom == traffic.ToRandom || f.To.Whom == traffic.ToNext) {
		at := f.node.Get("to")
		if at == nil {
			at = f.node
		}
		r.Warn(at, "there is no other station: the frames are broadcast")
	}
}

func readStarts(r *reader, f *flow, n *document.Node) {
	if n.Kind != document.List {
		r.Fail(n, "starts must be a list of times, such as [0s, 10ms]")
		return
	}
	f.Starts = make([]phy.Time, 0, len(n.Items))
	for _, item := range n.Items {
		if t, ok := r.Duration(item); ok {
			f.Starts = append(f.Starts, t)
		}
	}
	slices.Sort(f.Starts)
}

func finishFrames(r *reader, f *flow) {
	f.Kind = traffic.KindFrames
	if f.node.Get("starts") != nil {
		for _, key := range []string{"start", "count", "interval"} {
			if n := f.node.Get(key); n != nil {
				r.Fail(n, "starts already says this: give starts, or start, count and interval")
			}
		}
		f.Count = 0
		return
	}
	f.Count = max(f.Count, 1)
	if f.Count > 1 && f.node.Get("interval") == nil {
		r.Fail(f.node.Get("count"), "interval is missing: the time from one of the %d frames to the next", f.Count)
	}
}

func finishThink(r *reader, f *flow) {
	f.Kind = traffic.KindThink
	think := f.node.Get("think")
	switch {
	case f.node.Get("turnaround") != nil:
	case think == nil:
		r.Fail(f.node, "think is missing: the mean time before each frame, such as think: 10ms")
	case f.Mean == 0 && !think.Null():
		r.Fail(think, "must be more than 0, unless turnaround, a fixed time, is given too")
	}
}
