package scenario

import (
	"math/big"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/phy"
)

// FlowKinds are the kinds of flows between soft hosts.
var FlowKinds = []string{"tcp", "http", "udp", "ping"}

// Congestions are the ways of congestion control.
var Congestions = []string{"cubic", "reno"}

// Limits of flows, in octets.
const (
	MinWindow   = 4096 // the least window
	MinMSS      = 88   // the least segment
	MinDatagram = 16   // the least datagram: it has a number and a time
	MaxDatagram = 65507

	mostWindow = 1 << 30
	mostBytes  = 1 << 40
	mostMSS    = 65535

	mostFlowCount = 1_000_000_000
	pingSize      = 56 // octets of data, as programs for ping usually send
)

// hostFlowKind is a kind of flow: its keys, those that it needs, and what completes it.
type hostFlowKind struct {
	table    table[hostFlow]
	required []string
	example  string
	finish   func(r *reader, f *hostFlow)
}

// hostFlowKinds has the kinds of flows, in the order of FlowKinds.
var hostFlowKinds = []hostFlowKind{
	{hostFlowTable("tcp", withStreams(
		field[hostFlow]{Key: "bytes", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Bytes = r.bytes(n, 1, mostBytes) }},
		field[hostFlow]{Key: "service", Read: func(r *reader, f *hostFlow, n *document.Node) {
			f.Service, _ = r.OneOf(n, "a service for transfers", "discard", "echo")
		}},
	), map[string]string{
		"size":  "a flow has bytes, the octets to transfer: TCP divides them into segments",
		"start": "write at, the time at which the flow begins",
	}), []string{"to", "bytes"}, flowExample, finishStreams},
	{hostFlowTable("http", withStreams(
		field[hostFlow]{Key: "response", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Bytes = r.bytes(n, 0, mostBytes) }},
		field[hostFlow]{Key: "request", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Request = r.bytes(n, 0, mostBytes) }},
		field[hostFlow]{Key: "service", Read: func(r *reader, f *hostFlow, n *document.Node) {
			f.Service, _ = r.OneOf(n, "a service for requests", "http")
		}},
		field[hostFlow]{Key: "persistent", Read: func(r *reader, f *hostFlow, n *document.Node) {
			on, ok := r.Flag(n)
			f.Separate = ok && !on
		}},
	), map[string]string{
		"bytes": "write response, the octets of the answer, and request, those that the request carries",
		"start": "write at, the time at which the flow begins",
	}), []string{"to", "response"}, "{kind: http, to: web, response: 10kB, count: 100, think: 50ms}", finishStreams},
	{hostFlowTable("udp", []field[hostFlow]{
		{Key: "rate", Read: readDatagramRate},
		{Key: "size", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Size, _ = r.Integer(n, MinDatagram, MaxDatagram) }},
		{Key: "spacing", Read: func(r *reader, f *hostFlow, n *document.Node) {
			how, _ := r.OneOf(n, "a spacing", "even", "random")
			f.Random = how == "random"
		}},
	}, map[string]string{
		"bytes": "write size, the octets of data in a datagram, and count, the number of datagrams",
		"start": "write at, the time at which the flow begins",
		"load":  "write rate: 500, datagrams per second, or rate: 2Mb/s, bits of data per second",
	}), []string{"to", "rate", "size"}, "{kind: udp, to: web, rate: 50, size: 160}", finishDatagrams},
	{hostFlowTable("ping", []field[hostFlow]{
		{Key: "interval", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Interval, _ = r.Positive(n) }},
		{Key: "size", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Size, _ = r.Integer(n, 0, MaxDatagram) }},
	}, map[string]string{
		"rate":  "write interval, the time from one ping to the next",
		"start": "write at, the time at which the flow begins",
	}), []string{"to"}, "{kind: ping, to: web, count: 10}", func(r *reader, f *hostFlow) { f.checkInterval(r, "interval") }},
}

