package host

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// begin opens a run that is closed when the test ends.
func beginRun(t *testing.T) *Run {
	t.Helper()
	r, err := Begin("test")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

// A host is as its specification says, and nothing of it is left in the end.
func TestUpAndClose(t *testing.T) {
	needRoot(t)
	before := world(t)
	r := beginRun(t)
	d, err := r.Up(Spec{
		Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24", "10.1.1.1/16"),
		Gateway: netip.MustParseAddr("10.1.0.254"), Ether: phy.Address{2, 0, 0, 0, 0, 7}, MTU: 1400,
	})
	require.NoError(t, err)
	assert.Equal(t, "eth0", d.Name())

	assert.Contains(t, ip(t, "netns", "list"), unique+"a")
	link := inNetns(t, unique+"a", "link", "show", "eth0")
	for _, want := range []string{"UP", "LOWER_UP", "mtu 1400", "qlen 100", "link/ether 02:00:00:00:00:07", "alias csmacd: h1 of run " + r.ID()} {
		assert.Contains(t, link, want)
	}
	assert.Contains(t, inNetns(t, unique+"a", "link", "show", "lo"), "UP")
	addresses := inNetns(t, unique+"a", "address", "show", "eth0")
	assert.Contains(t, addresses, "inet 10.1.0.1/24")
	assert.Contains(t, addresses, "inet 10.1.1.1/16")
	assert.NotContains(t, addresses, "inet6")
	assert.Contains(t, inNetns(t, unique+"a", "route"), "default via 10.1.0.254 dev eth0")

	require.NoError(t, r.Close())
	assert.Equal(t, before, world(t))
	require.NoError(t, r.Close(), "a second time")
	_, err = r.Up(Spec{Station: "h2"})
	assert.ErrorContains(t, err, "closed")
}

// In the present namespace, and with the kernel's names.
func TestUpWithoutNamespace(t *testing.T) {
	needRoot(t)
	before := world(t)
	r := beginRun(t)
	_, err := r.Up(Spec{Station: "h1", TAP: unique + "0"})
	require.NoError(t, err)
	assert.Contains(t, ip(t, "link", "show", unique+"0"), "UP")
	d, err := r.Up(Spec{Station: "h2"})
	require.NoError(t, err)
	assert.Contains(t, ip(t, "link", "show", d.Name()), "csmacd: h2")
	require.NoError(t, r.Close())
	eventually(t, "the devices stay", func() bool { return exec.Command("ip", "link", "show", d.Name()).Run() != nil })
	assert.Equal(t, before, world(t))
}

// A quiet cable is quiet: without IPv6 the kernel sends nothing unasked. With it, it
// does, so that the test can tell.
func TestQuiet(t *testing.T) {
	needRoot(t)
	r := beginRun(t)
	quiet, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "q", Addresses: prefixes("10.1.0.1/24")})
	require.NoError(t, err)
	loud, err := r.Up(Spec{Station: "h2", TAP: "eth0", Netns: unique + "l", Addresses: prefixes("10.1.0.2/24"), IPv6: true})
	require.NoError(t, err)
	assert.Contains(t, inNetns(t, unique+"l", "address", "show", "eth0"), "inet6 fe80")
	buf := make([]byte, 2000)
	eventually(t, "IPv6 sends nothing", func() bool { _, err := loud.Read(buf); return err == nil })
	deadline := time.Now().Add(2 * time.Second) // neighbour discovery and router solicitation come within it
	for time.Now().Before(deadline) {
		_, err := quiet.Read(buf)
		require.ErrorIs(t, err, tap.ErrNothing)
		time.Sleep(20 * time.Millisecond)
	}
}

func TestIPv6Address(t *testing.T) {
	needRoot(t)
	r := beginRun(t)
	_, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("fd00::1/64"), Gateway: netip.MustParseAddr("fd00::9")})
	require.NoError(t, err)
	addresses := inNetns(t, unique+"a", "address", "show", "eth0")
	assert.Contains(t, addresses, "inet6 fd00::1/64")
	assert.NotContains(t, addresses, "tentative fd00", "it is of use at once")
	assert.Contains(t, inNetns(t, unique+"a", "-6", "route"), "default via fd00::9 dev eth0")
}

