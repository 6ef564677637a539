package tap

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"syscall"

	"github.com/songgao/water"
	"golang.org/x/sys/unix"
)

// tun is the file that TAPs are made through.
const tun = "/dev/net/tun"

// attaching has one attach at a time, so that none takes another's file descriptor for
// one that was left behind.
var attaching sync.Mutex

// attach makes a TAP, or attaches to one that is there, and gives its file descriptor,
// which does not block and which no child inherits, and its name.
//
// The descriptor is a copy of the one that package water opens, which is closed: a copy
// is made closed to children in one step, and is not in the Go runtime's poller, which
// would wake up for each frame for nothing.
func attach(name string, persistent bool) (fd int, is string, err error) {
	attaching.Lock()
	defer attaching.Unlock()
	// Package water opens without O_CLOEXEC: no child may be born before it is closed.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()

	before := unattached()
	iface, err := water.New(water.Config{
		DeviceType: water.TAP,
		// Without Persist water ends the persistence of what was there before.
		PlatformSpecificParams: water.PlatformSpecificParams{Name: name, Persist: persistent},
	})
	if err != nil {
		for fd := range unattached() {
			if !before[fd] {
				unix.Close(fd) // water leaves it open where an ioctl fails
			}
		}
		return -1, "", explain(name, err)
	}
	defer iface.Close()
	file, ok := iface.ReadWriteCloser.(*os.File)
	if !ok {
		return -1, "", fmt.Errorf("tap: %q: package water does not give a file", name)
	}
	if fd, err = copyFD(file); err != nil {
		return -1, "", fmt.Errorf("tap: %q: %w", name, err)
	}
	// Whoever had it before may have left the kernel to hand over segments of 64 KiB
	// without checksums.
	err = unix.IoctlSetInt(fd, unix.TUNSETOFFLOAD, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		unix.Close(fd)
		return -1, "", fmt.Errorf("tap: %q: %w", iface.Name(), err)
	}
	return fd, iface.Name(), nil
}

// copyFD returns a second file descriptor of a file or a connection, closed to children.
func copyFD(c syscall.Conn) (fd int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return -1, err
	}
	fd = -1
	if e := raw.Control(func(of uintptr) {
		fd, err = unix.FcntlInt(of, unix.F_DUPFD_CLOEXEC, 3)
	}); e != nil {
		return -1, e
	}
	return fd, err
}

// unattached lists the file descriptors as package water leaves them behind: of
// /dev/net/tun, attached to no interface, and open to children, as no other Go package
// opens them.
func unattached() map[int]bool {
	found := map[int]bool{}
	var want unix.Stat_t
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil || unix.Stat(tun, &want) != nil {
		return found // and leak one, where /proc is not there
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		var is unix.Stat_t
		if err != nil || unix.Fstat(fd, &is) != nil || is.Mode&unix.S_IFMT != unix.S_IFCHR || is.Rdev != want.Rdev {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err != nil || flags&unix.FD_CLOEXEC != 0 {
			continue
		}
		req, _ := unix.NewIfreq("")
		if unix.IoctlIfreq(fd, unix.TUNGETIFF, req) == unix.EBADFD {
			found[fd] = true
		}
	}
	return found
}

// explain says what to do about a TAP that could not be opened.
func explain(name string, err error) error {
	var ioctl *os.SyscallError
	opened := errors.As(err, &ioctl) // so it is not the file that is in the way
	switch {
	case !opened && errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENODEV):
		return fmt.Errorf("tap: %q: %w: there is no %s: load it (modprobe tun), or give it to the container (--device %s)", name, ErrPermission, tun, tun)
	case !opened && (errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)):
		return fmt.Errorf("tap: %q: %w: this user may not open %s: be root, or have root do chmod 0666 %s", name, ErrPermission, tun, tun)
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return fmt.Errorf("tap: %q: %w: the interface is another user's, or CAP_NET_ADMIN is missing: be root, or have root do ip tuntap add dev NAME mode tap user NAME", name, ErrPermission)
	case errors.Is(err, unix.EBUSY):
		return fmt.Errorf("tap: %q is in use: end the program that has it open, or give another name", name)
	case errors.Is(err, unix.EINVAL):
		return fmt.Errorf("tap: %q: the kernel makes no TAP of that name, and one that is there is not a TAP with one queue: %w", name, err)
	}
	return fmt.Errorf("tap: %q: %w", name, err)
}
