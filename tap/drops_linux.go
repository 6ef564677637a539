package tap

import (
	"errors"
	"fmt"
	"sync"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// drops counts the frames of an interface that the kernel drops. It holds a netlink socket, because
// /sys shows the namespace in which it was mounted.
type drops struct {
	mu     sync.Mutex
	fd     int    // -1 after it was closed
	index  int    // of the interface: its name may change
	before uint64 // the count at the beginning, of an interface that existed before
	last   uint64
	buffer []byte
}

// newDrops begins to count for an interface, in the namespace of the calling thread.
func newDrops(link netlink.Link) (*drops, error) {
	fd, err := openRoute(false)
	if err != nil {
		return nil, err
	}
	before := uint64(0)
	if s := link.Attrs().Statistics; s != nil {
		before = s.TxDropped
	}
	return dropsOf(fd, link.Attrs().Index, before), nil
}

// dropsOf makes a count with a netlink socket that is open.
func dropsOf(fd, index int, before uint64) *drops {
	return &drops{fd: fd, index: index, before: before, buffer: make([]byte, 16<<10)}
}

// there is what is known about an interface before it is opened.
type there struct {
	is         bool
	persistent bool // it stays when its program closes it
	kind       string
	tuntap     *netlink.Tuntap // nil if it is not a TUN or TAP
}

// find looks for an interface. It is not an error if there is none.
func find(h *netlink.Handle, name string) (there, error) {
	if name == "" {
		return there{}, nil
	}
	link, err := h.LinkByName(name)
	switch {
	case errors.As(err, new(netlink.LinkNotFoundError)):
		return there{}, nil
	case err != nil:
		return there{}, fmt.Errorf("tap: looking for %q: %w", name, err)
	case link.Attrs().Name != name:
		// It was found by an alternative name, which does not work for the kernel's TAPs.
		return there{}, fmt.Errorf("tap: %q is an alternative name of the interface %q: use that name", name, link.Attrs().Name)
	}
	t := there{is: true, kind: link.Type()}
	if t.tuntap, _ = link.(*netlink.Tuntap); t.tuntap != nil {
		t.persistent = !t.tuntap.NonPersist
	}
	return t, nil
}

// usable returns an error if an existing interface cannot be used, as far as that is known
// beforehand: the kernel would say "invalid argument" only.
func (t there) usable(name string) error {
	const instead = "use the name of a TAP (ip tuntap add dev NAME mode tap), or a free name for a new one"
	switch {
	case !t.is:
		return nil
	case t.tuntap == nil && t.kind == "device":
		return fmt.Errorf("tap: the interface %q exists and is not a TAP: %s", name, instead)
	case t.tuntap == nil:
		return fmt.Errorf("tap: the interface %q is a %s, not a TAP: %s", name, t.kind, instead)
	case t.tuntap.Mode == netlink.TUNTAP_MODE_TUN:
		return fmt.Errorf("tap: the interface %q is a TUN, which has packets but no frames: %s", name, instead)
	case t.tuntap.Flags&netlink.TUNTAP_MULTI_QUEUE != 0:
		return fmt.Errorf("tap: the TAP %q was made with several queues: make it without multi_queue", name)
	}
	return nil
}

// count asks the kernel for tx_dropped, in which a TAP counts frames for which its queue had no
// room.
func (d *drops) count() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return d.last
	}
	link, err := askRoute(d.fd, d.index, d.buffer)
	if err != nil || link.Attrs().Statistics == nil {
		return d.last
	}
	// The counter goes down if the interface was deleted and another one got its index.
	if now := link.Attrs().Statistics.TxDropped; now >= d.before+d.last {
		d.last = now - d.before
	}
	return d.last
}

// close asks a last time and closes the socket.
func (d *drops) close() {
	d.count()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd >= 0 {
		unix.Close(d.fd)
		d.fd = -1
	}
}
