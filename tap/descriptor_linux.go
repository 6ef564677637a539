package tap

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// descriptor is the one file descriptor that a [Device] or a [Datagram] is. Its mutex is
// its owner's too.
type descriptor struct {
	name   string
	closed error // made beforehand, as are all errors that a frame may meet
	wake   func()

	mu sync.Mutex // Close may come from another goroutine
	fd int        // -1 once closed
}

func newDescriptor(name string, fd int) descriptor {
	return descriptor{name: name, fd: fd, closed: fmt.Errorf("tap: %q: %w", name, os.ErrClosed)}
}

// Start keeps wake, for Close to call.
func (d *descriptor) Start(wake func()) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wake = wake
	return nil
}

// FD is the file descriptor, which is readable when Read has something, or -1 after Close.
func (d *descriptor) FD() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fd
}

// shut closes it, after what else its owner wants to come first, and wakes whoever waits.
// A second shut does nothing.
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
