package tap

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// descriptor is the file descriptor of a [Device], a [Packet] or a [Datagram]. Its mutex also protects its
// owner.
type descriptor struct {
	name   string
	closed error // made beforehand, like all errors that can occur for a frame
	wake   func()

	mu sync.Mutex // Close may be called by another goroutine
	fd int        // -1 after it was closed
}

func newDescriptor(name string, fd int) descriptor {
	return descriptor{name: name, fd: fd, closed: fmt.Errorf("tap: %q: %w", name, os.ErrClosed)}
}

// Start keeps wake; Close calls it.
func (d *descriptor) Start(wake func()) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wake = wake
	return nil
}

// FD returns the file descriptor, which is readable when Read has something, or -1 after Close.
func (d *descriptor) FD() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fd
}

// steady implements steady.
func (d *descriptor) steady() {}

// shut calls first, closes the descriptor, and ends any wait. A second shut does nothing.
func (d *descriptor) shut(first func()) error {
	d.mu.Lock()
	fd, wake := d.fd, d.wake
	d.fd = -1
	d.mu.Unlock()
	if fd < 0 {
		return nil
	}
	if first != nil {
		first()
	}
	err := unix.Close(fd)
	if wake != nil {
		wake()
	}
	if err != nil && !errors.Is(err, unix.EINTR) {
		return fmt.Errorf("tap: closing %q: %w", d.name, err)
	}
	return nil
}
