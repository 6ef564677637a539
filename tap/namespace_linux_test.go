package tap

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// ownNamespace puts the test into a network namespace of its own, so that it meets no
// other test and leaves nothing behind: the thread ends with the test, and with the
// thread the namespace.
func ownNamespace(t testing.TB) {
	t.Helper()
	f, err := os.OpenFile(tun, os.O_RDWR, 0)
	if err == nil {
		f.Close()
		runtime.LockOSThread() // never unlocked: the thread is of no other use
		err = unix.Unshare(unix.CLONE_NEWNET)
	}
	if err != nil && os.Getenv("CI") == "" && (errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist)) {
		t.Skipf("a test with TAP devices needs root (or CAP_NET_ADMIN and CAP_SYS_ADMIN) and access to %s: %v", tun, err)
	}
	require.NoError(t, err)
}

// ip runs a command of iproute2 in the test's namespace.
func ip(t testing.TB, args string) string {
	t.Helper()
	out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput()
	require.NoError(t, err, "ip %s: %s", args, out)
	return string(out)
}

// device opens a TAP device in a namespace of its own and brings it up.
func device(t *testing.T) *Device {
	t.Helper()
	ownNamespace(t)
	return openUp(t, "h1")
}

func openUp(t testing.TB, name string) *Device {
	t.Helper()
	d, err := Open(name)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	ip(t, "link set "+d.Name()+" up")
	return d
}

// readable waits until a link's file descriptor is readable, for at most 5 seconds.
func readable(t *testing.T, l Link) {
	t.Helper()
	require.True(t, poll(l.FD(), 5*time.Second), "nothing came")
}

func poll(fd int, within time.Duration) bool {
	for deadline := time.Now().Add(within); ; {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, max(0, int(time.Until(deadline).Milliseconds())))
		if n > 0 || err != unix.EINTR {
			return n > 0
		}
	}
}

// next reads the next frame, for which it waits.
func next(t *testing.T, l Link, p []byte) (int, error) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		n, err := l.Read(p)
		if err != ErrNothing {
			return n, err
		}
		require.True(t, time.Now().Before(deadline), "nothing came")
		poll(l.FD(), 50*time.Millisecond) // short: what FD gives may have changed
	}
}

// files counts the open file descriptors of the process.
func files(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(entries)
}
