package soft

import (
	"slices"
	"sync"
	"time"
)

// delays are the delayed acknowledgements of the flows of a live run. A stack sends from goroutines of its own, also
// while the player uses a socket, so they have a lock of their own.
type delays struct {
	mu    sync.Mutex
	flows []*course // those with DelayedACK
}

// listen begins to delay what a station sends, if a flow of its host wants that.
func (d *delays) listen(s *Station, h *host) {
	if slices.ContainsFunc(d.flows, func(c *course) bool { return c.from == h || c.to == h }) {
		s.delay.Store(&delay{d, s, h})
	}
}

// delay is what delays the acknowledgements of one station.
type delay struct {
	*delays
	station *Station
	host    *host
}

// arrived takes note of a frame that the host gets.
func (d *delay) arrived(frame []byte) {
	s, ok := segmentOf(frame)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.flows {
		if _, ok := c.has(d.host, s, false); ok {
			c.acks(d.host).arrived(s)
		}
	}
}

// holds reports whether a frame that the stack sends has to wait. It leaves by itself when its time has come, if
// nothing that says more has left before.
func (d *delay) holds(frame []byte) (wait bool) {
	s, ok := segmentOf(frame)
	if !ok {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.flows {
		client, ok := c.has(d.host, s, true)
		if !ok {
			continue
		}
		a := c.acks(d.host)
		if !a.hold(client, s, frame) {
			continue
		}
		wait = true
		time.AfterFunc(ACKDelay, func() {
			d.mu.Lock()
			due := &frame[0] == first(a.held)
			if due {
				a.held = nil
			}
			d.mu.Unlock()
			if due {
				d.station.leaves(frame)
			}
		})
	}
	return wait
}

// has reports whether a segment that leaves a host, or arrives there, may be the flow's, and returns the port of the
// client. Two flows to one service have the same segments.
func (c *course) has(h *host, s segment, left bool) (client uint16, ok bool) {
	here, there, peer := s.SourcePort(), s.DestinationPort(), s.target
	if !left {
		here, there, peer = there, here, s.source
	}
	switch {
	case c.from == h && there == c.port && peer == toAddress(c.address):
		return here, true
	case c.to == h && here == c.port && c.from.has(peer):
		return there, true
	}
	return 0, false
}
