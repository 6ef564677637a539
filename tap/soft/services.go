package soft

import (
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"time"
)

// service is something that a station does at a port. A TCP service talks on a connection until it
// returns or, in virtual time, by steps. A UDP service turns a datagram into its answer; there is no
// answer if that is empty.
type service struct {
	port uint16
	http bool
	tcp  func(net.Conn) error
	talk func(*visitor) (moved, over bool)
	udp  func([]byte) []byte
}

var services = map[string]service{
	"chargen": {port: 19, tcp: generate, talk: (*visitor).generate, udp: func([]byte) []byte { return line(0) }}, // RFC 864
	"discard": {port: 9, tcp: discard, talk: (*visitor).discard, udp: func([]byte) []byte { return nil }},        // RFC 863
	"echo":    {port: 7, tcp: echo, talk: (*visitor).echo, udp: func(p []byte) []byte { return p }},              // RFC 862
	"http":    {port: 80, http: true, talk: (*visitor).serve},
}

// replies reports whether a port is that of echo or chargen, which reply to any datagram: two of them would
// never stop.
func replies(port int) bool { return port == 7 || port == 19 }

// firstService is above the ports of all services.
const firstService = 1024

// Services returns the names of the services of a station, in alphabetical order.
func Services() []string { return slices.Sorted(maps.Keys(services)) }

const (
	// patience is how long a connection may be silent before the station ends it: the peer may have
	// gone without closing it.
	patience = 2 * time.Minute
	// guests is the maximum number of connections of a service at a time; more wait.
	guests = 64
)

func (v service) begin(s *Station) error {
	address := ":" + strconv.Itoa(int(v.port))
	l, err := s.Listen("tcp", address)
	if err != nil {
		return err
	}
	d := newDoor(l)
	if _, ok := s.hold(d); !ok {
		return net.ErrClosed
	}
	if v.http {
		return s.serveHTTP(d)
	}
	s.run(func() { s.welcome(d, v.tcp) })

	conn, err := s.ListenPacket("udp", address)
	if err != nil {
		return err
	}
	if _, ok := s.hold(conn); !ok {
		return net.ErrClosed
	}
	s.run(func() { answer(conn, v.udp) })
	return nil
}

// welcome talks on each connection, until the listener is closed.
func (s *Station) welcome(l net.Listener, talk func(net.Conn) error) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		release, ok := s.hold(conn)
		if !ok {
			return
		}
		s.run(func() {
			defer release()
			talk(conn) // an error ends this connection only
		})
	}
}

// answer answers each datagram, until the socket is closed. It ignores datagrams from a port that [replies].
func answer(conn net.PacketConn, to func([]byte) []byte) {
	for buf := make([]byte, 1<<16); ; {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		if u, ok := from.(*net.UDPAddr); !ok || replies(u.Port) {
			continue
		}
		if p := to(buf[:n]); len(p) > 0 {
			conn.WriteTo(p, from) // it is lost if there is no route, as any datagram may be
		}
	}
}

func echo(c net.Conn) error {
	_, err := io.Copy(struct{ io.Writer }{c}, patient{c})
	return err
}

func discard(c net.Conn) error {
	_, err := io.Copy(io.Discard, patient{c})
	return err
}

// generate sends lines until the peer ends the connection.
func generate(c net.Conn) error {
	for i := 0; ; i = (i + 16) % printable {
		var lines []byte
		for j := range 16 {
			lines = append(lines, line(i+j)...)
		}
		if _, err := c.Write(lines); err != nil {
			return err
		}
	}
}

const printable = '~' - ' ' + 1

// line returns the i-th line of RFC 864: 72 of the printing characters. Each line begins one
// character further on.
func line(i int) []byte {
	p := make([]byte, 0, 74)
	for j := range 72 {
		p = append(p, byte(' '+(i+j)%printable))
	}
	return append(p, '\r', '\n')
}
