package soft

import (
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"time"
)

// service is something that a station does for others at a port. Those at TCP get a
// connection to talk on until they return; those at UDP turn a datagram into the answer,
// or none where it is empty.
type service struct {
	port uint16
	http bool
	tcp  func(net.Conn) error
	udp  func([]byte) []byte
}

var services = map[string]service{
	"chargen": {port: 19, tcp: generate, udp: func([]byte) []byte { return line(0) }}, // RFC 864
	"discard": {port: 9, tcp: discard, udp: func([]byte) []byte { return nil }},       // RFC 863
	"echo":    {port: 7, tcp: echo, udp: func(p []byte) []byte { return p }},          // RFC 862
	"http":    {port: 80, http: true},
}

// Services are the names of what a station can serve, in order of the alphabet.
func Services() []string { return slices.Sorted(maps.Keys(services)) }

const (
	// patience is how long a connection may be silent before the station gives it up:
	// the other end may have gone without a word.
	patience = 2 * time.Minute
	// guests is how many connections a service has at a time; more wait.
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

// welcome has each connection talked on, until the listener is closed.
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
			talk(conn) // its error is the end of this connection, and nobody else's concern
		})
	}
}

// answer has each datagram answered, until the socket is closed. Those from a port that
// answers itself are let be: two that answer one another never end.
func answer(conn net.PacketConn, to func([]byte) []byte) {
	for buf := make([]byte, 1<<16); ; {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		if u, ok := from.(*net.UDPAddr); !ok || u.Port == 7 || u.Port == 19 {
			continue
		}
		if p := to(buf[:n]); len(p) > 0 {
			conn.WriteTo(p, from) // lost, as any datagram may be, where there is no way
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

// generate sends lines until the other end has had enough.
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

// line is the i-th line of RFC 864: 72 of the printing characters, each line beginning
// one further on.
func line(i int) []byte {
	p := make([]byte, 0, 74)
	for j := range 72 {
		p = append(p, byte(' '+(i+j)%printable))
	}
	return append(p, '\r', '\n')
}
