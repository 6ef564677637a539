package tap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"syscall"

	"github.com/vishvananda/netlink"
	"github.com/vishvananda/netlink/nl"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/phy"
)

// openRoute opens a netlink socket about the interfaces of the calling thread's namespace. It keeps
// asking there, whatever thread uses it. A socket for changes receives a message for each change of
// an interface.
func openRoute(changes bool) (fd int, err error) {
	fd, err = unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE)
	if err != nil {
		return -1, fmt.Errorf("a netlink socket: %w", err)
	}
	own := &unix.SockaddrNetlink{Family: unix.AF_NETLINK}
	if changes {
		own.Groups = 1 << (unix.RTNLGRP_LINK - 1)
	}
	err = unix.Bind(fd, own)
	if err == nil {
		// The kernel answers at once or never. Nothing waits longer than this.
		err = unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 1})
	}
	if err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("a netlink socket: %w", err)
	}
	return fd, nil
}

// request returns the message that asks for an interface by its number, with or without its
// statistics.
func request(index int, statistics bool) []byte {
	m := nl.NewNetlinkRequest(unix.RTM_GETLINK, 0)
	info := nl.NewIfInfomsg(unix.AF_UNSPEC)
	info.Index = int32(index)
	m.AddData(info)
	if !statistics {
		const skipStats = 1 << 3 // RTEXT_FILTER_SKIP_STATS
		m.AddData(nl.NewRtAttr(unix.IFLA_EXT_MASK, nl.Uint32Attr(skipStats)))
	}
	return m.Serialize()
}

// askRoute asks for an interface, on a socket that is not for changes.
func askRoute(fd, index int, b []byte) (netlink.Link, error) {
	if err := unix.Sendto(fd, request(index, true), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return nil, err
	}
	n, _, err := unix.Recvfrom(fd, b, 0)
	if err != nil {
		return nil, err
	}
	messages, err := syscall.ParseNetlinkMessage(b[:n])
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		if m.Header.Type == unix.RTM_NEWLINK {
			header := unix.NlMsghdr(m.Header)
			return netlink.LinkDeserialize(&header, m.Data)
		}
	}
	return nil, unix.ENODEV
}

// errNotWhole is the error of a message that does not describe an interface wholly.
var errNotWhole = errors.New("not a description of an interface")

// describe reads the state of an interface from a message about it. Some messages, such as those of
// a bridge about its port, have only a part.
func describe(m *syscall.NetlinkMessage) (index int, is Interface, err error) {
	if len(m.Data) < unix.SizeofIfInfomsg {
		return 0, is, errNotWhole
	}
	info := nl.DeserializeIfInfomsg(m.Data)
	index = int(info.Index)
	if info.Family != unix.AF_UNSPEC {
		return index, is, errNotWhole
	}
	is.Up = info.Flags&unix.IFF_UP != 0 && info.Flags&unix.IFF_LOWER_UP != 0
	attributes, err := nl.ParseRouteAttr(m.Data[unix.SizeofIfInfomsg:])
	if err != nil {
		return index, is, err
	}
	found := 0
	for _, a := range attributes {
		switch v := a.Value; a.Attr.Type {
		case unix.IFLA_IFNAME:
			is.Name = unix.ByteSliceToString(v)
			found++
		case unix.IFLA_ADDRESS:
			if len(v) == len(phy.Address{}) {
				is.Ether = phy.Address(v)
				found++
			}
		case unix.IFLA_PROMISCUITY:
			if len(v) == 4 {
				is.Promiscuous = binary.NativeEndian.Uint32(v) > 0
				found++
			}
		}
	}
	if found < 3 {
		return index, is, errNotWhole
	}
	return index, is, nil
}

// onlyAbout makes the kernel pass on only what is about one interface, and errors: a machine may
// have thousands of others.
func onlyAbout(fd, index int) error {
	// A filter loads numbers in network order, and a message has those of the machine.
	turned := func(v uint32) uint32 {
		return binary.BigEndian.Uint32(binary.NativeEndian.AppendUint32(nil, v))
	}
	const typeAt, indexAt = 4, unix.SizeofNlMsghdr + 4
	kind := uint32(binary.BigEndian.Uint16(binary.NativeEndian.AppendUint16(nil, unix.NLMSG_ERROR)))
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_H | unix.BPF_ABS, K: typeAt},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: kind, Jt: 2},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: indexAt},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: turned(uint32(index)), Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: 1 << 20},
		{Code: unix.BPF_RET | unix.BPF_K, K: 0},
	}
	return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})
}
