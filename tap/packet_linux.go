package tap

import (
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/phy"
)

// Packet is a packet socket on an interface of the kernel, such as one end of a veth pair or a real
// card. What the interface receives, the station sends, and the interface sends what the station
// receives. It is a [Link], a [Dropper] and a [Follower].
//
// The hosts are those at the other end of the interface. What programs of this machine send on the
// interface itself does not come out of it.
type Packet struct {
	descriptor
	watch   *watch
	gone    atomic.Bool
	deleted error
	drops   uint64

	in      unix.Msghdr
	parts   [2]unix.Iovec
	control [16]uint64 // octets, in the alignment of a control message
	header  offload    // of the frame that was received
	buffer  []byte
	pieces  [][]byte // the frames that were meant by it
	taken   int      // how many of them Read has returned
	space   []byte   // where pieces of a large one are

	out       unix.Msghdr
	outParts  [2]unix.Iovec
	outHeader offload // always empty
}

// OpenPacket opens a packet socket on an interface of the calling thread's network namespace, which
// must have Ethernet frames. It makes the interface promiscuous and changes nothing else. It needs
// root or CAP_NET_RAW.
func OpenPacket(name string) (*Packet, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	link, err := ethernet(name)
	if err != nil {
		return nil, fmt.Errorf("tap: %w", err)
	}
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if errors.Is(err, unix.EPERM) {
		return nil, fmt.Errorf("tap: %q: a packet socket needs root, or CAP_NET_RAW (a container: --cap-add NET_RAW): %w", name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("tap: %q: a packet socket: %w", name, err)
	}
	p := newPacket(name, fd)
	if err = p.bind(link.Attrs().Index); err == nil {
		p.watch, err = newWatch(link.Attrs().Index)
	}
	if err != nil {
		_ = p.Close() // it was never used
		return nil, fmt.Errorf("tap: %q: a packet socket: %w", name, err)
	}
	return p, nil
}

// newPacket returns a link for an open packet socket.
func newPacket(name string, fd int) *Packet {
	p := &Packet{
		descriptor: newDescriptor(name, fd), buffer: make([]byte, maxKernelFrame),
		deleted: fmt.Errorf("the interface %s was deleted or moved to another namespace", name),
	}
	p.prepare()
	return p
}

// ethernet finds an interface with Ethernet frames.
func ethernet(name string) (netlink.Link, error) {
	h, err := netlink.NewHandle(unix.NETLINK_ROUTE)
	if err != nil {
		return nil, fmt.Errorf("a netlink socket: %w", err)
	}
	defer h.Close()
	link, err := h.LinkByName(name)
	switch {
	case errors.As(err, new(netlink.LinkNotFoundError)):
		return nil, fmt.Errorf("there is no interface %q in this network namespace (ip link lists them)", name)
	case err != nil:
		return nil, fmt.Errorf("looking for the interface %q: %w", name, err)
	case link.Attrs().EncapType != "ether":
		return nil, fmt.Errorf("the interface %q has no Ethernet frames (it is of kind %s): use a veth, a bridge or a card", name, link.Attrs().EncapType)
	}
	return link, nil
}

// prepare fills in what is the same for each frame.
func (p *Packet) prepare() {
	p.parts[0].Base = (*byte)(unsafe.Pointer(&p.header))
	p.parts[0].SetLen(offloadSize)
	p.parts[1].Base = &p.buffer[0]
	p.parts[1].SetLen(len(p.buffer))
	p.in.Iov = &p.parts[0]
	p.in.SetIovlen(len(p.parts))
	p.in.Control = (*byte)(unsafe.Pointer(&p.control[0]))
	p.outParts[0].Base = (*byte)(unsafe.Pointer(&p.outHeader))
	p.outParts[0].SetLen(offloadSize)
	p.out.Iov = &p.outParts[0]
	p.out.SetIovlen(len(p.outParts))
}

// bind makes the socket receive every frame that the interface receives, none that it sends, and
// what a card would compute.
func (p *Packet) bind(index int) error {
	const ignoreOutgoing, vnetHeader = 23, 15 // PACKET_IGNORE_OUTGOING, PACKET_VNET_HDR
	for _, option := range [...]int{unix.PACKET_AUXDATA, vnetHeader, ignoreOutgoing} {
		if err := unix.SetsockoptInt(p.fd, unix.SOL_PACKET, option, 1); err != nil {
			return fmt.Errorf("option %d (Linux 4.20 has all): %w", option, err)
		}
	}
	if err := unix.SetsockoptPacketMreq(p.fd, unix.SOL_PACKET, unix.PACKET_ADD_MEMBERSHIP,
		&unix.PacketMreq{Ifindex: int32(index), Type: unix.PACKET_MR_PROMISC}); err != nil {
		return err
	}
	const all = unix.ETH_P_ALL&0xff<<8 | unix.ETH_P_ALL>>8
	return unix.Bind(p.fd, &unix.SockaddrLinklayer{Protocol: all, Ifindex: index})
}

// Name returns the name by which the interface was opened.
func (p *Packet) Name() string { return p.name }

// Follow implements [Follower]. The hosts at the other end have addresses and modes of their own, so
// that only the name and whether the interface is up matter.
func (p *Packet) Follow(changed func(Interface)) (Interface, error) {
	far := func(is Interface) Interface {
		is.Ether, is.Promiscuous = phy.Address{}, false
		return is
	}
	last, err := p.watch.follow(func(is Interface) {
		if is.Gone {
			p.gone.Store(true)
		}
		changed(far(is))
	})
	return far(last), err
}

// Read returns the next frame that the interface receives. It makes one system call. A frame that a
// program handed over without a checksum gets it here, and one that the kernel would have cut into
// several for a card is cut here.
func (p *Packet) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd < 0 {
		return 0, p.closed
	}
	for {
		if p.taken < len(p.pieces) {
			frame := p.pieces[p.taken]
			p.taken++
			copy(b, frame)
			return len(frame), nil
		}
		p.in.SetControllen(int(unsafe.Sizeof(p.control)))
		n, _, err := unix.Syscall(unix.SYS_RECVMSG, uintptr(p.fd), uintptr(unsafe.Pointer(&p.in)), unix.MSG_DONTWAIT)
		switch err {
		case 0:
			if int(n) < offloadSize {
				continue
			}
			p.accept(int(n) - offloadSize)
		case unix.EINTR, unix.ENETDOWN: // the interface went down, and may come up
		case unix.EAGAIN:
			if p.gone.Load() {
				return 0, p.deleted
			}
			return 0, ErrNothing
		default:
			return 0, fmt.Errorf("tap: reading %q: %w", p.name, err)
		}
	}
}

