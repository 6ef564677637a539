package tap

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// socketFile is the file of a Unix socket that this process made.
type socketFile struct {
	path string
	made fs.FileInfo
}

// bindFile binds a socket to a path. The file of a socket that no program has open any more, which
// a killed program leaves behind, is replaced. Any other file is left as it is.
func bindFile(path string, bind func() error) (socketFile, error) {
	err := bind()
	if errors.Is(err, unix.EADDRINUSE) {
		// Two programs that both found the file dead would otherwise remove each other's socket.
		unlock := lockDirectory(filepath.Dir(path))
		defer unlock()
		if _, err := removeDead(path); err != nil {
			return socketFile{}, err
		}
		err = bind()
	}
	if errors.Is(err, unix.ENOENT) {
		return socketFile{}, fmt.Errorf("the directory %s does not exist: make it first", filepath.Dir(path))
	}
	if err != nil {
		return socketFile{}, err
	}
	f := socketFile{path: path}
	if absolute, err := filepath.Abs(path); err == nil {
		f.path = absolute
	}
	f.made, _ = os.Lstat(f.path)
	return f, nil
}

// remove removes the file, unless another file has taken its place.
func (f socketFile) remove() {
	if f.made == nil {
		return
	}
	if is, err := os.Lstat(f.path); err == nil && os.SameFile(is, f.made) {
		_ = os.Remove(f.path)
	}
}

// socketOrNone returns an error if there is something at a path that is not a socket.
func socketOrNone(path string) error {
	is, err := os.Lstat(path)
	if err == nil && is.Mode()&fs.ModeSymlink != 0 {
		is, err = os.Stat(path)
	}
	if err == nil && is.Mode()&fs.ModeSocket == 0 {
		return errors.New("the file is not a socket, and is left as it is: use another path")
	}
	return nil
}

var errOpen = errors.New("another program has the socket open: end it, or use another path")

// removeDead removes the file of a socket that no program has open, and reports whether there was
// one.
func removeDead(path string) (removed bool, err error) {
	is, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case is.Mode()&fs.ModeSocket == 0:
		return false, errors.New("the file is not a socket, and is left as it is: use another path")
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return false, err
	}
	defer unix.Close(fd)
	// A datagram socket finds out whether a socket of any kind is open, and the owner of that does
	// not notice. A connection of the socket's own kind would be noticed by an owner that listens.
	switch err := unix.Connect(fd, &unix.SockaddrUnix{Name: path}); err {
	case unix.ECONNREFUSED:
		err := os.Remove(path)
		return err == nil, err
	case unix.ENOENT:
		return false, nil
	}
	return false, errOpen
}

// RemoveDeadSocket removes the file of a Unix socket that no program has open, and reports whether
// it did. A socket that is open is left, and is not an error.
func RemoveDeadSocket(path string) (removed bool, err error) {
	unlock := lockDirectory(filepath.Dir(path))
	defer unlock()
	if removed, err = removeDead(path); errors.Is(err, errOpen) {
		return false, nil
	}
	return removed, err
}

// lockDirectory ensures that one csmacd at a time replaces files in a directory. If it cannot get
// the lock within a second, it continues without: the lock only guards against a coincidence.
func lockDirectory(path string) (unlock func()) {
	d, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK {
			break
		}
	}
	return func() { d.Close() }
}

// refused returns an error that says what to do about a socket that cannot be opened.
func refused(s Socket, err error) error {
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return fmt.Errorf("tap: %q: another program has the port: end it, or use another port: %w", s, unix.EADDRINUSE)
	case errors.Is(err, unix.EADDRNOTAVAIL):
		return fmt.Errorf("tap: %q: the machine does not have the address (in a new network namespace: ip link set lo up): %w", s, unix.EADDRNOTAVAIL)
	}
	return fmt.Errorf("tap: %q: %w", s, err)
}