// hostFlowTable returns the keys of a kind of flow: those of all kinds, and its own.
func hostFlowTable(kind string, own []field[hostFlow], misplaced map[string]string) table[hostFlow] {
	fields := append([]field[hostFlow]{{Key: "kind"}, {Key: "to", Read: readReceiver}}, own...)
	return table[hostFlow]{What: "traffic of kind " + kind, Misplaced: misplaced, Fields: append(fields,
		field[hostFlow]{Key: "at", Read: func(r *reader, f *hostFlow, n *document.Node) { f.At, _ = r.Duration(n) }},
		field[hostFlow]{Key: "for", Read: func(r *reader, f *hostFlow, n *document.Node) { f.For, _ = r.Positive(n) }},
		field[hostFlow]{Key: "count", Read: func(r *reader, f *hostFlow, n *document.Node) {
			count, _ := r.Whole(n, 1, mostFlowCount)
			f.Count = int64(count)
		}},
	)}
}

// withStreams adds the keys of kinds that use TCP.
func withStreams(own ...field[hostFlow]) []field[hostFlow] {
	return append(own,
		field[hostFlow]{Key: "think", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Think, _ = r.Duration(n) }},
		field[hostFlow]{Key: "turnaround", Read: func(r *reader, f *hostFlow, n *document.Node) { f.Turnaround, _ = r.Duration(n) }},
		field[hostFlow]{Key: "congestion", Read: func(r *reader, f *hostFlow, n *document.Node) {
			f.Congestion, _ = r.OneOf(n, "a congestion control", Congestions...)
		}},
		field[hostFlow]{Key: "window", Read: func(r *reader, f *hostFlow, n *document.Node) {
			f.Window = int(r.bytes(n, MinWindow, mostWindow))
		}},
		field[hostFlow]{Key: "mss", Read: func(r *reader, f *hostFlow, n *document.Node) { f.MSS, _ = r.Integer(n, MinMSS, mostMSS) }},
		field[hostFlow]{Key: "sack", Read: func(r *reader, f *hostFlow, n *document.Node) {
			on, ok := r.Flag(n)
			f.NoSACK = ok && !on
		}},
		field[hostFlow]{Key: "delayed_ack", Read: func(r *reader, f *hostFlow, n *document.Node) { f.DelayedACK, _ = r.Flag(n) }},
	)
}

// finishStreams completes a flow that uses TCP: one transfer or request, unless a number or a time says more.
func finishStreams(r *reader, f *hostFlow) {
	if f.Service != "" {
		own := []string{"window", "mss"}
		if f.Kind == "http" {
			own = []string{"request", "congestion"}
		}
		for _, key := range own {
			if n := f.node.Get(key); n != nil {
				r.Fail(n, "the service %s has its own", f.Service)
				return
			}
		}
	}
	if f.Endless() {
		f.Count = 1
	}
	for _, key := range []string{"think", "turnaround"} {
		if n := f.node.Get(key); n != nil && f.Count == 1 {
			r.Fail(n, "there is one, and nothing follows it: write count or for")
			return
		}
	}
}

// readDatagramRate reads datagrams per second (50), or bits of data per second (2Mb/s).
func readDatagramRate(r *reader, f *hostFlow, n *document.Node) {
	f.rate, f.bits = r.rateOf(n, "datagrams")
}

// finishDatagrams sets the time between datagrams.
func finishDatagrams(r *reader, f *hostFlow) {
	n := f.node.Get("rate")
	if f.bits != nil && f.Size > 0 { // else the size is wrong, and that has been said
		f.rate = f.bits.Quo(f.bits, new(big.Rat).SetInt64(8*int64(f.Size)))
	}
	if f.rate != nil {
		f.Interval = r.MeanTime(n, stations.PerSecond(f.rate))
	}
	f.checkInterval(r, "rate")
}

// shortestInterval is the shortest time between two datagrams or pings of a flow: less than a frame takes on any line.
const shortestInterval = 100 * phy.Nanosecond

// checkInterval reports an interval that is too short to make sense.
func (f *hostFlow) checkInterval(r *reader, key string) {
	if n := f.node.Get(key); n != nil && f.Interval > 0 && f.Interval < shortestInterval {
		r.Fail(n, "one every %v is more than any line carries: one every %v is the most", f.Interval, phy.Time(shortestInterval))
	}
}
