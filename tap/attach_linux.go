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

// tun is the file from which TAPs are made.
const tun = "/dev/net/tun"

// attaching ensures that there is only one attach at a time, so that none takes the file descriptor
// of another for one that was left behind.
var attaching sync.Mutex

// attach makes a TAP or attaches to an existing one. It returns its name and its file descriptor,
// which does not block and which no child process inherits.
//
// The descriptor is a copy of the one that package water opens, which is then closed. A copy can be
// made close-on-exec in one step, and is not in the Go runtime's poller, which would wake up for
// each frame in vain.
func attach(name string, persistent bool) (fd int, is string, err error) {
	attaching.Lock()
	defer attaching.Unlock()
	// Package water opens without O_CLOEXEC: no child process may start before the descriptor is
	// closed.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()

	before := unattached()
	iface, err := water.New(water.Config{
		DeviceType: water.TAP,
		// Without Persist, water makes an existing persistent interface non-persistent.
		PlatformSpecificParams: water.PlatformSpecificParams{Name: name, Persist: persistent},
	})
	if err != nil {
		for fd := range unattached() {
			if !before[fd] {
				unix.Close(fd) // water leaves it open if an ioctl fails
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
	// The previous user may have asked the kernel for segments of 64 KiB without checksums.
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

// copyFD returns a second file descriptor of a file or a connection, which child processes do not
// inherit.
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

// unattached returns the file descriptors that package water left behind: of /dev/net/tun, attached
// to no interface, and inherited by child processes. No other Go package opens them in that way.
func unattached() map[int]bool {
	found := map[int]bool{}
	var want unix.Stat_t
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil || unix.Stat(tun, &want) != nil {
		return found // without /proc, one is leaked
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

// explain returns an error that says what to do about a TAP that could not be opened.
func explain(name string, err error) error {
	var ioctl *os.SyscallError
	opened := errors.As(err, &ioctl) // an ioctl failed, so that the file itself was opened
	switch {
	case !opened && errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENODEV):
		return fmt.Errorf("tap: %q: %w: there is no %s: load the module (modprobe tun), or give the device to the container (--device %s)", name, ErrPermission, tun, tun)
	case !opened && (errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)):
		return fmt.Errorf("tap: %q: %w: this user may not open %s: be root, or have root do chmod 0666 %s", name, ErrPermission, tun, tun)
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return fmt.Errorf("tap: %q: %w: the interface is another user's, or CAP_NET_ADMIN is missing: be root, or have root do ip tuntap add dev NAME mode tap user NAME", name, ErrPermission)
	case errors.Is(err, unix.EBUSY):
		return fmt.Errorf("tap: %q is in use: end the program that uses it, or use another name", name)
	case errors.Is(err, unix.EINVAL):
		return fmt.Errorf("tap: %q: the kernel does not make a TAP of that name, and an existing interface is not a TAP with one queue: %w", name, err)
	}
	return fmt.Errorf("tap: %q: %w", name, err)
}
