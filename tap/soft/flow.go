package soft

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"sync"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/waiter"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Flow describes a transfer of octets from one host to another by TCP.
type Flow struct {
	Name     string   // such as pc/1
	From, To int      // numbers of stations
	Bytes    int64    // at least 1
	At       phy.Time // when the sender opens the connection

	Congestion string // the sender's congestion control, among [Congestions]; "": cubic
	Window     int    // octets that the receiver holds for its application, which limits the window that it offers; 0: the stack decides
}

// Congestions are the ways of congestion control.
var Congestions = []string{"cubic", "reno"}

// MinWindow is the least window of a [Flow], in octets.
const MinWindow = tcp.MinBufferSize

// firstPort is the port of the receiver of the first flow; the others have the next ones.
const firstPort = 5001

// mostFlows is the largest number of flows of a run: each has a port.
const mostFlows = 50_000

func (f *Flow) check() error {
	switch {
	case f.Bytes < 1:
		return fmt.Errorf("%d octets: a flow has at least one", f.Bytes)
	case f.From == f.To:
		return fmt.Errorf("it ends at the station where it begins")
	case f.Window != 0 && f.Window < MinWindow:
		return fmt.Errorf("a window of %d octets: the stack takes %d and more", f.Window, MinWindow)
	}
	return nil
}

// socket is an endpoint of a stack with its queue of those that wait for it.
type socket struct {
	tcpip.Endpoint
	queue waiter.Queue
}

func (s *socket) close() {
	if s.Endpoint != nil {
		s.Close()
	}
}

// state returns the state of the socket's connection.
func (s *socket) state() tcp.EndpointState { return tcp.EndpointState(s.State()) }

// over reports whether the connection has ended on this side, the last acknowledgement included, or
// whether only the other side may still have to be told again.
func (s *socket) over() bool {
	switch s.state() {
	case tcp.StateClose, tcp.StateError, tcp.StateTimeWait:
		return true
	}
	return false
}

// transfer is a flow under way.
type transfer struct {
	Flow
	from, to *host
	address  netip.Addr // of the receiver
	port     uint16     // there
	clock    *clock
	watch    func(*waiter.Queue) // is told of new sockets; nil: nobody wants to know
	received func(octets int64)  // is told what the receiver has had; nil: nobody wants to know

	listener, client, server socket
	begun, left, closed      bool // the connection is asked for; the sender has sent all; it has closed
	sent, got                int64
	started, ended           phy.Time // ended: the receiver had the last octet; -1: not yet
	failed                   string
	figures                  segments
}

