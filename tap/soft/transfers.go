package soft

import (
	"io"

	"gvisor.dev/gvisor/pkg/tcpip"
)

// transfers are the application of a flow of TCP: its sender sends octets and closes, and its receiver
// reads them all and closes. Each transfer has a connection of its own.
type transfers struct {
	connections
	data  outgoing
	said  bool  // the sender has said that this is all
	got   int64 // octets of this transfer
	whole bool  // the receiver has all
}

func newTransfers(c *course) *transfers { return &transfers{connections: connections{course: c}} }

// begin implements application: it begins the next transfer.
func (t *transfers) begin() {
	t.begins()
	t.data, t.said, t.got, t.whole = outgoing{body: t.Bytes}, false, 0, false
	if err := t.connect(); err != nil {
		t.fails(t.from, "connect", err)
	}
}

// step implements application.
func (t *transfers) step(at *host) bool {
	switch {
	case t.current == nil:
		return false
	case at == t.from:
		return t.send(&t.current.client)
	}
	moved := t.accept()
	if s := &t.current.server; s.Endpoint != nil && !t.whole {
		return t.receive(s) || moved
	}
	return moved
}

// send is the application of the sender: it writes as much as the stack takes, says that this is
// all, waits for the receiver to say the same, and closes.
func (t *transfers) send(s *socket) (moved bool) {
	up, err := s.connected()
	if err == nil && !up {
		return false
	}
	if err == nil {
		moved, err = t.data.write(s)
	}
	if err == nil && t.data.done() && !t.said {
		t.said, moved = true, true
		err = s.Shutdown(tcpip.ShutdownWrite)
	}
	closed := false
	if err == nil && (t.said || t.Service != "") {
		n, end := s.read(io.Discard)
		if good(end) {
			closed = true
		} else {
			err = end
		}
		if t.Service != "" {
			t.visit(n, closed)
			moved = moved || n > 0
		}
	}
	switch {
	case closed && t.Service != "" && !t.whole:
		t.fails(t.from, t.stage(), &tcpip.ErrClosedForReceive{})
	case closed, err != nil && t.whole:
		s.close()
		t.leave()
		t.next(0)
	case err != nil:
		t.fails(t.from, t.stage(), err)
	default:
		return moved
	}
	return true
}

// visit takes note of what a service has had: what it has acknowledged or, with echo, has sent back.
func (t *transfers) visit(back int64, closed bool) {
	had := t.got + back
	if t.Service != "echo" {
		had = min(t.forth.heard, t.Bytes)
	}
	if had > t.got {
		t.get(had - t.got)
		t.got = had
	}
	if closed && t.said && t.got == t.Bytes && !t.whole {
		t.whole = true
		t.succeeds()
	}
}

// stage says what a failure ended.
func (t *transfers) stage() string {
	switch {
	case t.data.written == 0:
		return "connect"
	case !t.said:
		return "send"
	}
	return "wait for the end"
}

// receive is the application of the receiver: it reads what there is, and closes at the end.
func (t *transfers) receive(s *socket) (moved bool) {
	n, end := s.read(io.Discard)
	t.got += n
	if n > 0 {
		t.get(n)
	}
	switch {
	case end == nil:
		return n > 0
	case !good(end) || t.got != t.Bytes:
		t.fails(t.to, "receive", end)
	default:
		t.whole = true
		t.succeeds()
		s.close()
	}
	return true
}
