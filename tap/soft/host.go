package soft

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/stack"
)

// host is a station's TCP/IP stack in virtual time.
type host struct {
	station int
	config  Config
	stack   *stack.Stack
	port    port
	flows   []*course // under way from here or to here, in order
	serving []*server // its services

	sack sync.Mutex // while the stack's setting of selective acknowledgements is that of a flow

	mu  sync.Mutex
	out [][]byte // frames that the stack has sent, from destination address to end of data
}

func newHost(station int, c Config, seed uint64, clock *clock) (*host, error) {
	c, err := c.complete()
	if err != nil {
		return nil, err
	}
	h := &host{station: station, config: c}
	h.port = port{sent: h.take, ether: tcpip.LinkAddress(c.Ether[:]), mtu: uint32(c.MTU + header.EthernetMinimumSize)}
	r := newRandom(seed, c.Name)
	h.stack, err = newStack(c, &h.port, stack.Options{Clock: watch{clock, h}, RandSource: r, SecureRNG: r})
	if err == nil {
		err = h.serve(c.Serve)
	}
	return h, err
}

// has reports whether an address is one of the host's.
func (h *host) has(a tcpip.Address) bool {
	return slices.ContainsFunc(h.config.Addresses, func(p netip.Prefix) bool { return toAddress(p.Addr()) == a })
}

// join adds a flow that begins.
func (h *host) join(c *course) {
	k, _ := slices.BinarySearchFunc(h.flows, c, func(a, b *course) int { return cmp.Compare(a.number, b.number) })
	h.flows = slices.Insert(h.flows, k, c)
}

// take keeps a frame that the stack sends until the host is drained.
func (h *host) take(pieces [][]byte) {
	frame := slices.Concat(pieces...)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.out = append(h.out, frame)
}

// rest waits until the stack has processed all that came in. Its TCP works in goroutines of its own,
// which answer a pause only when nothing is left for them to do.
func (h *host) rest() {
	h.stack.Pause()
	h.stack.Resume()
}

// sent returns the frames that the stack has sent since it was last called.
func (h *host) sent() [][]byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.out
	h.out = nil
	return list
}
