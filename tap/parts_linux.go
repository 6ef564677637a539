package tap

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Parts are an open [Device] or [Packet] taken apart, so that a process with privileges can open it
// and pass it to one without. They are passed with the file descriptors.
type Parts struct {
	Name    string
	Existed bool
	Index   int    // the interface's number
	Before  uint64 // frames that it had dropped before
}

// The numbers of file descriptors: of the link itself, of its netlink subscription and, for a Device,
// of the netlink socket for its statistics.
const (
	filesOfDevice = 3
	filesOfPacket = 2
)

// Part takes a device apart that has not been used yet. The file descriptors are copies, to be closed
// after they have been passed on; the device is closed.
func (d *Device) Part() (Parts, []int, error) {
	p := Parts{Name: d.name, Existed: d.existed, Index: d.drops.index, Before: d.drops.before}
	fds, err := d.watch.copied(d.fd, d.drops.fd)
	_ = d.Close()
	return p, fds, err
}

// Part takes a packet socket apart, as [Device.Part] does.
func (p *Packet) Part() (Parts, []int, error) {
	parts := Parts{Name: p.name, Existed: true, Index: p.watch.index}
	fds, err := p.watch.copied(p.fd)
	_ = p.Close()
	return parts, fds, err
}

// copied returns second file descriptors of a link, its subscription and others.
func (w *watch) copied(link int, others ...int) (fds []int, err error) {
	raw, err := w.file.SyscallConn()
	if err != nil {
		return nil, err
	}
	if e := raw.Control(func(fd uintptr) { fds, err = copies(append([]int{link, int(fd)}, others...)) }); e != nil {
		return nil, e
	}
	return fds, err
}

func copies(of []int) (fds []int, err error) {
	for _, fd := range of {
		to, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
		if err != nil {
			for _, fd := range fds {
				unix.Close(fd)
			}
			return nil, err
		}
		fds = append(fds, to)
	}
	return fds, nil
}

// DeviceOf puts a device together. It owns the file descriptors from then on, unless there is an error.
func DeviceOf(p Parts, files []int) (*Device, error) {
	if len(files) != filesOfDevice {
		return nil, fmt.Errorf("tap: %q: a device has %d files, not %d", p.Name, filesOfDevice, len(files))
	}
	w, err := watchOf(files[1], p.Index)
	if err != nil {
		return nil, err
	}
	d := newDevice(p.Name, files[0], p.Existed)
	d.watch, d.drops = w, dropsOf(files[2], p.Index, p.Before)
	return d, nil
}

// PacketOf puts a packet socket together, as [DeviceOf] does.
func PacketOf(p Parts, files []int) (*Packet, error) {
	if len(files) != filesOfPacket {
		return nil, fmt.Errorf("tap: %q: a packet socket has %d files, not %d", p.Name, filesOfPacket, len(files))
	}
	w, err := watchOf(files[1], p.Index)
	if err != nil {
		return nil, err
	}
	link := newPacket(p.Name, files[0])
	link.watch = w
	return link, nil
}

// watchOf makes a watch of a subscription that is open.
func watchOf(fd, index int) (*watch, error) {
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return &watch{file: os.NewFile(uintptr(fd), "netlink"), index: index, closing: make(chan struct{})}, nil
}
