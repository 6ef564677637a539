package tap

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Device is a TAP interface of the kernel, open for frames to pass. It is a [Link] and
// a [Dropper].
type Device struct {
	descriptor
	existed bool
	spill   []byte // what of a frame does not fit where it is read to
	deleted error
	drops   *drops
}

// Open makes a TAP interface of a name in the network namespace of the calling thread,
// or attaches to one that is there and is not in use; an empty name has the kernel
// choose one. One that was made is down at first, has no address, and is there until
// Close. One that was there stays as it is.
//
// It is a file descriptor of the process from then on, whatever namespaces its threads
// go to.
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

// maxKernelFrame is more octets than a frame that the kernel sends can have: a TAP's MTU
// is below 64 KiB, and a header with two VLAN tags comes on top.
const maxKernelFrame = 64<<10 + 64

// Name is what the kernel calls the interface.
func (d *Device) Name() string { return d.name }

// Existed says that the interface was there before, and so will be after Close.
func (d *Device) Existed() bool { return d.existed }

// Read returns the next frame that the interface sends. It takes one system call. The
// error says so where the interface was deleted. (The deletion of its namespace's name
// deletes nothing: the namespace is there for as long as the device is open.)
func (d *Device) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return 0, d.closed
	}
	for {
		// The kernel would not tell that it cut a frame, so all of it is read.
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

// Write has the interface receive a frame. It takes one system call. The kernel does
// not take a frame while the interface is down, nor one of less than 14 octets; it does
// take one longer than the interface's MTU.
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
		default: // EIO: it is down. EINVAL: too short. ENOMEM, ENOBUFS: the kernel's own.
			return ErrNotTaken
		}
	}
}

// Ailment implements [Ailing]: the interface may be down. Kernels before 5.0 do not tell.
func (d *Device) Ailment() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return ""
	}
	// One that is down cannot be written to.
	p := []unix.PollFd{{Fd: int32(d.fd), Events: unix.POLLOUT}}
	if n, err := unix.Poll(p, 0); err != nil || n > 0 {
		return ""
	}
	return fmt.Sprintf("the interface %s is down, and takes no frames", d.name)
}

// Dropped is how many frames the interface has sent since Open, and the kernel has
// dropped: its queue (txqueuelen, 1000 frames unless set) was full. It asks the kernel,
// which takes some tens of microseconds; once the interface is gone it gives what it
// last heard.
func (d *Device) Dropped() uint64 { return d.drops.count() }

// Close lets go of the interface, which is gone with that unless it existed before, and
// wakes whoever waits for it. (The kernel takes it away when the last wait for its file
// descriptor has returned.) A second Close does nothing.
func (d *Device) Close() error {
	d.drops.close()
	return d.shut(nil)
}
