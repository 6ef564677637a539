//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"
)

const (
	netnsDir = "/run/netns"               // where ip netns keeps named namespaces
	present  = "/proc/thread-self/ns/net" // the calling thread's
)

// path returns the file that leads into a namespace.
func (s Space) path() string {
	if s.Name == "" {
		return present
	}
	return filepath.Join(netnsDir, s.Name)
}

// errNoSpace says that there is no namespace at a path: there is nothing, or an empty file
// without one mounted on it.
var errNoSpace = errors.New("there is no network namespace")

// identify finds out which namespace has a name; an empty name is the present one.
func identify(name string) (Space, error) {
	s := Space{Name: name}
	f, err := os.Open(s.path())
	if errors.Is(err, fs.ErrNotExist) {
		return s, errNoSpace
	}
	if err != nil {
		return s, err
	}
	defer f.Close()
	return s, s.fill(f)
}

// fill notes what distinguishes an open namespace from others.
func (s *Space) fill(f *os.File) error {
	var kind unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &kind); err != nil {
		return err
	}
	if kind.Type != unix.NSFS_MAGIC {
		return errNoSpace
	}
	var stat unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &stat); err != nil {
		return err
	}
	s.Device, s.Inode = stat.Dev, stat.Ino
	return inside(f, func() error {
		s.Cookie = cookie()
		return nil
	})
}

// cookie returns the number that the kernel gives the present namespace and no other, unlike an
// inode number. It is 0 if the kernel gives none.
func cookie() uint64 {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	n, err := unix.GetsockoptUint64(fd, unix.SOL_SOCKET, unix.SO_NETNS_COOKIE)
	if err != nil {
		return 0
	}
	return n
}

// enter calls f in a namespace, if that is still the very one, and otherwise returns
// errNoSpace.
func (s Space) enter(f func() error) error {
	file, err := os.Open(s.path())
	if errors.Is(err, fs.ErrNotExist) {
		return errNoSpace
	}
	if err != nil {
		return err
	}
	defer file.Close()
	now := s
	if err := now.fill(file); err != nil {
		return err
	}
	if !now.same(s) {
		return errNoSpace
	}
	return inside(file, f)
}

// inside calls f on a thread in an open namespace. The thread then goes back to where it came
// from or, if it cannot, ends.
func inside(file *os.File, f func() error) error {
	return aside(func() error {
		to := netns.NsHandle(file.Fd())
		if !at(to) {
			if err := netns.Set(to); err != nil {
				return fmt.Errorf("entering %s needs root, or CAP_SYS_ADMIN: %w", file.Name(), err)
			}
		}
		return f()
	})
}

// at reports whether the calling thread is in a namespace. A process that may enter no
// namespace can still be in this one.
func at(ns netns.NsHandle) bool {
	var here, there unix.Stat_t
	return unix.Stat(present, &here) == nil && unix.Fstat(int(ns), &there) == nil &&
		here.Dev == there.Dev && here.Ino == there.Ino
}

// aside calls f on a thread that nothing else uses meanwhile, which f may move to another
// namespace. A thread that cannot go back ends together with the goroutine that is locked to
// it.
func aside(f func() error) error {
	done := make(chan error, 1)
	go func() {
		err := errors.New("the call did not return")
		defer func() { done <- err }()
		runtime.LockOSThread()
		home, herr := netns.Get()
		if herr != nil {
			err = herr
			runtime.UnlockOSThread()
			return
		}
		defer home.Close()
		err = f()
		if at(home) || netns.Set(home) == nil {
			runtime.UnlockOSThread()
		}
	}()
	return <-done
}
