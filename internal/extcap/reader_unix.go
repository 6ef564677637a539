//go:build unix

package extcap

import (
	"context"
	"os"

	"golang.org/x/sys/unix"
)

// readerGone waits until no process reads a pipe any more, or the context ends.
func readerGone(ctx context.Context, pipe *os.File) (gone bool) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return false
	}
	for ctx.Err() == nil {
		_ = raw.Control(func(fd uintptr) {
			p := []unix.PollFd{{Fd: int32(fd)}}
			// The error and the end of a pipe are reported without being asked for.
			n, err := unix.Poll(p, 200)
			gone = err == nil && n == 1 && p[0].Revents&(unix.POLLERR|unix.POLLHUP|unix.POLLNVAL) != 0
		})
		if gone {
			return true
		}
	}
	return false
}
