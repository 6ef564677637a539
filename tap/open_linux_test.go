package tap

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestNames(t *testing.T) {
	_, err := Open(strings.Repeat("x", 16))
	assert.ErrorContains(t, err, "longer than 15 octets")
	for _, name := range []string{"h 1", "h/1", "h:1", "h1\x00", ".", "..", "h\t"} {
		_, err := Open(name)
		assert.ErrorContains(t, err, "is not a name", name)
	}
	ownNamespace(t)
	longest := strings.Repeat("x", 15)
	d, err := Open(longest)
	require.NoError(t, err)
	defer d.Close()
	assert.Equal(t, longest, d.Name())
	chosen, err := Open("")
	require.NoError(t, err)
	defer chosen.Close()
	assert.Equal(t, "tap0", chosen.Name())
}

// What cannot be opened says why and what to do, and leaves no file descriptor open.
func TestOpenRefused(t *testing.T) {
	ownNamespace(t)
	d, err := Open("busy")
	require.NoError(t, err)
	defer d.Close()
	ip(t, "link add pair type veth peer name other")
	ip(t, "tuntap add dev packets mode tun")
	ip(t, "tuntap add dev queues mode tap multi_queue")
	ip(t, "link property add dev pair altname alias")
	before := files(t)
	for range 3 {
		for name, why := range map[string]string{
			"busy":    "in use: end the program",
			"pair":    "a veth, not a TAP: use the name of a TAP",
			"lo":      "not a TAP: use the name of a TAP",
			"packets": "is a TUN",
			"queues":  "several queues",
			"alias":   "alternative name of the interface",
			"a%d%d":   "invalid argument",
		} {
			_, err := Open(name)
			assert.ErrorContains(t, err, why)
			assert.NotErrorIs(t, err, ErrPermission)
		}
	}
	assert.Equal(t, before, files(t))
}

// Without the privilege the error is ErrPermission and says what to grant.
func TestOpenWithoutPermission(t *testing.T) {
	ownNamespace(t)
	before := files(t)
	for name, c := range map[string]struct {
		lose func() error
		why  string
	}{
		"another user": {func() error {
			_, _, e := syscall.RawSyscall(unix.SYS_SETRESUID, 65534, 65534, 65534) // this thread alone
			return errnoOf(e)
		}, refusal(t)},
		"no capability": {func() error {
			head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
			var caps [2]unix.CapUserData
			return unix.Capset(&head, &caps[0])
		}, "CAP_NET_ADMIN is missing"},
	} {
		failed := make(chan error)
		go func() {
			runtime.LockOSThread() // and never unlocked: the thread ends here
			err := c.lose()
			if err == nil {
				_, err = Open("h1")
			}
			failed <- err
		}()
		err := <-failed
		assert.ErrorIs(t, err, ErrPermission, name)
		assert.ErrorContains(t, err, c.why, name)
	}
	assert.Equal(t, before, files(t))
	assert.ErrorContains(t, explain("h1", unix.ENOENT), "modprobe tun")
	assert.ErrorIs(t, explain("h1", unix.ENOENT), ErrPermission)
}

// refusal is what another user is told: on most machines the device is open to all, and
// what is missing is the capability.
func refusal(t *testing.T) string {
	info, err := os.Stat("/dev/net/tun")
	require.NoError(t, err)
	if info.Mode().Perm()&0o006 == 0o006 {
		return "CAP_NET_ADMIN is missing"
	}
	return "may not open /dev/net/tun"
}

func errnoOf(e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}

// A TAP that was there before is there afterwards; one that was made is not.
func TestAPersistentTAPStays(t *testing.T) {
	ownNamespace(t)
	ip(t, "tuntap add dev stays mode tap")
	before := files(t)
	for range 2 {
		d, err := Open("stays")
		require.NoError(t, err)
		assert.True(t, d.Existed())
		assert.Equal(t, "stays", d.Name())
		require.NoError(t, d.Close())
		assert.Contains(t, ip(t, "-d link show stays"), "tun type tap pi off vnet_hdr off persist on")

		d, err = Open("goes")
		require.NoError(t, err)
		assert.False(t, d.Existed())
		require.NoError(t, d.Close())
		assert.NotContains(t, ip(t, "link show"), "goes")
	}
	assert.Equal(t, before, files(t), "each Close closes all")
}

// Whoever had a TAP before may have left it to send segments of 64 KiB and no
// checksums. It sends frames again.
func TestOffloadsEnd(t *testing.T) {
	ownNamespace(t)
	ip(t, "tuntap add dev used mode tap vnet_hdr")
	fd, err := unix.Open(tun, unix.O_RDWR|unix.O_CLOEXEC, 0)
	require.NoError(t, err)
	req, err := unix.NewIfreq("used")
	require.NoError(t, err)
	req.SetUint16(unix.IFF_TAP | unix.IFF_NO_PI | unix.IFF_VNET_HDR)
	require.NoError(t, unix.IoctlIfreq(fd, unix.TUNSETIFF, req))
	require.NoError(t, unix.IoctlSetInt(fd, unix.TUNSETOFFLOAD, 1|2)) // TUN_F_CSUM, TUN_F_TSO4
	require.NoError(t, unix.Close(fd))
	tso := func() uint32 {
		s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
		require.NoError(t, err)
		defer unix.Close(s)
		v, err := ethtoolGet(s, "used", unix.ETHTOOL_GTSO)
		require.NoError(t, err)
		return v
	}
	require.Equal(t, uint32(1), tso(), "the test can tell")
	d, err := Open("used")
	require.NoError(t, err)
	defer d.Close()
	assert.Equal(t, uint32(0), tso())
}

// A child inherits no TAP, neither while one is opened nor later.
func TestChildrenDoNotInherit(t *testing.T) {
	ownNamespace(t)
	list := func() string {
		out, err := exec.Command("ls", "-l", "/proc/self/fd").Output()
		require.NoError(t, err)
		return string(out)
	}
	d, err := Open("h1")
	require.NoError(t, err)
	defer d.Close()
	assert.NotContains(t, list(), "/dev/net/tun")

	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		runtime.LockOSThread()
		if unix.Unshare(unix.CLONE_NEWNET) != nil {
			return
		}
		for {
			select {
			case <-stop:
				return
			default:
			}
			if d, err := Open("h2"); err == nil {
				d.Close()
			}
		}
	}()
	for until := time.Now().Add(time.Second); time.Now().Before(until) && !t.Failed(); {
		assert.NotContains(t, list(), "/dev/net/tun")
	}
	close(stop)
	<-stopped

	f, err := os.OpenFile(tun, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = unix.FcntlInt(f.Fd(), unix.F_SETFD, 0)
	require.NoError(t, err)
	assert.Contains(t, list(), "/dev/net/tun", "the test can tell")
}
