//go:build linux

package host

import (
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// linkSettings is the kernel's struct ethtool_cmd.
type linkSettings struct {
	command, supported, advertising uint32
	speed                           uint16 // the lower half, in Mb/s
	duplex, port, phy, transceiver  uint8
	autonegotiation, mdio           uint8
	maxTxPackets, maxRxPackets      uint32
	speedHigh                       uint16
	mdix, mdixControl               uint8
	partner                         uint32
	_                               [2]uint32
}

// showLine makes an interface report the speed, in bits per second, and the duplex mode of its
// station's line: ethtool shows them, and programs such as a spanning tree use them. It changes
// nothing else. Kernels before 5.1 cannot do it.
func showLine(name string, speed float64, full bool) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	megabits := uint32(speed / 1e6)
	const half, twisted, internal = 0, 0, 0
	settings := &linkSettings{
		command: unix.ETHTOOL_SSET, speed: uint16(megabits), speedHigh: uint16(megabits >> 16), duplex: half,
		port: twisted, transceiver: internal,
	}
	if full {
		settings.duplex = 1
	}
	request := struct {
		name [unix.IFNAMSIZ]byte
		data unsafe.Pointer
		_    [16]byte
	}{data: unsafe.Pointer(settings)}
	copy(request.name[:unix.IFNAMSIZ-1], name)
	_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SIOCETHTOOL, uintptr(unsafe.Pointer(&request)))
	runtime.KeepAlive(settings)
	if e != 0 && !errors.Is(e, unix.EOPNOTSUPP) && !errors.Is(e, unix.EINVAL) {
		return e
	}
	return nil
}
