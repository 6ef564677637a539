// Package relay passes what a run writes to any number of clients. No client can hold up the run.
package relay

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of a relay.
const (
	clientBuffer = 4 << 20 // octets that a client may be behind, besides the head: some seconds of a full 10 Mb/s
	mostClients  = 64
)

// Relay passes a capture to any number of clients while it is written. What is written before
// [Relay.HeadDone] is its head (in pcapng the section and the interfaces). Every client first gets
// the head, and then everything that is written after it has connected. Each Write is of whole
// blocks, so that a client begins at a block.
//
// Write never waits. A client that is too far behind is cut short: it can still read the whole
// blocks that are kept for it, and is then closed. The writer and the other clients are not
// affected.
type Relay struct {
	mu       sync.Mutex
	head     []byte
	headDone bool
	closed   bool
	clients  map[*client]struct{}
	listener net.Listener
	running  sync.WaitGroup // clients' goroutines and the listener's
	behind   atomic.Uint64
	limit    int // octets that a client may be behind
}

// New returns a relay without clients.
func New() *Relay {
	return &Relay{clients: map[*client]struct{}{}, limit: clientBuffer}
}

// Write implements [io.Writer]. It takes whole blocks, and never fails.
func (b *Relay) Write(blocks []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.write(blocks, !b.headDone)
	return len(blocks), nil
}

// write passes blocks on. head says that they belong to the head.
func (b *Relay) write(blocks []byte, head bool) {
	if b.closed {
		return
	}
	if head {
		b.head = append(b.head, blocks...)
	}
	if !b.headDone {
		return
	}
	for c := range b.clients {
		if !c.send(blocks, b.limit+len(b.head)) {
			b.behind.Add(1)
		}
	}
}

// Extend writes blocks that belong to the head as well, such as an interface that there was not before.
func (b *Relay) Extend(blocks []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.write(blocks, true)
}

// HeadDone ends the head. Clients that connected before have waited for it.
func (b *Relay) HeadDone() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.headDone {
		return
	}
	b.headDone = true
	for c := range b.clients {
		c.send(b.head, len(b.head)) // it is the first
	}
}

// Add adds a client that is written to, in a goroutine of its own. It is closed when it fails, is too far
// behind, or the relay is closed.
func (b *Relay) Add(w io.WriteCloser) { b.add(w) }

// add returns the client, or nil if there are too many.
func (b *Relay) add(w io.WriteCloser) *client {
	c := newClient(w)
	b.mu.Lock()
	if b.closed || len(b.clients) >= mostClients {
		b.mu.Unlock()
		_ = w.Close()
		return nil
	}
	b.clients[c] = struct{}{}
	if b.headDone {
		c.send(b.head, len(b.head))
	}
	b.running.Add(1)
	b.mu.Unlock()
	go func() {
		defer b.running.Done()
		c.run()
		b.remove(c)
	}()
	return c
}

func (b *Relay) remove(c *client) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.clients, c)
}

// Clients returns the number of clients at present, without those that were cut short.
func (b *Relay) Clients() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.clients {
		if !c.isCut() {
			n++
		}
	}
	return n
}

// LetGo returns the number of clients that were too slow and were cut short.
func (b *Relay) LetGo() uint64 { return b.behind.Load() }

// Close ends the relay: it stops listening, gives clients a second to read the rest, and closes them. It does
// not wait for a client whose Close does not end a Write.
func (b *Relay) Close() error {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil
	}
	b.closed = true
	var err error
	if b.listener != nil {
		err = b.listener.Close()
	}
	for c := range b.clients {
		c.finish()
	}
	b.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		b.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(2 * drainTime):
	}
	return err
}