// accept makes of a frame in the buffer the frames that were meant.
func (p *Packet) accept(n int) {
	frame := p.buffer[:n]
	p.taken = 0
	p.space, p.pieces = p.header.complete(frame, p.space[:0], p.pieces[:0])
	if tag, tagged := p.tag(); tagged {
		for i, f := range p.pieces {
			p.pieces[i] = insertTag(f, tag)
		}
	}
}

// tag returns the VLAN tag that the kernel took out of the frame.
func (p *Packet) tag() (tag [tagSize]byte, tagged bool) {
	const vlanValid, typeValid = 0x10, 0x40 // TP_STATUS_VLAN_VALID, TP_STATUS_VLAN_TPID_VALID
	const size = unix.SizeofCmsghdr + int(unsafe.Sizeof(unix.TpacketAuxdata{}))
	message := (*unix.Cmsghdr)(unsafe.Pointer(&p.control[0]))
	if int(p.in.Controllen) < size || message.Level != unix.SOL_PACKET || message.Type != unix.PACKET_AUXDATA {
		return tag, false
	}
	aux := (*unix.TpacketAuxdata)(unsafe.Add(unsafe.Pointer(&p.control[0]), unix.SizeofCmsghdr))
	if aux.Status&vlanValid == 0 {
		return tag, false
	}
	kind := uint16(0x8100)
	if aux.Status&typeValid != 0 {
		kind = aux.Vlan_tpid
	}
	return [tagSize]byte{byte(kind >> 8), byte(kind), byte(aux.Vlan_tci >> 8), byte(aux.Vlan_tci)}, true
}

// Write makes the interface send a frame. It makes one system call. The kernel does not take a frame
// while the interface is down or its queue is full, or one longer than its MTU allows.
func (p *Packet) Write(frame []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd < 0 {
		return p.closed
	}
	if len(frame) == 0 {
		return ErrNotTaken
	}
	p.outParts[1].Base = &frame[0]
	p.outParts[1].SetLen(len(frame))
	for {
		_, _, err := unix.Syscall(unix.SYS_SENDMSG, uintptr(p.fd), uintptr(unsafe.Pointer(&p.out)), unix.MSG_DONTWAIT)
		switch err {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return ErrNotTaken
		}
	}
}

// Dropped returns the number of frames that came and found no room at the socket.
func (p *Packet) Dropped() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd >= 0 {
		if s, err := unix.GetsockoptTpacketStats(p.fd, unix.SOL_PACKET, unix.PACKET_STATISTICS); err == nil {
			p.drops += uint64(s.Drops) // those since the last call
		}
	}
	return p.drops
}

// Close closes the socket and ends any wait for it. A second Close does nothing.
func (p *Packet) Close() error {
	if p.watch != nil {
		p.watch.close()
	}
	p.Dropped()
	return p.shut(nil)
}
