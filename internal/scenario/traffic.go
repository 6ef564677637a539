package scenario

import (
	"math/big"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// flow is one stream of frames while it is read.
type flow struct {
	traffic.Source
	group *group
	node  *node

	rate *big.Rat // frames a second; nil: not given
	load *big.Rat // share of the line rate, of the whole group

	replayed // of kind pcap
}

// mostFrames bounds the frames of one source that start and count ask for.
const mostFrames = 1_000_000_000

// flowKind is a kind of traffic: its keys, and what makes a source of them.
type flowKind struct {
	table  table[flow]
	finish func(r *reader, f *flow)
}

// flowKinds is what a scenario can give a station to send.
var flowKinds = []struct {
	name string
	flowKind
}{
	{"frames", flowKind{table[flow]{fields: withFrames(
		field[flow]{"starts", readStarts},
		field[flow]{"start", func(r *reader, f *flow, n *node) { f.Start, _ = r.duration(n) }},
		field[flow]{"count", func(r *reader, f *flow, n *node) { setTo(&f.Count)(r.integer(n, 1, mostFrames)) }},
		field[flow]{"interval", func(r *reader, f *flow, n *node) { f.Interval, _ = r.duration(n) }},
	)}, finishFrames}},
	{"saturated", flowKind{table[flow]{fields: withFrames()}, func(_ *reader, f *flow) { f.Kind = traffic.Saturated }}},
	{"poisson", flowKind{table[flow]{fields: withFrames(
		field[flow]{"rate", readFrameRate},
		field[flow]{"load", readLoad},
	)}, finishPoisson}},
	{"onoff", flowKind{table[flow]{fields: withFrames(
		field[flow]{"on", func(r *reader, f *flow, n *node) { f.On, _ = r.positive(n) }},
		field[flow]{"off", func(r *reader, f *flow, n *node) { f.Off, _ = r.duration(n) }},
		field[flow]{"rate", readFrameRate},
		field[flow]{"interval", func(r *reader, f *flow, n *node) { f.Interval, _ = r.positive(n) }},
	)}, finishOnOff}},
	{"think", flowKind{table[flow]{fields: withFrames(
		field[flow]{"think", func(r *reader, f *flow, n *node) { f.Mean, _ = r.duration(n) }},
		field[flow]{"turnaround", func(r *reader, f *flow, n *node) { f.Interval, _ = r.duration(n) }},
	)}, finishThink}},
	{"pcap", flowKind{captureTable, finishCapture}},
}

// withFrames adds the keys that all kinds have whose frames are drawn.
func withFrames(own ...field[flow]) []field[flow] {
	all := append([]field[flow]{{"kind", nil}}, own...)
	return append(all, field[flow]{"size", readSize}, field[flow]{"to", readTo})
}

// endless says whether traffic of a kind never stops by itself.
func endless(k traffic.Kind) bool { return k != traffic.Frames && k != traffic.None }

// readTraffic reads a group's traffic: a mapping, or a list of them.
func (r *reader) readTraffic(g *group, n *node) {
	list := []*node{n}
	if n.kind == listNode {
		list = n.items
	}
	for _, item := range list {
		f := &flow{group: g, node: item}
		// One that replays no frame at all is as good as none.
		if r.readFlow(f) && !(f.captured && len(f.Starts) == 0) {
			g.traffic = append(g.traffic, f.Source)
		}
	}
}

// readFlow reads one stream. It says whether its kind is known.
func (r *reader) readFlow(f *flow) bool {
	var names []string
	for _, k := range flowKinds {
		names = append(names, k.name)
	}
	if !r.isMapping(f.node) {
		return false
	}
	at := f.node.get("kind")
	if at == nil {
		r.fail(f.node, "kind is missing: write {kind: saturated}, or another of %s", strings.Join(names, ", "))
		return false
	}
	name, ok := r.oneOf(at, "a kind of traffic", names...)
	if !ok {
		return false
	}
	k := flowKinds[slices.Index(names, name)].flowKind
	k.table.what = "traffic of kind " + name
	f.Size = traffic.Octets(defaultSize)
	before := len(r.problems.list)
	k.table.read(r, f.node, f)
	if f.node.get("size") == nil && k.table.has("size") {
		r.checkSize(f.node, &f.group.rules, defaultSize, "the default size ")
	}
	k.finish(r, f)
	r.possible(before, f.node, f.Source.Check)
	r.checkAlone(f)
	return true
}

// checkAlone warns of a station that has nobody to send to.
func (r *reader) checkAlone(f *flow) {
	if r.total == 1 && !f.captured && (f.To.Whom == traffic.ToRandom || f.To.Whom == traffic.ToNext) {
		at := f.node.get("to")
		if at == nil {
			at = f.node
		}
		r.warn(at, "there is no other station: the frames are broadcast")
	}
}

func readStarts(r *reader, f *flow, n *node) {
	if n.kind != listNode {
		r.fail(n, "starts is a list of times, such as [0s, 10ms]")
		return
	}
	f.Starts = make([]phy.Time, 0, len(n.items))
	for _, item := range n.items {
		if t, ok := r.duration(item); ok {
			f.Starts = append(f.Starts, t)
		}
	}
	slices.Sort(f.Starts)
}

func finishFrames(r *reader, f *flow) {
	f.Kind = traffic.Frames
	if f.node.get("starts") != nil {
		for _, key := range []string{"start", "count", "interval"} {
			if n := f.node.get(key); n != nil {
				r.fail(n, "starts says this already: give starts, or start, count and interval")
			}
		}
		f.Count = 0
		return
	}
	f.Count = max(f.Count, 1)
	if f.Count > 1 && f.node.get("interval") == nil {
		r.fail(f.node.get("count"), "interval is missing: the time from one of the %d frames to the next", f.Count)
	}
}

func finishThink(r *reader, f *flow) {
	f.Kind = traffic.Think
	think := f.node.get("think")
	switch {
	case f.node.get("turnaround") != nil:
	case think == nil:
		r.fail(f.node, "think is missing: the mean time before each frame, such as think: 10ms")
	case f.Mean == 0 && !think.null():
		r.fail(think, "must be more than 0, or turnaround, a fixed time, be given too")
	}
}