// newTransfer makes the k-th flow of a run, between two hosts. Its receiver listens.
func newTransfer(f *Flow, k int, from, to *host, clock *clock, watch func(*waiter.Queue)) (*transfer, error) {
	if err := f.check(); err != nil {
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
	t := &transfer{Flow: *f, from: from, to: to, address: address, port: firstPort + uint16(k), clock: clock, watch: watch, ended: -1}
	return t, problem(t.listen())
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

// open makes a socket of a host, with the address family of the flow.
func (t *transfer) open(h *host, s *socket) (err tcpip.Error) {
	s.Endpoint, err = h.stack.NewEndpoint(tcp.ProtocolNumber, protocol(t.address), &s.queue)
	if err == nil && t.watch != nil {
		t.watch(&s.queue)
	}
	return err
}

// listen makes the receiver listen.
func (t *transfer) listen() tcpip.Error {
	if err := t.open(t.to, &t.listener); err != nil {
		return err
	}
	if t.Window > 0 {
		t.listener.SocketOptions().SetReceiveBufferSize(int64(t.Window), true)
	}
	if err := t.listener.Bind(tcpip.FullAddress{Port: t.port}); err != nil {
		return err
	}
	return t.listener.Listen(1)
}

// begin asks for the connection.
func (t *transfer) begin() {
	t.begun, t.started = true, t.clock.time()
	if err := t.open(t.from, &t.client); err != nil {
		t.fail("socket", err)
		return
	}
	if t.Congestion != "" {
		way := tcpip.CongestionControlOption(t.Congestion)
		if err := t.client.SetSockOpt(&way); err != nil {
			t.fail("congestion control", err)
			return
		}
	}
	err := t.client.Connect(tcpip.FullAddress{Addr: toAddress(t.address), Port: t.port})
	if _, started := err.(*tcpip.ErrConnectStarted); err != nil && !started {
		t.fail("connect", err)
		return
	}
	local, err := t.client.GetLocalAddress()
	if err != nil {
		t.fail("connect", err)
		return
	}
	t.figures.begin(local.Port, t.port)
}

// fail ends the flow.
func (t *transfer) fail(what string, err tcpip.Error) {
	if t.failed == "" && t.ended < 0 {
		t.failed = fmt.Sprintf("%s: %v at %v", what, problem(err), t.clock.time())
	}
	t.stop()
}

func (t *transfer) stop() {
	t.closed = true
	t.client.close()
	t.server.close()
	t.listener.close()
}

// over reports whether nothing more happens in the flow.
func (t *transfer) over() bool {
	return t.failed != "" || t.ended >= 0 && t.closed && t.server.over() && t.client.over()
}

// step does what the application at a host can do now. It reports whether anything was done.
func (t *transfer) step(at *host) bool {
	switch {
	case !t.begun || t.over():
		return false
	case at == t.from:
		return t.send()
	}
	return t.receive()
}

// content is what a flow carries, again and again: the octets 0 to 255.
var content = sync.OnceValue(func() []byte {
	b := make([]byte, 1<<16)
	for i := range b {
		b[i] = byte(i)
	}
	return b
})

// send is the application of the sender: it writes as much as the stack takes, says that this is
// all, waits for the receiver to say the same, and closes.
func (t *transfer) send() (moved bool) {
	if t.closed {
		return false
	}
	switch t.client.state() {
	case tcp.StateConnecting, tcp.StateSynSent, tcp.StateInitial, tcp.StateBound:
		return false
	case tcp.StateError, tcp.StateClose:
		err := t.client.LastError()
		if err == nil {
			err = &tcpip.ErrAborted{}
		}
		t.fail(t.stage(), err)
		return true
	}
	for t.sent < t.Bytes {
		b := content()[t.sent%256:]
		n, err := t.client.Write(bytes.NewReader(b[:min(t.Bytes-t.sent, int64(len(b)))]), tcpip.WriteOptions{})
		t.sent += n
		moved = moved || n > 0
		if _, full := err.(*tcpip.ErrWouldBlock); full || err == nil && n == 0 {
			return moved
		}
		if err != nil {
			t.fail(t.stage(), err)
			return true
		}
	}
	if !t.left {
		t.left = true
		if err := t.client.Shutdown(tcpip.ShutdownWrite); err != nil {
			t.fail(t.stage(), err)
			return true
		}
		moved = true
	}
	if _, end := read(&t.client); end != nil {
		if _, good := end.(*tcpip.ErrClosedForReceive); !good {
			t.fail(t.stage(), end)
			return true
		}
		t.closed = true
		t.client.Close()
		moved = true
	}
	return moved
}

// stage says what a failure ended.
func (t *transfer) stage() string {
	switch {
	case t.sent == 0:
		return "connect"
	case !t.left:
		return "send"
	}
	return "wait for the end"
}

// receive is the application of the receiver: it reads what there is, and closes at the end.
func (t *transfer) receive() (moved bool) {
	if t.server.Endpoint == nil {
		server, queue, err := t.listener.Accept(nil)
		if err != nil {
			return false // nobody is there yet
		}
		t.server.Endpoint, moved = server, true
		t.listener.Close()
		if t.watch != nil {
			t.watch(queue)
		}
	}
	if t.ended >= 0 {
		return moved
	}
	n, end := read(&t.server)
	t.got += n
	moved = moved || n > 0
	if n > 0 && t.received != nil {
		t.received(n)
	}
	if end == nil {
		return moved
	}
	if _, good := end.(*tcpip.ErrClosedForReceive); !good || t.got != t.Bytes {
		t.fail("receive", end)
		return true
	}
	t.ended = t.clock.time()
	t.server.Close()
	return true
}

// read reads and forgets all that a socket has. end is why nothing more will come, or nil.
func read(s *socket) (octets int64, end tcpip.Error) {
	for {
		r, err := s.Read(io.Discard, tcpip.ReadOptions{})
		if _, empty := err.(*tcpip.ErrWouldBlock); empty {
			return octets, nil
		}
		if err != nil {
			return octets, err
		}
		octets += int64(r.Count)
	}
}

// result returns the figures of the flow, now.
func (t *transfer) result() medium.Flow {
	r := medium.Flow{
		Name: t.Name, From: t.from.config.Name, To: t.to.config.Name, Kind: "tcp", Bytes: t.Bytes, Delivered: t.got,
		StartedUs: microseconds(t.At), OutOfOrder: t.figures.early, Discarded: t.figures.discarded, DiscardTimeouts: t.figures.late, RTT: t.figures.delays(), Failed: t.failed,
	}
	end := t.clock.time()
	if t.ended >= 0 {
		end = t.ended
		us := microseconds(end)
		r.EndedUs = &us
	}
	if t.begun && end > t.started {
		r.GoodputBps = float64(8*t.got) / (float64(end-t.started) / float64(phy.Second))
	}
	if s, ok := t.stats(); ok {
		r.Retransmissions, r.Timeouts = s.SendErrors.Retransmits.Value(), s.SendErrors.Timeouts.Value()
	}
	return r
}

// timeouts returns how often the sender's timer has run out.
func (t *transfer) timeouts() uint64 {
	if s, ok := t.stats(); ok {
		return s.SendErrors.Timeouts.Value()
	}
	return 0
}

func (t *transfer) stats() (*tcp.Stats, bool) {
	if t.client.Endpoint == nil {
		return nil, false
	}
	s, ok := t.client.Stats().(*tcp.Stats)
	return s, ok
}

func microseconds(t phy.Time) float64 { return float64(t) / float64(phy.Microsecond) }
