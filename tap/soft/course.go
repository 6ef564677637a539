package soft

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/waiter"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// course is a flow under way.
type course struct {
	Flow
	from, to *host
	address  netip.Addr // of the receiver
	port     uint16     // there
	number   int        // of the flow in its run
	client   uint16     // port of the sender's latest connection
	clock    *clock
	watch    func(*waiter.Queue) // is told of new sockets; nil: nobody wants to know
	received func(octets int64)  // is told what an application has had; nil: nobody wants to know
	draws    backoff.Rand
	application
	delays [2]acks // of acknowledgements, at the sender and at the receiver

	begun       bool
	ended, last phy.Time // when the last of it was delivered, and when something was delivered last; ended: -1: not yet
	delivered   int64
	failed      string // the first failure
}

// application is what a flow does at its two hosts. What it does at one host must not touch the other:
// it asks for that by [course.later].
type application interface {
	listen() tcpip.Error   // at the receiver, before the flow begins
	begin()                // at the sender
	step(at *host) bool    // does what can be done at a host now, and reports whether anything was done
	over() bool            // reports whether nothing more happens
	stop()                 // ends everything at both hosts
	result(r *medium.Flow) // adds the application's own figures
	trips() []phy.Time     // round trips that were measured
	tries() []phy.Time     // how long transfers or requests took
	delayed() []phy.Time   // how long datagrams took
	segmented
}

// segmented is told of the TCP segments of a flow.
type segmented interface {
	seen(h *host, s segment, left bool, at phy.Time) // a segment leaves a host, or arrives there
	gaveUp(s segment)                                // a station has discarded it after too many collisions
}

// newCourse makes the k-th flow of a run, between two hosts. Its receiver listens.
func newCourse(f *Flow, k int, from, to *host, seed uint64, clock *clock, watch func(*waiter.Queue)) (*course, error) {
	complete, err := f.complete()
	if err != nil {
		return nil, err
	}
	if k >= mostFlows {
		return nil, fmt.Errorf("there are more than %d flows", mostFlows)
	}
	if from == nil || to == nil {
		return nil, errors.New("both of its stations need a TCP/IP stack")
	}
	address, ok := meet(from.config.Addresses, to.config.Addresses)
	if !ok {
		return nil, errors.New("its two hosts have no addresses in one network")
	}
	c := &course{
		Flow: complete, from: from, to: to, address: address, port: firstPort + uint16(k), number: k, clock: clock, watch: watch,
		draws: backoff.NewRand(seed, f.Name, "think"), ended: -1,
	}
	if c.Service != "" {
		if !slices.Contains(to.config.Serve, c.Service) {
			return nil, fmt.Errorf("its receiver does not serve %s", c.Service)
		}
		c.port = services[c.Service].port
	}
	switch c.Kind {
	case TCP:
		c.application = newTransfers(c)
	case HTTP:
		c.application = newRequests(c)
	case UDP:
		c.application = newDatagrams(c)
	case Ping:
		c.application = newProbes(c)
	}
	return c, problem(c.listen())
}

// flowAt returns the flow whose receiver has a port of its own, or nil.
func flowAt(flows []*course, port uint16) *course {
	if k := int(port) - firstPort; k >= 0 && k < len(flows) && flows[k].Service == "" {
		return flows[k]
	}
	return nil
}

// concerned calls f for each flow, at most two, that a segment may belong to which leaves a host or arrives there, with the
// port of the client.
func concerned(flows []*course, h *host, s segment, left bool, f func(c *course, client uint16)) {
	here, there, peer := s.SourcePort(), s.DestinationPort(), s.target
	if !left {
		here, there, peer = there, here, s.source
	}
	if c := flowAt(flows, there); c != nil && c.from == h {
		f(c, here)
	}
	if c := flowAt(flows, here); c != nil && c.to == h {
		f(c, there)
	}
	if here >= firstService && there >= firstService {
		return
	}
	for _, c := range h.flows {
		switch {
		case c.Service == "":
		case c.from == h && c.port == there && c.client == here && peer == toAddress(c.address):
			f(c, here)
		case c.to == h && c.port == here && c.client == there && c.from.has(peer):
			f(c, there)
		}
	}
}

// later has something done at a host: at an instant, or now if that has passed.
func (c *course) later(at phy.Time, h *host, call func()) {
	c.clock.set(&alarm{host: h, call: call, place: -1}, at)
}

// acks returns what delays acknowledgements at a host, or nil.
func (c *course) acks(h *host) *acks {
	switch {
	case !c.DelayedACK:
		return nil
	case h == c.from:
		return &c.delays[0]
	}
	return &c.delays[1]
}

// start begins the flow when its time has come.
func (c *course) start() {
	c.later(c.At, c.from, func() {
		c.from.join(c)
		c.to.join(c)
		c.begun = true
		c.begin()
	})
}

// more reports whether another one may begin at an instant, after some have.
func (c *course) more(begun uint64, at phy.Time) bool {
	return (c.Count == 0 || begun < uint64(c.Count)) && (c.For == 0 || at-c.At < c.For)
}

// pause draws the time before the next transfer or request.
func (c *course) pause() phy.Time {
	return min(min(c.Turnaround, phy.Forever)+min(traffic.Exponential(c.Think, &c.draws), phy.Forever), phy.Forever)
}

// get takes note of octets that an application has got.
func (c *course) get(octets int64) {
	c.delivered += octets
	c.last = c.clock.time()
	if c.received != nil {
		c.received(octets)
	}
}

// failure takes note of a failure.
func (c *course) failure(what string, err error) {
	if c.failed == "" {
		c.failed = fmt.Sprintf("%s: %v at %v", what, err, c.clock.time())
	}
}

// result returns the figures of the flow, now.
func (c *course) figures() medium.Flow {
	r := medium.Flow{
		Name: c.Name, From: c.from.config.Name, To: c.to.config.Name, Kind: c.Kind,
		Bytes: c.whole(), Delivered: c.delivered, StartedUs: microseconds(c.At), Failed: c.failed,
	}
	end := c.clock.time()
	if c.ended >= 0 {
		end = c.ended
		us := microseconds(end)
		r.EndedUs = &us
	}
	if c.begun && end > c.At {
		r.GoodputBps = float64(8*c.delivered) / (float64(end-c.At) / float64(phy.Second))
	}
	c.result(&r)
	return r
}

// whole returns the octets that the flow has to deliver, or 0 if that has no limit.
func (c *course) whole() int64 {
	each := int64(c.Size)
	if c.Kind == TCP || c.Kind == HTTP {
		each = c.Bytes
	}
	if each > 0 && c.Count > (1<<63-1)/each {
		return 0
	}
	return c.Count * each
}

// times returns the distribution of some times, or nil if there is none.
func times(list []phy.Time) *medium.Times {
	if len(list) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(list))
	at := func(percent int) float64 { return microseconds(sorted[max(1, (len(sorted)*percent+50)/100)-1]) }
	return &medium.Times{Count: uint64(len(sorted)), P50: at(50), P95: at(95), P99: at(99), Max: at(100)}
}

func microseconds(t phy.Time) float64 { return float64(t) / float64(phy.Microsecond) }
