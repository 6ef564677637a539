package owner

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Peer returns the process at the other end of a connection, and the user that it had when it connected, as
// the kernel reports them. In a user namespace, a user from outside it is nobody.
func Peer(conn *net.UnixConn) (pid, user int, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	var peer *unix.Ucred
	var failure error
	err = raw.Control(func(fd uintptr) {
		peer, failure = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := errors.Join(err, failure); err != nil {
		return 0, 0, err
	}
	return int(peer.Pid), int(peer.Uid), nil
}

// userOf returns the user to which a file belongs.
func userOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return os.Geteuid()
}
