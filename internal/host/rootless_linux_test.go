package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/tooltest"
)

const nobody = 65534

// asNobody is what comes before a command for it to be run by a user without
// privileges, where /dev/net/tun is a device of that mode, which only it sees; before
// that, setup is run.
func asNobody(t *testing.T, mode os.FileMode, setup string) []string {
	t.Helper()
	tun := filepath.Join(t.TempDir(), "tun")
	require.NoError(t, unix.Mknod(tun, unix.S_IFCHR, int(unix.Mkdev(10, 200))))
	require.NoError(t, os.Chmod(tun, mode))
	script := "mount --bind " + tun + " /dev/net/tun && " + setup + ` exec setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all "$@"`
	return []string{"unshare", "-m", "--propagation", "private", "sh", "-e", "-c", script, "sh"}
}

// nobodys has this program and a run directory be where a user without privileges can
// get at them.
func nobodys(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", unique)
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	runDir := filepath.Join(dir, "runs")
	require.NoError(t, os.Mkdir(runDir, 0o700))
	require.NoError(t, os.Chown(runDir, nobody, nobody))
	t.Setenv(RunDirEnv, runDir)
	from, err := os.Open("/proc/self/exe")
	require.NoError(t, err)
	defer from.Close()
	program := filepath.Join(dir, "program")
	to, err := os.OpenFile(program, os.O_WRONLY|os.O_CREATE, 0o755)
	require.NoError(t, err)
	_, err = io.Copy(to, from)
	require.NoError(t, err)
	require.NoError(t, to.Close())
	was := os.Args[0]
	os.Args[0] = program
	t.Cleanup(func() { os.Args[0] = was })
	if exec.Command("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "unshare", "-U", "true").Run() != nil && os.Getenv("CI") == "" {
		t.Skip("users may not make user namespaces here: sudo sysctl user.max_user_namespaces=10000, and what else the machine has")
	}
}

// A user without privileges has hosts in namespaces of their own, enters them from
// another process, and nothing outlasts the run.
func TestRootless(t *testing.T) {
	needRoot(t)
	tooltest.Need(t, "ping", "iputils-ping")
	nobodys(t)
	before := world(t)
	specs := encode(t, []Spec{
		{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24")},
		{Station: "h2", TAP: unique + "0", Addresses: prefixes("10.1.0.2/24")},
	})
	p, line := start(t, command("rootless", asNobody(t, 0o666, ""), specs...))
	require.Contains(t, line, "up ", line)
	assert.Equal(t, p.Process.Pid, p.pid, "it is one process")
	assert.NotContains(t, ip(t, "netns", "list"), unique, "the machine does not see it")
	assert.NotContains(t, ip(t, "link"), unique+"0")

	user := []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"}
	testCommands(t, user)
	out, status := run(t, user, "", "h2", "sh", "-c", "ip -br address show "+unique+"0; ls /run; ip netns list")
	assert.Zero(t, status, out)
	assert.Contains(t, out, "10.1.0.2/24")
	assert.Contains(t, out, unique+"a", "named namespaces work inside")
	entries, err := os.ReadDir("/run")
	require.NoError(t, err)
	for _, e := range entries {
		assert.Contains(t, out, e.Name(), "what /run has, it has inside")
	}
	out, status = run(t, user, "", "h1", os.Args[0], "h2", "ls", "/sys/class/net") // from one host into another
	assert.Zero(t, status, out)
	assert.ElementsMatch(t, []string{"lo", unique + "0"}, strings.Fields(out))

	assert.Empty(t, p.end(t))
	assert.Equal(t, before, world(t))
}

// A machine may have no /run/netns, and a user cannot make it: the run has a /run of its
// own with all in it that was there.
func TestRootlessWithoutNetns(t *testing.T) {
	needRoot(t)
	nobodys(t)
	const setup = "mount -t tmpfs none /run && mkdir -m 700 /run/closed && mkdir /run/sub && mount -t tmpfs none /run/sub && " +
		"echo in >/run/sub/in && echo here >/run/file && ln -s file /run/link && mkfifo /run/fifo &&"
	spec := encode(t, []Spec{{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24")}})
	p, line := start(t, command("rootless", asNobody(t, 0o666, setup), spec...))
	require.Contains(t, line, "up ", line)
	user := []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}
	out, status := run(t, user, "", "h1", "sh", "-c", "ls /run | grep -vx mount; cat /run/link /run/sub/in; ls /run/netns; test -p /run/fifo; ls /run/closed 2>/dev/null || echo closed")
	assert.Zero(t, status, out)
	assert.Equal(t, "closed\nfifo\nfile\nlink\nnetns\nsub\nhere\nin\n"+unique+"a\nclosed\n", out)
	assert.Empty(t, p.end(t))
}

// Killed, a rootless run leaves its record alone, which Down removes.
func TestRootlessKilled(t *testing.T) {
	needRoot(t)
	nobodys(t)
	before := world(t)
	spec := encode(t, []Spec{{Station: "h1", TAP: "eth0", Netns: unique + "a"}})
	p, line := start(t, command("rootless", asNobody(t, 0o666, ""), spec...))
	require.Contains(t, line, "up ", line)
	p.kill()
	assert.NotEqual(t, before, world(t))
	ip(t, "netns", "add", unique+"a") // the machine's, and no business of the run's
	user := []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}
	out, err := command("down", user).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), fmt.Sprintf("record of run %d", p.pid))
	assert.Contains(t, ip(t, "netns", "list"), unique+"a")
	ip(t, "netns", "del", unique+"a")
	assert.Equal(t, before, world(t))
}

