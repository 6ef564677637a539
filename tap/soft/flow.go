package soft

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"

	"github.com/csmacd/csmacd/phy"
)

// Flow describes what one host does with another, through the stacks of both.
type Flow struct {
	Name     string   // such as pc/1
	Kind     string   // among [Kinds]; "": TCP
	From, To int      // numbers of stations
	At       phy.Time // when it begins
	For      phy.Time // nothing new begins this long after At or later; 0: no limit
	Count    int64    // transfers, requests, datagrams or pings; 0: no limit, but one transfer or request if For is 0 too

	Service string // TCP, HTTP: the service of the receiver that the flow uses: discard or echo, http; "": one of its own

	Bytes             int64    // TCP: octets of a transfer; HTTP: of the body of an answer
	Request           int64    // HTTP: octets of the body of a request
	Separate          bool     // HTTP: each request has a connection of its own
	Think, Turnaround phy.Time // TCP, HTTP: the time before the next transfer or request: exponential with a mean of Think, plus Turnaround

	Interval phy.Time // UDP, Ping: the time from one to the next
	Random   bool     // UDP: the times are exponential, with a mean of Interval
	Size     int      // UDP, Ping: octets of data in each

	Congestion string // TCP, HTTP: congestion control, among [Congestions]; "": cubic
	Window     int    // TCP, HTTP: octets that the receiver of the data holds for its application, which limits the window that it offers; 0: the stack decides
	MSS        int    // TCP, HTTP: the longest segment that both ends ask for, in octets of data and options; 0: what a frame holds
	NoSACK     bool   // TCP, HTTP: without selective acknowledgements
	DelayedACK bool   // TCP, HTTP: both ends acknowledge two segments at once, or one after [ACKDelay]
}

// The kinds of flows.
const (
	TCP  = "tcp"  // transfers of octets
	HTTP = "http" // requests and answers
	UDP  = "udp"  // datagrams
	Ping = "ping" // ICMP echo requests and replies
)

// Kinds are the kinds of flows.
var Kinds = []string{TCP, HTTP, UDP, Ping}

// used are the services that a kind of flow can use.
var used = map[string][]string{TCP: {"discard", "echo"}, HTTP: {"http"}}

// Congestions are the ways of congestion control.
var Congestions = []string{"cubic", "reno"}

const (
	MinWindow   = tcp.MinBufferSize                                          // MinWindow is the least window of a [Flow], in octets.
	MinMSS      = header.TCPMinimumMSS                                       // MinMSS is the least MSS of a [Flow], in octets.
	MinDatagram = stampSize                                                  // MinDatagram is the least size of a datagram, in octets of data: a number and a time.
	MaxDatagram = 1<<16 - 1 - header.IPv4MinimumSize - header.UDPMinimumSize // MaxDatagram is the greatest size of a datagram or a ping, in octets of data. It is sent in fragments.
)

// firstPort is the port of the receiver of the first flow; the others have the next ones.
const firstPort = 5001

// mostFlows is the largest number of flows of a run: each has a port.
const mostFlows = 50_000

// complete returns the flow with its defaults, or an error.
func (f Flow) complete() (Flow, error) {
	if f.Kind == "" {
		f.Kind = TCP
	}
	stream := f.Kind == TCP || f.Kind == HTTP
	if stream && f.Count == 0 && f.For == 0 {
		f.Count = 1
	}
	least := MinDatagram
	if f.Kind == Ping {
		least = 0
	}
	switch {
	case !stream && f.Kind != UDP && f.Kind != Ping:
		return f, fmt.Errorf("there is no kind of flow %q", f.Kind)
	case f.From == f.To:
		return f, errors.New("it ends at the station where it begins")
	case f.Count < 0, f.For < 0, f.At < 0, f.Think < 0, f.Turnaround < 0:
		return f, errors.New("it has a negative number or time")
	case f.Kind == TCP && f.Bytes < 1:
		return f, fmt.Errorf("%d octets: a transfer has at least one", f.Bytes)
	case f.Kind == HTTP && (f.Bytes < 0 || f.Request < 0):
		return f, errors.New("a message has a negative number of octets")
	case stream && f.Window != 0 && f.Window < MinWindow:
		return f, fmt.Errorf("a window of %d octets: the stack takes %d and more", f.Window, MinWindow)
	case stream && f.MSS != 0 && (f.MSS < MinMSS || f.MSS > header.TCPMaximumMSS):
		return f, fmt.Errorf("an MSS of %d octets: the stack takes %d to %d", f.MSS, MinMSS, header.TCPMaximumMSS)
	case f.Service != "" && !slices.Contains(used[f.Kind], f.Service):
		return f, fmt.Errorf("a flow of kind %s cannot use the service %s", f.Kind, f.Service)
	case f.Service != "" && f.Request > 0:
		return f, errors.New("the service http answers requests without a body only")
	case f.Service != "" && f.Kind == HTTP && f.Congestion != "":
		return f, errors.New("the service http sends the data, by its own congestion control")
	case f.Service != "" && f.Kind == TCP && (f.Window > 0 || f.MSS > 0):
		return f, errors.New("its receiver is a service, whose window and segments are its own")
	case !stream && f.Interval < 1:
		return f, errors.New("its Interval is not above 0")
	case !stream && (f.Size < least || f.Size > MaxDatagram):
		return f, fmt.Errorf("%d octets of data: there can be %d to %d", f.Size, least, MaxDatagram)
	}
	return f, nil
}

// meet returns the address at which a host reaches another: the first that is in a network of both.
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