// In a container /proc/sys may be read-only: the interface has no IPv6 address then,
// and without one it sends nothing.
func TestQuietWithoutSysctl(t *testing.T) {
	needRoot(t)
	before := []string{"unshare", "-m", "--propagation", "slave", "sh", "-e", "-c", `mount --bind /proc/sys /proc/sys; mount -o remount,ro,bind /proc/sys; exec "$@"`, "sh"}
	ip(t, "netns", "add", unique+"a") // outside, so that it is seen here
	p, line := start(t, command("up", before, encode(t, []Spec{{Station: "h1", TAP: "eth0", Netns: unique + "a"}})...))
	require.Contains(t, line, "up ", line)
	assert.Contains(t, inNetns(t, unique+"a", "-d", "link", "show", "eth0"), "addrgenmode none")
	assert.NotContains(t, inNetns(t, unique+"a", "address", "show", "eth0"), "inet6")
	assert.Empty(t, p.end(t))
}

// A router has two interfaces in one namespace.
func TestTwoInANamespace(t *testing.T) {
	needRoot(t)
	before := world(t)
	r := beginRun(t)
	for i, name := range []string{"eth0", "eth1"} {
		_, err := r.Up(Spec{Station: name, TAP: name, Netns: unique + "r"})
		require.NoError(t, err, i)
	}
	_, err := r.Up(Spec{Station: "x", TAP: "eth0", Netns: unique + "r"})
	assert.ErrorContains(t, err, "already belongs to station eth0")
	_, err = r.Up(Spec{Station: "eth0", TAP: "eth7", Netns: unique + "r"})
	assert.ErrorContains(t, err, "already has a host")
	assert.Contains(t, inNetns(t, unique+"r", "-o", "link"), "eth1")
	require.NoError(t, r.Close())
	assert.Equal(t, before, world(t))
}

// An Up that fails late leaves nothing of itself, and the rest as it was.
func TestUpUndoesItself(t *testing.T) {
	needRoot(t)
	r := beginRun(t)
	gateway := netip.MustParseAddr("10.1.0.254")
	_, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24"), Gateway: gateway})
	require.NoError(t, err)
	before, record := world(t), readRecord(t, r)
	bad := Spec{Station: "h2", TAP: "eth0", Netns: unique + "b", Addresses: prefixes("10.1.0.2/24"), MTU: 1, Gateway: gateway}
	_, err = r.Up(bad)
	assert.ErrorContains(t, err, "an MTU of 1")
	assert.Equal(t, before, world(t))
	assert.Equal(t, record, readRecord(t, r))
	bad.Netns, bad.TAP, bad.MTU = unique+"a", "eth1", 0
	_, err = r.Up(bad)
	assert.ErrorContains(t, err, "already a default route")
	eventually(t, "the device stays", func() bool { return !strings.Contains(inNetns(t, unique+"a", "link"), "eth1") })
	assert.Equal(t, record, readRecord(t, r))
	bad.Netns = unique + "b"
	_, err = r.Up(bad)
	require.NoError(t, err, "it can be mended")
}

func readRecord(t *testing.T, r *Run) string {
	t.Helper()
	text, err := os.ReadFile(r.dir.file(r.ID()))
	require.NoError(t, err)
	return string(text)
}

// All of the process's threads are where they were, and no file stays open.
func TestNothingStaysBehindInTheProcess(t *testing.T) {
	needRoot(t)
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(entries)
	}
	beginRun(t) // whatever the runtime opens once
	before := open()
	r := beginRun(t)
	for _, name := range []string{"a", "b", "c"} {
		_, err := r.Up(Spec{Station: name, TAP: "eth0", Netns: unique + name})
		require.NoError(t, err)
		_, err = r.Up(Spec{Station: name + "!", TAP: "eth0", Netns: unique + name, MTU: 1})
		require.Error(t, err)
	}
	home, err := os.Readlink("/proc/self/ns/net")
	require.NoError(t, err)
	threads, err := filepath.Glob("/proc/self/task/*/ns/net")
	require.NoError(t, err)
	for _, thread := range threads {
		if is, err := os.Readlink(thread); err == nil { // it may have ended
			assert.Equal(t, home, is, thread)
		}
	}
	require.NoError(t, r.Close())
	assert.Equal(t, before, open())
}

