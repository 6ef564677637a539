package tap

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ethtoolGet asks for a value of an interface: struct ethtool_value.
func ethtoolGet(fd int, name string, what uint32) (uint32, error) {
	value := &struct{ cmd, data uint32 }{cmd: what}
	req := struct {
		name [unix.IFNAMSIZ]byte
		data unsafe.Pointer
		_    [16]byte
	}{data: unsafe.Pointer(value)}
	copy(req.name[:], name)
	_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SIOCETHTOOL, uintptr(unsafe.Pointer(&req)))
	runtime.KeepAlive(value)
	return value.data, errnoOf(e)
}
