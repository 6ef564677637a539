package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownUser returns an error if the other end of a connection is not of this process's user. The kernel
// reports the user that the other process had when it connected. In a user namespace, a user from outside
// it is nobody.
func ownUser(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var peer *unix.Ucred
	var failure error
	err = raw.Control(func(fd uintptr) {
		peer, failure = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := errors.Join(err, failure); err != nil {
		return fmt.Errorf("whose connection it is cannot be found out: %w", err)
	}
	if own := os.Geteuid(); int(peer.Uid) != own {
		return fmt.Errorf("the run belongs to user %d, and takes the commands of that user only", own)
	}
	return nil
}

// ownFile reports whether a file belongs to this process's user.
func ownFile(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
