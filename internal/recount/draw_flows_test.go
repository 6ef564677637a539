package recount

import (
	"fmt"

	"pgregory.net/rapid"
)

// drawnFlow is a flow between two soft hosts, with what a reader of the file knows.
type drawnFlow struct {
	name, from, to, kind string
	port                 int // of its receiver
	at, turnaround       ps
	forTime              ps // nothing new begins so long after; 0: no limit
	interval             ps // of datagrams and pings
	even                 bool
	count                int64 // 0: no limit
	bytes                int64 // of each transfer, answer, datagram or ping
	delayed              bool  // acknowledgements wait
	separate             bool  // each request has a connection of its own
}

// drawFlows makes two or three stations of a network soft hosts with flows between them.
func (n *network) drawFlows(t *rapid.T) {
	n.duration = pick(t, "duration of flows", 20*ms, 40*ms, 90*ms+123*us)
	n.file["duration"] = nanoseconds(n.duration)
	n.flows = []*drawnFlow{}
	list := n.file["stations"].([]any)
	for _, s := range n.macs {
		s.rules.most = 1522 // room for a VLAN tag (docs/reference/mac.md)
	}
	hosts := min(len(list), pick(t, "hosts", 2, 2, 3))
	for i := range hosts {
		v, s := list[i].(object), n.macs[i]
		delete(v, "traffic")
		s.traffic = false
		v["attach"] = object{"soft": object{"address": fmt.Sprintf("10.0.0.%d/24", i+1)}}
	}
	for i := range hosts {
		var all []any
		pings := false
		for range pick(t, "flows", 1, 1, 0, 2, 3) {
			to := fmt.Sprint("s", (i+1+rapid.IntRange(0, hosts-2).Draw(t, "to"))%hosts)
			f := &drawnFlow{name: fmt.Sprintf("s%d/%d", i, len(all)+1), from: fmt.Sprint("s", i), to: to, port: 5001 + len(n.flows)}
			if f.kind = pick(t, "kind of flow", "tcp", "tcp", "http", "udp", "ping"); f.kind == "ping" {
				if pings { // events do not tell two of one host apart
					continue
				}
				pings = true
			}
			all = append(all, f.draw(t))
			n.flows = append(n.flows, f)
		}
		if len(all) > 0 {
			list[i].(object)["traffic"] = all
		}
	}
}

// draw draws what a flow does.
func (f *drawnFlow) draw(t *rapid.T) object {
	v := object{"kind": f.kind, "to": f.to}
	if f.at = pick[ps](t, "at", 0, 0, ms, 7*ms+333_333); f.at > 0 {
		v["at"] = fmt.Sprint(f.at, "ps")
	}
	switch f.kind {
	case "tcp", "http":
		f.count = pick[int64](t, "count of transfers", 1, 1, 2, 5)
		f.bytes = pick[int64](t, "octets", 1, 1000, 20_000, 150_000)
		v["bytes"] = f.bytes
		if f.kind == "http" {
			delete(v, "bytes")
			v["response"] = f.bytes
			if f.separate = chance(t, "separate", 40); f.separate {
				v["persistent"] = false
			}
			if chance(t, "with a body", 30) {
				v["request"] = pick(t, "body", 100, 5000)
			}
		}
		if chance(t, "turnaround", 40) {
			f.turnaround = pick(t, "turnaround", ms, 5*ms+1)
			v["turnaround"] = fmt.Sprint(f.turnaround, "ps")
		}
		if f.delayed = chance(t, "delayed", 20); f.delayed {
			v["delayed_ack"] = true
		}
		if chance(t, "no SACK", 30) {
			v["sack"] = false
		}
		if chance(t, "small segments", 30) {
			v["mss"] = pick(t, "MSS", 88, 536)
		}
		if chance(t, "small window", 20) {
			v["window"] = 4096
		}
		if chance(t, "reno", 30) {
			v["congestion"] = "reno"
		}
	case "udp":
		f.count = pick[int64](t, "count of datagrams", 0, 3, 50)
		f.bytes = pick[int64](t, "size of datagrams", 16, 100, 1472, 4000)
		f.interval, f.even = pick(t, "interval", 500*us, 2*ms, 10*ms), !chance(t, "random", 30)
		v["rate"], v["size"] = sec/f.interval, f.bytes
		if !f.even {
			v["spacing"] = "random"
		}
	case "ping":
		f.count = pick[int64](t, "count of pings", 0, 3, 20)
		f.bytes = pick[int64](t, "size of pings", 0, 56, 3000)
		f.interval, f.even = pick(t, "interval", 500*us, 5*ms), true
		v["interval"], v["size"] = fmt.Sprint(f.interval, "ps"), f.bytes
	}
	if f.count > 0 {
		v["count"] = f.count
	}
	if f.interval > 0 && (f.count == 0 || chance(t, "ends", 30)) {
		f.forTime = pick(t, "for", 3*ms, 20*ms, 100*ms)
		v["for"] = fmt.Sprint(f.forTime, "ps")
	}
	return v
}
