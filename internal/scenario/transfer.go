package scenario

import (
	"fmt"
	"math/big"
	"net/netip"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Flow is a transfer between two soft hosts, by their TCP/IP stacks. In a run of csmacd run the
// hosts are in virtual time.
type Flow struct {
	Name     string   // the station and a number, from 1
	From, To int      // stations
	Bytes    int64    // octets
	At       phy.Time // when it begins

	Congestion string // congestion control of the sender, among Congestions; "": the default
	Window     int    // octets that the receiver holds for its application; 0: the stack decides
}

// Congestions are the ways of congestion control.
var Congestions = []string{"cubic", "reno"}

// MinWindow and mostWindow are the limits of a window, in octets.
const (
	MinWindow  = 4096
	mostWindow = 1 << 30
)

// mostFlows is the most flows that a scenario can have.
const mostFlows = 10_000

// mostBytes is the longest transfer, in octets.
const mostBytes = 1 << 40

// transfer is a flow of a group's stations while it is read.
type transfer struct {
	Flow
	group *group
	to    *document.Node
	ok    bool // to is a host
}

// transferKind is the kind of traffic that flows of TCP are.
const transferKind = "tcp"

var transferTable = table[transfer]{
	What: "traffic of kind " + transferKind,
	Fields: []field[transfer]{
		{Key: "kind"},
		{Key: "to", Read: readReceiver},
		{Key: "bytes", Read: func(r *reader, t *transfer, n *document.Node) { t.Bytes = r.bytes(n, 1, mostBytes) }},
		{Key: "at", Read: func(r *reader, t *transfer, n *document.Node) { t.At, _ = r.Duration(n) }},
		{Key: "congestion", Read: func(r *reader, t *transfer, n *document.Node) {
			t.Congestion, _ = r.OneOf(n, "a congestion control", Congestions...)
		}},
		{Key: "window", Read: func(r *reader, t *transfer, n *document.Node) {
			t.Window = int(r.bytes(n, MinWindow, mostWindow))
		}},
	},
	Misplaced: map[string]string{
		"size":  "a flow has bytes, the octets to transfer: TCP divides them into segments",
		"start": "write at, the time at which the flow begins",
	},
}

// readTransfer reads a flow of each station of a group.
func (r *reader) readTransfer(g *group, n *document.Node) {
	t := &transfer{group: g}
	switch {
	case !isSoft(g):
		r.Fail(n, "a flow of kind %s begins at a host with a TCP/IP stack: write attach: {soft: {address: 10.0.0.9/24}} beside the traffic", transferKind)
		return
	case !slices.Contains(r.groups, g):
		r.Fail(n, "a flow belongs to a station that is there from the start")
		return
	case len(r.scenario.Flows)+g.Count > mostFlows:
		r.Fail(n, "there are more than %d flows, the most that a scenario can have", mostFlows)
		return
	case !transferTable.Read(r, n, t):
		return
	}
	for _, key := range []string{"to", "bytes"} {
		if n.Get(key) == nil {
			r.Fail(n, "%s is missing: write {kind: %s, to: web, bytes: 1MB}", key, transferKind)
			return
		}
	}
	if !t.ok {
		return
	}
	to := r.hostOf(t.To)
	for i := range g.Count {
		t.From = g.First + i
		from := r.hostOf(t.From)
		if from == nil || to == nil {
			return // the problem is reported elsewhere
		}
		if !meet(from.Addresses, to.Addresses) {
			r.Fail(t.to, "%s and %s have no addresses in one network, and there are no routers between hosts", g.StationName(i), r.groupOf(t.To).nameOf(t.To))
			return
		}
		number := 1
		for k := range r.scenario.Flows {
			if r.scenario.Flows[k].From == t.From {
				number++
			}
		}
		t.Name = fmt.Sprintf("%s/%d", g.StationName(i), number)
		r.scenario.Flows = append(r.scenario.Flows, t.Flow)
	}
}

// readReceiver reads the name of the host at which a flow ends.
func readReceiver(r *reader, t *transfer, n *document.Node) {
	name, ok := r.Word(n)
	if !ok {
		return
	}
	number, ok := r.Numbers[name]
	if !ok {
		if !r.Unnamed {
			r.Fail(n, "there is no station %q: a flow ends at a soft host, by its name", name)
		}
		return
	}
	if i := number - t.group.First; i >= 0 && i < t.group.Count {
		if t.group.Count == 1 {
			r.Fail(n, "a host cannot send to itself")
		} else {
			r.Fail(n, "%s is one of this group and would send to itself: give it an item of its own", name)
		}
		return
	}
	if !isSoft(r.groupOf(number)) {
		r.Fail(n, "%s has no TCP/IP stack of csmacd's: give it attach: {soft: {address: 10.0.0.9/24}}", name)
		return
	}
	t.To, t.to, t.ok = number, n, true
}

// isSoft reports whether the stations of a group are soft hosts.
func isSoft(g *group) bool { return g.attach != nil && g.attach.Kind() == attach.Soft }

// hostOf returns the host of a station, or nil.
func (r *reader) hostOf(station int) *attach.Host {
	for i := range r.scenario.Attached {
		if a := &r.scenario.Attached[i]; a.Station == station {
			return a
		}
	}
	return nil
}

// meet reports whether an address of one host is in a network of the other.
func meet(from, to []netip.Prefix) bool {
	for _, a := range to {
		for _, b := range from {
			if b.Contains(a.Addr()) {
				return true
			}
		}
	}
	return false
}

// byteUnits are the units of a number of octets.
var byteUnits = []struct {
	name   string
	octets int64
}{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}}

// bytes reads a number of octets: 1500, 64KiB, 1.5MB.
func (r *reader) bytes(n *document.Node, least, most int64) int64 {
	s, ok := r.Word(n)
	if !ok {
		return least
	}
	number, unit := s, int64(1)
	for _, u := range byteUnits {
		if v, has := strings.CutSuffix(s, u.name); has {
			number, unit = strings.TrimSpace(v), u.octets
			break
		}
	}
	v, ok := document.BareNumber(number)
	if ok {
		v.Mul(v, new(big.Rat).SetInt64(unit))
		ok = v.IsInt()
	}
	if !ok {
		r.Fail(n, "%q is not a number of octets: write one such as 1500, 64KiB or 1MB", s)
		return least
	}
	if v.Num().IsInt64() {
		if octets := v.Num().Int64(); octets >= least && octets <= most {
			return octets
		}
	}
	r.Fail(n, "%s is out of range: it must be %d to %d octets", s, least, most)
	return least
}

// allSoft reports whether all hosts are soft ones, which can be in virtual time.
func allSoft(list []attach.Host) bool {
	return !slices.ContainsFunc(list, func(a attach.Host) bool { return a.Kind != attach.Soft })
}

// Ends reports whether something ends a run of a scenario with soft hosts in virtual time.
func (s *Scenario) Ends() bool {
	u := s.Config.Until
	return s.Duration > 0 || s.FlowsDone || u.FramesSent|u.FramesDelivered|u.Collisions > 0
}
