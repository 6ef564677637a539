package relay

import (
	"io"
	"sync"
	"time"
)

// drainTime is how long a client may take for the rest when a relay ends.
const drainTime = time.Second

// client is written to from a buffer, as fast as it reads.
type client struct {
	w io.WriteCloser

	mu      sync.Mutex
	wake    sync.Cond
	pending []byte // to be written
	writing int    // octets of the part that is being written
	last    bool   // nothing will be added
	cut     bool   // since it was too far behind
	gone    bool
	closing *time.Timer // closes w unless it has taken the rest by then
	once    sync.Once
}

func newClient(w io.WriteCloser) *client {
	c := &client{w: w}
	c.wake.L = &c.mu
	return c
}

// send adds octets to the buffer. If that would then hold more than limit, the client is cut short instead: it
// can still read what is pending, but gets nothing more, and send returns false once. For a client that has
// left, send does nothing.
func (c *client) send(p []byte, limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.cut {
		return true
	}
	if len(c.pending)+c.writing+len(p) > limit {
		c.cut, c.last = true, true
		c.wake.Signal()
		return false
	}
	c.pending = append(c.pending, p...)
	c.wake.Signal()
	return true
}

// isCut reports whether the client was too far behind.
func (c *client) isCut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cut
}

// finish makes the client be closed once it has read what is pending.
func (c *client) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = true
	c.closing = time.AfterFunc(drainTime, c.close)
	c.wake.Signal()
}

// run writes until the client fails or is finished.
func (c *client) run() {
	defer c.close()
	var spare []byte
	for {
		c.mu.Lock()
		c.writing = 0
		for len(c.pending) == 0 && !c.last && !c.gone {
			c.wake.Wait()
		}
		part := c.pending
		if len(part) == 0 || c.gone {
			c.gone = true
			c.mu.Unlock()
			return
		}
		c.pending, c.writing = spare[:0], len(part)
		c.mu.Unlock()

		if _, err := c.w.Write(part); err != nil {
			c.giveUp()
			return
		}
		spare = part
		if cap(spare) > 256<<10 {
			spare = nil // free the memory that a slow moment took
		}
	}
}

// giveUp drops a client that has left.
func (c *client) giveUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending, c.gone = nil, true
	c.wake.Signal()
}

// close closes the client, once.
func (c *client) close() {
	c.once.Do(func() {
		_ = c.w.Close()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.closing != nil {
			c.closing.Stop()
		}
	})
}
