package soft

import (
	"net"
	"sync"
	"time"
)

// door is a listener that limits the number of its connections.
type door struct {
	net.Listener
	seats  chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newDoor(l net.Listener) *door {
	return &door{Listener: l, seats: make(chan struct{}, guests), closed: make(chan struct{})}
}

func (d *door) Accept() (net.Conn, error) {
	select {
	case d.seats <- struct{}{}:
	case <-d.closed:
		return nil, net.ErrClosed
	}
	conn, err := d.Listener.Accept()
	if err != nil {
		<-d.seats
		return nil, err
	}
	return &guest{Conn: conn, leave: sync.OnceFunc(func() { <-d.seats })}, nil
}

func (d *door) Close() error {
	d.once.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

// guest is a connection of a door. It gives up a peer that does not take what it is sent.
type guest struct {
	net.Conn
	leave func()
}

func (g *guest) Write(p []byte) (int, error) {
	g.SetWriteDeadline(time.Now().Add(patience))
	return g.Conn.Write(p)
}

func (g *guest) Close() error {
	defer g.leave()
	return g.Conn.Close()
}

// patient reads from a connection whose peer may be silent for a while, but not for ever. It is not
// the Read of guest because net/http sets read deadlines of its own.
type patient struct{ net.Conn }

func (r patient) Read(p []byte) (int, error) {
	r.SetReadDeadline(time.Now().Add(patience))
	return r.Conn.Read(p)
}
