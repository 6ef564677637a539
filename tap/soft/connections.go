package soft

import (
	"fmt"
	"slices"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// connections are the TCP connections of a flow, one after another, and what they are made for:
// transfers or requests. A failure aborts the connection, and the next one begins a second later or after a pause.
type connections struct {
	*course
	listener   socket
	current    *connection   // nil: there is none
	latest     *connection   // current, or the last one
	leaving    []*connection // those that the applications at both hosts have left
	ways                     // of the latest
	before     ways          // of the one before: what is on its way when the next one begins belongs to it
	again, out uint64        // segments sent again, and timeouts, of connections that are gone

	begun, done, broken uint64   // transfers or requests
	started             phy.Time // of the latest
	lasted              []phy.Time
	finished            bool  // there will be no other
	doubt               alarm // whether anything gets on
}

// ways are the segments of a connection.
type ways struct {
	of          *connection
	forth, back segments // of the sender's data, and of the receiver's
}

// connection is a TCP connection between the hosts of a flow.
type connection struct {
	client, server socket
	port           uint16 // of the client
	left           bool   // by the server of a flow of HTTP
}

// listen makes the receiver listen.
func (c *connections) listen() tcpip.Error {
	s := &c.listener
	if c.Service != "" {
		return nil
	}
	if err := c.open(c.to, s, tcp.ProtocolNumber); err != nil {
		return err
	}
	if c.Kind == TCP {
		c.limit(s)
	}
	if err := c.shorten(s); err != nil {
		return err
	}
	if err := s.Bind(tcpip.FullAddress{Port: c.port}); err != nil {
		return err
	}
	return s.Listen(backlog)
}

// limit sets the window of the receiver of the data.
func (c *connections) limit(s *socket) {
	if c.Window > 0 {
		s.SocketOptions().SetReceiveBufferSize(int64(c.Window), true)
	}
}

// shorten sets the MSS that a socket asks its peer for.
func (c *connections) shorten(s *socket) tcpip.Error {
	if c.MSS == 0 {
		return nil
	}
	return s.SetSockOptInt(tcpip.MaxSegOption, c.MSS)
}

// control sets the congestion control of a socket.
func (c *connections) control(s *socket) tcpip.Error {
	if c.Congestion == "" {
		return nil
	}
	way := tcpip.CongestionControlOption(c.Congestion)
	return s.SetSockOpt(&way)
}

// connect asks for a new connection.
func (c *connections) connect() tcpip.Error {
	k := &connection{}
	c.current, c.latest = k, k
	s := &k.client
	if err := c.open(c.from, s, tcp.ProtocolNumber); err != nil {
		return err
	}
	if c.Kind == HTTP {
		c.limit(s)
	}
	if err := c.control(s); err != nil {
		return err
	}
	if err := c.shorten(s); err != nil {
		return err
	}
	err := c.ask(s)
	if _, started := err.(*tcpip.ErrConnectStarted); err != nil && !started {
		return err
	}
	local, err := s.GetLocalAddress()
	k.port, c.client = local.Port, local.Port
	last := c.ways
	c.ways = ways{of: k, forth: segments{counted: last.forth.counted}, back: segments{counted: last.back.counted}}
	c.forth.add(&c.before.forth.counted)
	c.back.add(&c.before.back.counted)
	last.forth.counted, last.back.counted = counted{}, counted{}
	c.before = last
	c.forth.begin(k.port, c.port)
	c.back.begin(c.port, k.port)
	return err
}

// ask sends the SYN, with or without the offer of selective acknowledgements: the stack has one
// setting for all connections, and reads it now.
func (c *connections) ask(s *socket) tcpip.Error {
	if c.NoSACK {
		c.from.sack.Lock()
		defer c.from.sack.Unlock()
		var is tcpip.TCPSACKEnabled
		c.from.stack.TransportProtocolOption(tcp.ProtocolNumber, &is)
		off := tcpip.TCPSACKEnabled(false)
		c.from.stack.SetTransportProtocolOption(tcp.ProtocolNumber, &off)
		defer c.from.stack.SetTransportProtocolOption(tcp.ProtocolNumber, &is)
	}
	return s.Connect(c.there())
}

// accept takes the receiver's end of the current connection, if it is there. What is left of an earlier one is aborted.
func (c *connections) accept() (moved bool) {
	for k := c.current; k != nil && k.server.Endpoint == nil && c.Service == ""; {
		end, queue, err := c.listener.Accept(nil)
		if err != nil {
			return moved
		}
		moved = true
		if peer, err := end.GetRemoteAddress(); err != nil || peer.Port != k.port {
			end.Abort()
			end.Close()
			continue
		}
		k.server.Endpoint = end
		if c.Kind == HTTP {
			c.control(&k.server) // the stack took it for the client
		}
		if c.watch != nil {
			c.watch(queue)
		}
	}
	return moved
}

// begins takes note that a transfer or request begins.
func (c *connections) begins() {
	c.begun++
	c.started = c.clock.time()
	if c.begun == 1 {
		c.doubt.host, c.doubt.call, c.doubt.place = c.from, c.stalled, -1
		c.clock.set(&c.doubt, c.started+stall)
	}
}

// stall is how long a transfer or request may go on without an octet for an application. A stack gives up earlier a peer that does not
// answer, but not one whose window stays closed.
const stall = 1800 * phy.Second

// stalled ends a transfer or request that has not got on for long.
func (c *connections) stalled() {
	now, since := c.clock.time(), max(c.started, c.last)
	switch {
	case c.finished:
		return
	case c.begun == c.done+c.broken || c.current == nil: // a pause
		since = now
	case now-since >= stall:
		c.failure("wait", fmt.Errorf("no octet for %v", now-since))
		if s := &c.current.client; s.Endpoint != nil {
			s.Abort() // which the application notices
		}
		since = now
	}
	c.clock.set(&c.doubt, since+stall)
}

// succeeds takes note that a transfer or request is done.
func (c *connections) succeeds() {
	now := c.clock.time()
	c.done++
	c.lasted = append(c.lasted, now-c.started)
	if !c.more(c.begun, now) {
		c.ended = now
	}
}

// fails ends a transfer or request and its connection.
func (c *connections) fails(at *host, what string, err tcpip.Error) {
	c.broken++
	c.failure(what, problem(err))
	c.abort(at)
	c.next(phy.Second)
}

// abort ends the current connection at both hosts.
func (c *connections) abort(at *host) {
	k := c.current
	c.leave()
	here, there, other := &k.client, &k.server, c.to
	if at == c.to {
		here, there, other = there, here, c.from
	}
	here.abort()
	c.later(0, other, there.abort)
}

// leave takes note that both applications have closed the current connection.
func (c *connections) leave() {
	c.leaving = append(c.leaving, c.current)
	c.current = nil
}

// next has the next transfer or request begin, if there is one, after at least some time.
func (c *connections) next(least phy.Time) {
	at := c.clock.time() + max(least, c.pause())
	if c.more(c.begun, at) {
		c.later(at, c.from, c.begin)
		return
	}
	c.finished = true
	if c.done > 0 && c.ended < 0 {
		c.ended = c.last
	}
	c.later(0, c.to, c.listener.close)
}

// over reports whether nothing more happens in the flow.
func (c *connections) over() bool {
	if !c.finished || c.current != nil {
		return false
	}
	c.leaving = slices.DeleteFunc(c.leaving, func(k *connection) bool {
		gone := k.client.over() && k.server.over()
		if gone {
			c.again, c.out = k.count(c.again, c.out)
		}
		return gone
	})
	return len(c.leaving) == 0
}

// counts returns what the stack has counted for a TCP socket, or nil.
func (s *socket) counts() *tcp.Stats {
	if s.Endpoint == nil {
		return nil
	}
	n, _ := s.Stats().(*tcp.Stats)
	return n
}

// timeouts returns how often the timer of a socket has run out.
func (s *socket) timeouts() uint64 {
	if n := s.counts(); n != nil {
		return n.SendErrors.Timeouts.Value()
	}
	return 0
}

// count adds what the stacks have counted for a connection.
func (k *connection) count(again, timeouts uint64) (uint64, uint64) {
	for _, s := range []*socket{&k.client, &k.server} {
		if n := s.counts(); n != nil {
			again += n.SendErrors.Retransmits.Value()
			timeouts += n.SendErrors.Timeouts.Value()
		}
	}
	return again, timeouts
}

func (c *connections) stop() {
	c.finished = true
	for _, k := range append(c.leaving, c.current) {
		if k != nil {
			k.client.close()
			k.server.close()
		}
	}
	c.listener.close()
}

// result implements application.
func (c *connections) result(r *medium.Flow) {
	tries := &medium.Tries{Count: c.begun, Done: c.done, Failed: c.broken, Time: times(c.lasted)}
	if c.Kind == HTTP {
		r.Requests = tries
	} else {
		r.Transfers = tries
	}
	r.RTT = times(c.trips())
	for _, w := range []*ways{&c.ways, &c.before} {
		r.OutOfOrder += w.forth.early + w.back.early
		r.Discarded += w.forth.discarded
		r.DiscardTimeouts += w.forth.late + w.back.late
	}
	r.Retransmissions, r.Timeouts = c.counts()
}

// counts returns the segments sent again and the timeouts of all connections so far.
func (c *connections) counts() (again, timeouts uint64) {
	again, timeouts = c.again, c.out
	for _, k := range c.leaving {
		again, timeouts = k.count(again, timeouts)
	}
	if c.current != nil {
		again, timeouts = c.current.count(again, timeouts)
	}
	if c.Service != "" { // its sockets are not the flow's
		again += c.back.repeated + c.before.back.repeated
	}
	return again, timeouts
}

// seen implements application.
func (c *connections) seen(h *host, s segment, left bool, at phy.Time) {
	for _, w := range []*ways{&c.ways, &c.before} {
		switch {
		case w.of == nil:
		case h == c.from && left:
			w.forth.left(s, at, w.of.client.timeouts())
		case h == c.from:
			w.forth.acknowledged(s, at)
			w.back.arrived(s)
		case left:
			w.back.left(s, at, w.of.server.timeouts())
		default:
			w.forth.arrived(s)
			w.back.acknowledged(s, at)
		}
	}
}

// gaveUp implements application.
func (c *connections) gaveUp(s segment) {
	for _, w := range []*ways{&c.ways, &c.before} {
		w.forth.gaveUp(s)
		w.back.gaveUp(s)
	}
}

// tries implements application.
func (c *connections) tries() []phy.Time { return c.lasted }

// delayed implements application.
func (*connections) delayed() []phy.Time { return nil }

// trips implements application.
func (c *connections) trips() []phy.Time {
	return slices.Concat(c.forth.rtt, c.back.rtt, c.before.forth.rtt, c.before.back.rtt)
}
