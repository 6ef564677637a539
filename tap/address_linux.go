package tap

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// address is a socket address in the kernel's form. It is kept so that it need not be converted for
// each frame: the functions of package unix allocate.
type address struct {
	raw unix.RawSockaddrAny
	len uint32
}

// known reports whether somebody can be reached at it. The address of a Unix socket without a name
// contains nothing but its family.
func (a *address) known() bool { return a.len > uint32(unsafe.Sizeof(a.raw.Addr.Family)) }

// setPath sets it to the address of a Unix socket.
func (a *address) setPath(path string) {
	un := (*unix.RawSockaddrUnix)(unsafe.Pointer(&a.raw))
	un.Family = unix.AF_UNIX
	for i := range len(path) {
		un.Path[i] = int8(path[i])
	}
	a.len = uint32(unsafe.Offsetof(un.Path)) + uint32(len(path)) + 1
}

// receive receives a datagram and sets from to the address of its sender. n is the datagram's whole
// length.
func receive(fd int, p []byte, from *address) (n int, err unix.Errno) {
	from.len = unix.SizeofSockaddrAny
	r, _, err := unix.Syscall6(unix.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)),
		unix.MSG_TRUNC|unix.MSG_DONTWAIT, uintptr(unsafe.Pointer(&from.raw)), uintptr(unsafe.Pointer(&from.len)))
	return int(r), err
}

// send sends a datagram to an address. If to is nil, it goes to the address to which the socket is
// connected.
func send(fd int, p []byte, to *address) unix.Errno {
	var raw unsafe.Pointer
	if to.len > 0 {
		raw = unsafe.Pointer(&to.raw)
	}
	_, _, err := unix.Syscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)),
		unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT, uintptr(raw), uintptr(to.len))
	return err
}

// dropped returns the number of datagrams for which the socket had no room, or known if the kernel
// does not tell.
func dropped(fd int, known uint64) uint64 {
	var info [9]uint32 // SK_MEMINFO_VARS
	size := uint32(unsafe.Sizeof(info))
	_, _, err := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&size)), 0)
	const drops = 8 // SK_MEMINFO_DROPS
	if err != 0 || size <= 4*drops {
		return known
	}
	// The kernel's counter has 32 bits.
	return known + uint64(info[drops]-uint32(known))
}
