package scenario

import (
	"fmt"
	"math/big"
	"net/netip"
	"slices"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Flow is what a soft host does with another, through the TCP/IP stacks of both: transfers, requests, datagrams or
// pings. In a run of csmacd run the hosts are in virtual time. Its fields are those of Flow in package soft.
type Flow struct {
	Name     string   // the station and a number, from 1
	Kind     string   // among FlowKinds
	From, To int      // stations
	At       phy.Time // when it begins
	For      phy.Time // nothing new begins this long after At or later; 0: no limit
	Count    int64    // transfers, requests, datagrams or pings; 0: no limit

	Service string // tcp, http: the service of the receiver that the flow uses; "": one of its own

	Bytes             int64    // tcp: octets of a transfer; http: of the body of an answer
	Request           int64    // http: octets of the body of a request
	Separate          bool     // http: each request has a connection of its own
	Think, Turnaround phy.Time // tcp, http: the mean of an exponential time before the next, and a fixed time

	Interval phy.Time // udp, ping: the time from one to the next
	Random   bool     // udp: the times are exponential
	Size     int      // udp, ping: octets of data

	Congestion string // tcp, http: congestion control, among Congestions; "": the default
	Window     int    // tcp, http: octets that the receiver holds for its application; 0: the stack decides
	MSS        int    // tcp, http: the longest segment that both ends ask for; 0: what a frame holds
	NoSACK     bool   // tcp, http: without selective acknowledgements
	DelayedACK bool   // tcp, http: acknowledgements wait for a second segment
}

// Endless reports whether the flow goes on as long as the run.
func (f *Flow) Endless() bool { return f.Count == 0 && f.For == 0 }

// mostFlows is the most flows that a scenario can have.
const mostFlows = 10_000

// hostFlow is a flow of a group's stations while it is read.
type hostFlow struct {
	Flow
	group *group
	node  *document.Node
	to    *document.Node
	ok    bool     // to is a host
	rate  *big.Rat // datagrams per second
	bits  *big.Rat // bits of data per second
}

// flowExample is a flow for messages.
const flowExample = "{kind: tcp, to: web, bytes: 1MB}"

// readHostFlow reads a flow of each station of a group.
func (r *reader) readHostFlow(g *group, n *document.Node, kind string) {
	f := &hostFlow{group: g, node: n, Flow: Flow{Kind: kind, Interval: phy.Second, Size: pingSize}}
	k := &hostFlowKinds[slices.Index(FlowKinds, kind)]
	before := len(r.Problems.List)
	switch {
	case !isSoft(g):
		r.Fail(n, "a flow of kind %s begins at a host with a TCP/IP stack: write attach: {soft: {address: 10.0.0.9/24}} beside the traffic", kind)
		return
	case !slices.Contains(r.groups, g):
		r.Fail(n, "a flow belongs to a station that is there from the start")
		return
	case len(r.scenario.Flows)+g.Count > mostFlows:
		r.Fail(n, "there are more than %d flows, the most that a scenario can have", mostFlows)
		return
	case !k.table.Read(r, n, f):
		return
	}
	for _, key := range k.required {
		if n.Get(key) == nil {
			r.Fail(n, "%s is missing: write %s", key, k.example)
			return
		}
	}
	k.finish(r, f)
	if !f.ok || len(r.Problems.List) > before {
		return
	}
	if f.Endless() && r.goesOn == nil {
		r.goesOn = n
	}
	to := r.hostOf(f.To)
	if to != nil && f.Service != "" && !slices.Contains(to.Serve, f.Service) {
		r.Fail(f.node.Get("service"), "%s does not serve %s: write serve: [%[2]s] under its attach: {soft: {...}}", r.groupOf(f.To).nameOf(f.To), f.Service)
		return
	}
	for i := range g.Count {
		f.From = g.First + i
		from := r.hostOf(f.From)
		if from == nil || to == nil {
			return // the problem is reported elsewhere
		}
		at, met := meet(from.Addresses, to.Addresses)
		if !met {
			r.Fail(f.to, "%s and %s have no addresses in one network, and there are no routers between hosts", g.StationName(i), r.groupOf(f.To).nameOf(f.To))
			return
		}
		if i == 0 {
			r.checkMSS(f, at)
		}
		number := 1
		for k := range r.scenario.Flows {
			if r.scenario.Flows[k].From == f.From {
				number++
			}
		}
		f.Name = fmt.Sprintf("%s/%d", g.StationName(i), number)
		r.scenario.Flows = append(r.scenario.Flows, f.Flow)
	}
}

// checkMSS reports an MSS that a frame of the sender does not hold.
func (r *reader) checkMSS(f *hostFlow, at netip.Addr) {
	headers := 20 + 20
	if at.Is6() {
		headers = 40 + 20
	}
	if most := f.group.rules.MaxFrame - frameOverhead - headers; f.MSS > 0 && f.MSS > most {
		r.Fail(f.node.Get("mss"), "%d is more than a frame holds: its packets have segments of up to %d octets", f.MSS, most)
	}
}

// frameOverhead is what a frame has besides an IP packet: the header, perhaps a tag, and the FCS.
const frameOverhead = 14 + 4 + phy.FCSSize

// readReceiver reads the name of the host at which a flow ends.
func readReceiver(r *reader, f *hostFlow, n *document.Node) {
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
	if i := number - f.group.First; i >= 0 && i < f.group.Count {
		if f.group.Count == 1 {
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
	f.To, f.to, f.ok = number, n, true
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

// meet returns the address at which one host reaches another: the first that is in a network of both.
func meet(from, to []netip.Prefix) (netip.Addr, bool) {
	for _, a := range to {
		for _, b := range from {
			if b.Contains(a.Addr()) {
				return a.Addr(), true
			}
		}
	}
	return netip.Addr{}, false
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
