package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
)

// listen makes the socket. Only the user can reach it at any instant: its directory is closed to
// others before the socket exists.
func listen(path string) (*net.UnixListener, error) {
	if err := closeDirectory(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a killed run with the same name
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// closeDirectory makes a directory, or takes an existing one of this user, that nobody else can enter.
func closeDirectory(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	case !ownFile(info):
		return fmt.Errorf("%s belongs to another user", dir)
	}
	return os.Chmod(dir, 0o700) // whatever the umask
}
