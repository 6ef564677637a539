package tap

import (
	"fmt"
	"unsafe"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// Device is an open TAP interface of the kernel. It is a [Link], a [Dropper] and a
// [Follower].
type Device struct {
	descriptor
	existed bool
	parts   [2]unix.Iovec // the caller's buffer, and ...
	spill   []byte        // ... the part of a frame that does not fit in it
	deleted error
	drops   *drops
	watch   *watch
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
	h, err := netlink.NewHandle(unix.NETLINK_ROUTE)
	if err != nil {
		return nil, fmt.Errorf("tap: %q: a netlink socket: %w", name, err)
	}
	defer h.Close()
	there, err := find(h, name)
	if err == nil {
		err = there.usable(name)
	}
	if err != nil {
		return nil, err
	}
	fd, name, err := attach(name, there.persistent)
	if err != nil {
		return nil, err
	}
	d := newDevice(name, fd, there.is)
	link, err := h.LinkByName(name)
	if err == nil {
		d.drops, err = newDrops(link)
	}
	if err == nil {
		d.watch, err = newWatch(link.Attrs().Index)
	}
	if err != nil {
		_ = d.Close() // it was never used
		return nil, fmt.Errorf("tap: %q: %w", name, err)
	}
	return d, nil
}

// newDevice returns a link for an open TAP interface.
func newDevice(name string, fd int, existed bool) *Device {
	return &Device{
		descriptor: newDescriptor(name, fd), existed: existed, spill: make([]byte, maxKernelFrame),
		deleted: fmt.Errorf("the interface %s was deleted", name),
	}
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
	// All of a frame is read, because the kernel would not report that it cut one.
	d.parts[0].Base, d.parts[1].Base = unsafe.SliceData(p), &d.spill[0]
	d.parts[0].SetLen(len(p))
	d.parts[1].SetLen(len(d.spill))
	for {
		// Raw: it never waits, so that Go's scheduler need not know.
		n, _, err := unix.RawSyscall(unix.SYS_READV, uintptr(d.fd), uintptr(unsafe.Pointer(&d.parts)), uintptr(len(d.parts)))
		switch err {
		case 0:
			return int(n), nil
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
		_, _, err := unix.RawSyscall(unix.SYS_WRITE, uintptr(d.fd), uintptr(unsafe.Pointer(unsafe.SliceData(frame))), uintptr(len(frame)))
		switch err {
		case 0:
			return nil
		case unix.EINTR:
		case unix.EBADFD:
			return d.deleted
		default: // EIO: the interface is down. EINVAL: the frame is too short. ENOMEM, ENOBUFS: the kernel's own.
			return ErrNotTaken
		}
	}
}

// Follow implements [Follower].
func (d *Device) Follow(changed func(Interface)) (Interface, error) { return d.watch.follow(changed) }

// Dropped returns the number of frames that the interface has sent since Open and that the kernel
// dropped because its queue (txqueuelen, by default 1000 frames) was full. It asks the kernel,
// which takes some tens of microseconds. After the interface is gone it returns the last number.
func (d *Device) Dropped() uint64 { return d.drops.count() }

// Close closes the interface and ends any wait for it. The interface is deleted unless it existed
// before Open. (The kernel deletes it when the last wait for its file descriptor has returned.) A
// second Close does nothing.
func (d *Device) Close() error {
	if d.watch != nil {
		d.watch.close()
	}
	if d.drops != nil {
		d.drops.close()
	}
	return d.shut(nil)
}
