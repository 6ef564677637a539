package soft

import (
	"bytes"
	"io"
	"slices"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/network/ipv6"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/tcpip/transport/udp"
)

// server is a service of a host in virtual time. It does what the service of a [Station] does, by steps.
type server struct {
	service
	listener  socket
	datagrams socket
	visitors  []*visitor
}

// visitor is a connection of a server.
type visitor struct {
	socket
	answer outgoing // what is to be written
	next   int      // chargen: the next line
	asked  message  // http: the request
	last   bool     // http: the connection ends after the answer
}

// serve begins services.
func (h *host) serve(names []string) error {
	for _, name := range names {
		s := &server{service: services[name]}
		h.serving = append(h.serving, s)
		if err := h.bind(&s.listener, tcp.ProtocolNumber, s.port); err != nil {
			return problem(err)
		}
		if err := s.listener.Listen(backlog); err != nil {
			return problem(err)
		}
		if s.udp == nil {
			continue
		}
		if err := h.bind(&s.datagrams, udp.ProtocolNumber, s.port); err != nil {
			return problem(err)
		}
	}
	return nil
}

// bind makes a socket at a port, for both versions of IP.
func (h *host) bind(s *socket, p tcpip.TransportProtocolNumber, port uint16) (err tcpip.Error) {
	if s.Endpoint, err = h.stack.NewEndpoint(p, ipv6.ProtocolNumber, &s.queue); err != nil {
		return err
	}
	s.SocketOptions().SetV6Only(false)
	return s.Bind(tcpip.FullAddress{Port: port})
}

// step does what can be done now, and reports whether anything was done.
func (s *server) step() (moved bool) {
	for len(s.visitors) < guests {
		end, _, err := s.listener.Accept(nil)
		if err != nil {
			break
		}
		s.visitors = append(s.visitors, &visitor{socket: socket{Endpoint: end}})
		moved = true
	}
	s.visitors = slices.DeleteFunc(s.visitors, func(g *visitor) bool {
		did, over := s.talk(g)
		moved = moved || did || over
		if over {
			g.close()
		}
		return over
	})
	if s.udp != nil {
		moved = s.reply() || moved
	}
	return moved
}

// mostEchoed is how much an echo may wait to be written, in octets.
const mostEchoed = 32 << 10

// echo sends back what it reads.
func (g *visitor) echo() (moved, over bool) {
	for {
		wrote, err := g.answer.write(&g.socket)
		moved = moved || wrote
		if err != nil {
			return moved, true
		}
		if !g.answer.done() {
			return moved, false
		}
		var b bytes.Buffer
		_, err = g.Read(&tcpip.LimitedWriter{W: &b, N: mostEchoed}, tcpip.ReadOptions{})
		if _, empty := err.(*tcpip.ErrWouldBlock); empty {
			return moved, false
		}
		if err != nil {
			return moved, true
		}
		g.answer, moved = outgoing{head: b.Bytes()}, true
	}
}

// discard reads, and sends nothing.
func (g *visitor) discard() (moved, over bool) {
	n, end := g.read(io.Discard)
	return n > 0, end != nil
}

// generate is chargen: it sends lines until the peer ends the connection.
func (g *visitor) generate() (moved, over bool) {
	moved, over = g.discard()
	for !over {
		if g.answer.done() {
			g.answer = outgoing{head: line(g.next)}
			g.next = (g.next + 1) % printable
		}
		wrote, err := g.answer.write(&g.socket)
		moved = moved || wrote
		if err != nil {
			return moved, true
		}
		if !g.answer.done() {
			break
		}
	}
	return moved, over
}

// serve is http: it answers one request after another.
func (g *visitor) serve() (moved, over bool) {
	for {
		if !g.answer.done() {
			wrote, err := g.answer.write(&g.socket)
			moved = moved || wrote
			if err != nil {
				return moved, true
			}
			if !g.answer.done() {
				return moved, false
			}
			if g.last {
				return true, true
			}
		}
		n, end := g.read(&g.asked)
		moved = moved || n > 0
		switch {
		case g.asked.wrong != nil:
			return true, true
		case g.asked.complete():
			g.answer, g.last = g.asked.answer(), g.asked.separate
			g.asked = message{}
		default:
			return moved, end != nil
		}
	}
}

// reply answers datagrams, except those from a port that [replies].
func (s *server) reply() (moved bool) {
	for {
		var b bytes.Buffer
		got, err := s.datagrams.Read(&b, tcpip.ReadOptions{NeedRemoteAddr: true})
		if err != nil {
			return moved
		}
		moved = true
		if from := got.RemoteAddr; !replies(int(from.Port)) {
			if answer := s.udp(b.Bytes()); len(answer) > 0 {
				s.datagrams.Write(bytes.NewReader(answer), tcpip.WriteOptions{To: &from}) // it is lost if there is no route
			}
		}
	}
}
