//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// makeSpace makes a namespace with a name, as ip netns add does, and brings its loopback up. It
// tells intend which namespace it will be before the name leads to it.
func makeSpace(name string, intend func(Space) error) error {
	unlock, err := lockNetns(true)
	if err != nil {
		return err
	}
	defer unlock()
	return aside(func() error {
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			return fmt.Errorf("making a network namespace needs root, or CAP_SYS_ADMIN: %w", err)
		}
		s, err := identify("")
		if err != nil {
			return err
		}
		if err := loopbackUp(); err != nil {
			return err
		}
		s.Name = name
		if err := intend(s); err != nil {
			return err
		}
		return bind(s.path())
	})
}

// bind mounts the present namespace at a path.
func bind(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE|os.O_EXCL, 0)
	if err != nil {
		return err
	}
	f.Close()
	if err := unix.Mount(present, path, "none", unix.MS_BIND, ""); err != nil {
		return errors.Join(fmt.Errorf("mounting a namespace at %s: %w", path, err), os.Remove(path))
	}
	return nil
}

func loopbackUp() error {
	h, err := netlink.NewHandle(unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer h.Close()
	lo, err := h.LinkByName("lo")
	if err == nil {
		err = h.LinkSetUp(lo)
	}
	if err != nil {
		return fmt.Errorf("bringing up the loopback: %w", err)
	}
	return nil
}

// removeSpace removes the name of a namespace, if it is the very one that a run made, and
// reports whether it did. If making the namespace was cut short, it removes the empty file.
func removeSpace(s Space) (bool, error) {
	unlock, err := lockNetns(false)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer unlock()
	now, err := identify(s.Name)
	switch {
	case errors.Is(err, errNoSpace):
		info, err := os.Lstat(s.path())
		if err != nil || !info.Mode().IsRegular() || info.Size() > 0 || info.Mode().Perm() != 0 {
			return false, nil
		}
	case err != nil:
		return false, err
	case !now.same(s):
		return false, nil
	default:
		if err := unix.Unmount(s.path(), unix.MNT_DETACH); err != nil {
			return false, fmt.Errorf("unmounting %s: %w", s.path(), err)
		}
	}
	if err := os.Remove(s.path()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return true, nil
}

// lockNetns takes the lock of the directory of namespaces, which ip netns takes too. Before the
// directory is used, lockNetns makes it what ip netns makes it: a shared mount, so that a
// namespace that is removed here disappears from every mount namespace.
func lockNetns(use bool) (unlock func(), err error) {
	if use {
		if err := os.MkdirAll(netnsDir, 0o755); err != nil {
			return nil, fmt.Errorf("named network namespaces need root: %w", err)
		}
	}
	f, err := os.Open(netnsDir)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", netnsDir, err)
	}
	if use {
		if err := share(netnsDir); err != nil {
			f.Close()
			return nil, err
		}
	}
	return func() { f.Close() }, nil
}

func share(dir string) error {
	err := unix.Mount("", dir, "none", unix.MS_SHARED|unix.MS_REC, "")
	if errors.Is(err, unix.EINVAL) { // it is not a mount yet
		if err = unix.Mount(dir, dir, "none", unix.MS_BIND|unix.MS_REC, ""); err == nil {
			err = unix.Mount("", dir, "none", unix.MS_SHARED|unix.MS_REC, "")
		}
	}
	if err != nil {
		return fmt.Errorf("mounting %s needs root, or CAP_SYS_ADMIN: %w", dir, err)
	}
	return nil
}
