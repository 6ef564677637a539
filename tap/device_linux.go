package tap

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Device is an open TAP interface of the kernel. It is a [Link] and a [Dropper].
type Device struct {
	descriptor
	existed bool
	spill   []byte // the part of a frame that does not fit in the caller's buffer
	deleted error
	drops   *drops
}

// Open makes a TAP interface with a name in the network namespace of the calling thread, or
// attaches to an existing one that is not in use. If the name is empty, the kernel chooses one. A
// new interface is down, has no address, and exists until Close. An existing interface stays as it
// is.
//
// From then on the interface is a file descriptor of the process, whatever namespaces its threads
// enter.
func Open(name string) (*Device, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	drops, err := openDrops()
	if err != nil {
		return nil, fmt.Errorf("tap: %q: %w", name, err)
	}
	there, err := drops.find(name)
	if err == nil {
		err = there.usable(name)
	}
	if err != nil {
		drops.close()
		return nil, err
	}
	fd, name, err := attach(name, there.persistent)
	if err != nil {
		drops.close()
		return nil, err
	}
	if err := drops.begin(name); err != nil {
		drops.close()
		unix.Close(fd)
		return nil, fmt.Errorf("tap: %q: %w", name, err)
	}
	return &Device{
		descriptor: newDescriptor(name, fd), existed: there.is, drops: drops,
		spill:   make([]byte, maxKernelFrame),
		deleted: fmt.Errorf("the interface %s was deleted", name),
	}, nil
}

// maxKernelFrame is larger than any frame that the kernel sends: the MTU of a TAP is below 64 KiB,
// plus a header with two VLAN tags.
const maxKernelFrame = 64<<10 + 64

// Name returns the kernel's name of the interface.
func (d *Device) Name() string { return d.name }

// Existed reports whether the interface existed before Open. It then still exists after Close.
func (d *Device) Existed() bool { return d.existed }

// Read returns the next frame that the interface sends. It makes one system call. If the interface
// was deleted, the error says so. (Deleting the name of its namespace deletes nothing: the
// namespace exists as long as the device is open.)
func (d *Device) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return 0, d.closed
	}
	for {
		// All of a frame is read, because the kernel would not report that it cut one.
		n, err := unix.Readv(d.fd, [][]byte{p, d.spill})
		switch err {
		case nil:
			return n, nil
		case unix.EINTR:
		case unix.EAGAIN:
			return 0, ErrNothing
		case unix.EBADFD:
			return 0, d.deleted
		default:
			return 0, fmt.Errorf("tap: reading %q: %w", d.name, err)
		}
	}
}

// Write makes the interface receive a frame. It makes one system call. The kernel does not take a
// frame while the interface is down, or a frame of less than 14 octets. It does take a frame longer
// than the interface's MTU.
func (d *Device) Write(frame []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return d.closed
	}
	for {
		_, err := unix.Write(d.fd, frame)
		switch err {
		case nil:
			return nil
		case unix.EINTR:
		case unix.EBADFD:
			return d.deleted
		default: // EIO: the interface is down. EINVAL: the frame is too short. ENOMEM, ENOBUFS: the kernel's own.
			return ErrNotTaken
		}
	}
}

// Ailment implements [Ailing]: it returns whether the interface is down. Kernels before 5.0 do not
// report it.
func (d *Device) Ailment() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return ""
	}
	// An interface that is down cannot be written to.
	p := []unix.PollFd{{Fd: int32(d.fd), Events: unix.POLLOUT}}
	if n, err := unix.Poll(p, 0); err != nil || n > 0 {
		return ""
	}
	return fmt.Sprintf("the interface %s is down, and takes no frames", d.name)
}

// Dropped returns the number of frames that the interface has sent since Open and that the kernel
// dropped because its queue (txqueuelen, by default 1000 frames) was full. It asks the kernel,
// which takes some tens of microseconds. After the interface is gone it returns the last number.
func (d *Device) Dropped() uint64 { return d.drops.count() }

// Close closes the interface and ends any wait for it. The interface is deleted unless it existed
// before Open. (The kernel deletes it when the last wait for its file descriptor has returned.) A
// second Close does nothing.
func (d *Device) Close() error {
	d.drops.close()
	return d.shut(nil)
}
