package soft

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"gvisor.dev/gvisor/pkg/tcpip"
)

// requests are the application of a flow of HTTP: its sender asks for octets, and its receiver answers
// at once. The next request follows after a pause, on the same connection or on a new one.
type requests struct {
	connections
	question outgoing // the client's
	reply    message
	asking   bool // a request is under way

	asked  message // the server's
	answer outgoing
	owing  bool // there is more of the answer to write
}

func newRequests(c *course) *requests { return &requests{connections: connections{course: c}} }

// begin implements application: it begins the next request.
func (r *requests) begin() {
	r.begins()
	r.question = r.request()
	r.reply = message{}
	r.asking = true
	if r.current == nil {
		r.asked, r.owing = message{}, false
		if err := r.connect(); err != nil {
			r.fails(r.from, "connect", err)
		}
	}
}

// request returns what the client writes.
func (r *requests) request() outgoing {
	var b strings.Builder
	method := http.MethodGet
	if r.Request > 0 {
		method = http.MethodPost
	}
	host := r.address.String()
	if r.address.Is6() {
		host = "[" + host + "]"
	}
	fmt.Fprintf(&b, "%s /bytes/%d HTTP/1.1\r\nHost: %s:%d\r\n", method, r.Bytes, host, r.port)
	if r.Request > 0 {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", r.Request)
	}
	if r.Separate {
		b.WriteString("Connection: close\r\n")
	}
	b.WriteString("\r\n")
	return outgoing{head: []byte(b.String()), body: r.Request}
}

// fails implements what a failed request leaves.
func (r *requests) fails(at *host, what string, err tcpip.Error) {
	r.asking = false
	r.connections.fails(at, what, err)
}

// step implements application.
func (r *requests) step(at *host) bool {
	if at == r.from {
		return r.current != nil && r.ask(&r.current.client)
	}
	if r.Service != "" {
		return false
	}
	moved := r.accept()
	if k := r.current; k != nil && k.server.Endpoint != nil {
		moved = r.serve(&k.server) || moved
	}
	for _, k := range r.leaving {
		if k.server.Endpoint == nil || k.left {
			continue
		}
		if _, end := k.server.read(io.Discard); end != nil {
			k.server.close()
			k.left, moved = true, true
		}
	}
	return moved
}

// ask is the client: it writes its request and reads the answer.
func (r *requests) ask(s *socket) (moved bool) {
	up, err := s.connected()
	if err == nil && !up {
		return false
	}
	if err == nil {
		moved, err = r.question.write(s)
	}
	if err != nil {
		r.fails(r.from, r.stage(), err)
		return true
	}
	before := r.reply.got
	n, end := s.read(&r.reply)
	if r.reply.got > before {
		r.get(r.reply.got - before)
	}
	switch {
	case r.reply.wrong != nil || !r.asking && n > 0:
		r.fails(r.from, r.stage(), &tcpip.ErrMalformedHeader{})
	case r.asking && r.reply.complete():
		r.asking = false
		r.succeeds()
		if r.Separate || !r.more(r.begun, r.clock.time()) {
			s.close()
			r.leave()
		}
		r.next(0)
	case end != nil && !r.asking: // between requests, the server is gone
		r.abort(r.from)
	case end != nil:
		r.fails(r.from, r.stage(), end)
	default:
		return moved || n > 0
	}
	return true
}

// stage says what a failure ended.
func (r *requests) stage() string {
	switch {
	case r.reply.read:
		return "answer"
	case r.question.done():
		return "wait for the answer"
	}
	return "request"
}

// serve is the server: it reads a request and answers. It closes after the client, in step.
func (r *requests) serve(s *socket) (moved bool) {
	for {
		if r.owing {
			wrote, err := r.answer.write(s)
			moved = moved || wrote
			if err != nil {
				r.fails(r.to, "answer", err)
				return true
			}
			if !r.answer.done() {
				return moved
			}
			r.owing = false
			if r.Separate {
				s.Shutdown(tcpip.ShutdownWrite)
			}
		}
		n, end := s.read(&r.asked)
		moved = moved || n > 0
		switch {
		case r.asked.wrong != nil:
			r.fails(r.to, "request", &tcpip.ErrMalformedHeader{})
			return true
		case r.asked.complete():
			r.answer, r.owing = r.asked.answer(), true
			r.asked = message{}
		case end != nil && r.asking:
			r.fails(r.to, "request", end)
			return true
		default:
			return moved
		}
	}
}

// message is an HTTP message as it is read.
type message struct {
	head      []byte
	read      bool // the head is complete
	body, got int64
	bytes     int64 // what a request asks for
	separate  bool  // the connection ends after it
	wrong     error
}

const longestHead = 4096

// complete reports whether all of the message has been read.
func (m *message) complete() bool { return m.read && m.got == m.body }

// Write implements [io.Writer]: it takes what has been read.
func (m *message) Write(p []byte) (int, error) {
	all := len(p)
	for len(p) > 0 && m.wrong == nil && !m.read {
		// The end of the head may be in two pieces.
		k := min(len(p), longestHead)
		old := max(0, len(m.head)-3)
		m.head = append(m.head, p[:k]...)
		if at := bytes.Index(m.head[old:], []byte("\r\n\r\n")); at >= 0 {
			end := old + at + 4
			p = p[k-(len(m.head)-end):]
			m.head = m.head[:end]
			m.read = true
			m.wrong = m.parse()
			break
		}
		p = p[k:]
		if len(m.head) > longestHead {
			m.wrong = errors.New("its head is too long")
		}
	}
	if m.read {
		m.got += int64(len(p))
		if m.got > m.body && m.wrong == nil {
			m.wrong = errors.New("there is more than one message")
		}
	}
	return all, nil
}

// parse reads the head.
func (m *message) parse() error {
	from := bufio.NewReader(bytes.NewReader(m.head))
	if bytes.HasPrefix(m.head, []byte("HTTP/")) {
		reply, err := http.ReadResponse(from, nil)
		if err != nil {
			return err
		}
		if m.body = reply.ContentLength; m.body < 0 || reply.StatusCode != http.StatusOK {
			return fmt.Errorf("the answer is %s", reply.Status)
		}
		return nil
	}
	request, err := http.ReadRequest(from)
	if err != nil {
		return err
	}
	m.body, m.separate = max(0, request.ContentLength), request.Close
	n, found := strings.CutPrefix(request.URL.Path, "/bytes/")
	if m.bytes, err = strconv.ParseInt(n, 10, 64); err != nil || !found || m.bytes < 0 {
		return fmt.Errorf("there is nothing at %s", request.URL.Path)
	}
	return nil
}

// answer returns the answer to a request.
func (m *message) answer() outgoing {
	end := ""
	if m.separate {
		end = "Connection: close\r\n"
	}
	head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n%s\r\n", m.bytes, end)
	return outgoing{head: []byte(head), body: m.bytes}
}

var _ io.Writer = (*message)(nil)