// Where a door is closed, one message says which, and how to open it.
func TestRootlessClosed(t *testing.T) {
	needRoot(t)
	nobodys(t)
	for name, c := range map[string]struct {
		mode  os.FileMode
		setup string
		want  string
	}{
		"the device":         {0o600, "", "sudo chmod 0666 /dev/net/tun"},
		"no device":          {0o600, "mount -t tmpfs none /dev/net &&", "sudo modprobe tun"},
		"a chroot":           {0o666, "mkdir $ROOT && mount --rbind / $ROOT && exec chroot --userspec=65534:65534 $ROOT \"$@\";", "user namespaces are closed to user 65534, as in a container or a chroot"},
		"no mounts":          {0o666, "", "user namespaces are closed to user 4711"}, // what AppArmor does
		"no more namespaces": {0o666, `echo 0 >/proc/sys/user/max_user_namespaces && `, "sudo sysctl user.max_user_namespaces=10000"},
	} {
		t.Run(name, func(t *testing.T) {
			before := asNobody(t, c.mode, c.setup)
			if name == "no mounts" {
				before = []string{"unshare", "-U", "-r", "-n", "setpriv", "--bounding-set=-all", "env", insideEnv + "=4711"}
			}
			if name == "no more namespaces" {
				// The switch is a user namespace's own: one between here and there.
				script := strings.Replace(before[len(before)-2], "--reuid=65534 --regid=65534 --clear-groups ", "", 1)
				before = []string{"unshare", "-U", "-r", "-m", "--propagation", "private", "sh", "-e", "-c", script, "sh"}
			}
			t.Setenv("ROOT", filepath.Join(t.TempDir(), "root"))
			out, err := command("rootless", before).CombinedOutput()
			assert.Error(t, err)
			assert.Contains(t, string(out), c.want)
			assert.Equal(t, 1, strings.Count(string(out), "\n"), "one message: %s", out)
		})
	}
}

// What each switch leads to, whatever this machine has.
func TestClosed(t *testing.T) {
	switches := func(pairs ...string) func(string) (string, bool) {
		return func(name string) (string, bool) {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1], true
				}
			}
			return "", false
		}
	}
	for _, c := range []struct {
		err    error
		sysctl func(string) (string, bool)
		want   string
	}{
		{unix.EPERM, switches("kernel/unprivileged_userns_clone", "0"), "sudo sysctl kernel.unprivileged_userns_clone=1 "},
		{unix.EACCES, switches("kernel/unprivileged_userns_clone", "1", "kernel/apparmor_restrict_unprivileged_userns", "1"), "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 "},
		{unix.ENOSPC, switches("user/max_user_namespaces", "0"), "sudo sysctl user.max_user_namespaces=10000 "},
		{unix.ENOSPC, switches("user/max_user_namespaces", "100"), "too many namespaces"},
		{unix.EINVAL, switches(), "no user namespaces"},
		{unix.EPERM, switches(), "container"},
	} {
		err := closed(c.err, c.sysctl)
		assert.ErrorContains(t, err, c.want)
		assert.ErrorIs(t, err, c.err)
	}
	assert.ErrorContains(t, tunClosed(&os.PathError{Op: "open", Path: tunDevice, Err: syscall.ENOENT}), "modprobe tun")
	assert.ErrorContains(t, tunClosed(errors.New("odd")), "odd")
}

// Root needs none of it.
func TestRootIsNotRootless(t *testing.T) {
	needRoot(t)
	inside, err := Rootless(true)
	assert.NoError(t, err)
	assert.False(t, inside)
}
