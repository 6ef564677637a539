package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/owner"
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
	err := owner.MakeDirectory(dir)
	if err == nil {
		_, err = owner.CheckDirectory(dir)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return os.Chmod(dir, 0o700)
}

// ownUser returns an error if the other end of a connection is not of this process's user.
func ownUser(conn *net.UnixConn) error {
	_, user, err := owner.Peer(conn)
	if err != nil {
		return fmt.Errorf("whose connection it is cannot be found out: %w", err)
	}
	if own := os.Geteuid(); user != own {
		return fmt.Errorf("the run belongs to user %d, and takes the commands of that user only", own)
	}
	return nil
}