// Somebody else has taken away what the run made: nothing to complain about.
func TestCloseAfterSomebodyElse(t *testing.T) {
	needRoot(t)
	before := world(t)
	r := beginRun(t)
	for _, name := range []string{"a", "b", "c"} {
		_, err := r.Up(Spec{Station: name, TAP: "eth0", Netns: unique + name})
		require.NoError(t, err)
	}
	_, err := r.Up(Spec{Station: "d", TAP: unique + "0"})
	require.NoError(t, err)
	ip(t, "netns", "del", unique+"a")
	ip(t, "netns", "del", unique+"b")
	ip(t, "netns", "add", unique+"b") // another of the same name, theirs
	inNetns(t, unique+"c", "link", "del", "eth0")
	ip(t, "link", "del", unique+"0")
	require.NoError(t, r.Close())
	assert.Contains(t, ip(t, "netns", "list"), unique+"b", "it was not the run's")
	ip(t, "netns", "del", unique+"b")
	assert.Equal(t, before, world(t))
}

func TestWhichRunDirectory(t *testing.T) {
	t.Setenv(RunDirEnv, "/some/where")
	assert.EqualValues(t, "/some/where", runDirectory())
	t.Setenv(RunDirEnv, "")
	session, file := t.TempDir(), filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	own := fmt.Sprintf("/tmp/csmacd-%d", os.Geteuid())
	for xdg, want := range map[string]string{
		session:                          filepath.Join(session, "csmacd"),
		"":                               own,
		"relative":                       own,
		file:                             own,
		filepath.Join(session, "no one"): own, // as after su
	} {
		if os.Geteuid() == 0 {
			want = "/run/csmacd"
		}
		t.Setenv("XDG_RUNTIME_DIR", xdg)
		assert.EqualValues(t, want, runDirectory(), "XDG_RUNTIME_DIR=%s", xdg)
	}
}

// The run directory must be one's own and closed to others.
func TestRunDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(RunDirEnv, dir)
	require.NoError(t, os.Chmod(dir, 0o777))
	_, err := Begin("test")
	assert.ErrorContains(t, err, "chmod go-w "+dir)
	_, err = Runs()
	assert.ErrorContains(t, err, "others may write")

	require.NoError(t, os.Chmod(dir, 0o755))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(dir, link))
	t.Setenv(RunDirEnv, link)
	_, err = Begin("test")
	assert.ErrorContains(t, err, "not a directory")

	t.Setenv(RunDirEnv, filepath.Join(dir, "not", "there"))
	_, err = Begin("test")
	assert.ErrorContains(t, err, "set "+RunDirEnv)
	runs, err := Runs()
	assert.NoError(t, err)
	assert.Empty(t, runs)
	removed, err := Down()
	assert.NoError(t, err)
	assert.Empty(t, removed)

	long := filepath.Join(dir, strings.Repeat("x", 100))
	t.Setenv(RunDirEnv, long)
	_, err = Begin("test")
	assert.ErrorContains(t, err, "too long for a socket")

	t.Setenv(RunDirEnv, filepath.Join(dir, "new"))
	r, err := Begin("test")
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(dir, "new"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	assert.Equal(t, filepath.Join(dir, "new", r.ID()+".sock"), r.Socket())
	require.NoError(t, r.Close())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "new", "9.json"), []byte("{"), 0o600))
	_, err = Runs()
	assert.ErrorContains(t, err, "9.json is not a record")
}

// Hosts leave a run one by one: what was made for one alone goes with it.
func TestLeave(t *testing.T) {
	needRoot(t)
	before := world(t)
	r := beginRun(t)
	up := func(station, tap, netns, address string) *tap.Device {
		d, err := r.Up(Spec{Station: station, TAP: tap, Netns: netns, Addresses: prefixes(address)})
		require.NoError(t, err)
		return d
	}
	up("h1", "eth0", unique+"a", "10.1.0.1/24")
	up("h2", "eth0", unique+"b", "10.1.0.2/24")
	up("h3", "eth1", unique+"b", "10.1.0.3/24") // in the namespace of h2
	require.NoError(t, r.Leave("h1"))
	require.NoError(t, r.Leave("h1"), "a second time")
	assert.NotContains(t, ip(t, "netns", "list"), unique+"a")
	require.NoError(t, r.Leave("h2"))
	assert.NotContains(t, inNetns(t, unique+"b", "link"), "eth0")
	assert.Contains(t, inNetns(t, unique+"b", "link"), "eth1")
	up("h4", "eth0", unique+"a", "10.1.0.1/24") // the names are free again
	require.NoError(t, r.Leave("h3"))
	assert.NotContains(t, ip(t, "netns", "list"), unique+"b")
	require.NoError(t, r.Close())
	assert.Equal(t, before, world(t))
}
