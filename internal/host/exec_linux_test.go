package host

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/tooltest"
)

// run runs a command in a host, as another process does, and gives its output and
// exit status.
func run(t *testing.T, before []string, input string, args ...string) (output string, status int) {
	t.Helper()
	c := command("exec", before, args...)
	c.Stdin = strings.NewReader(input)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		require.NoError(t, err)
	}
	return out.String(), c.ProcessState.ExitCode()
}

// A command in a host has the host's interfaces, in /sys too, its own words,
// environment, directory, input and output, and its exit status is the one.
func TestExec(t *testing.T) {
	needRoot(t)
	tooltest.Need(t, "ping", "iputils-ping")
	r := beginRun(t)
	_, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24")})
	require.NoError(t, err)
	_, err = r.Up(Spec{Station: "h2", TAP: unique + "0"})
	require.NoError(t, err)
	sysfs := strings.Count(outputOf(t, "mount"), "sysfs")
	testCommands(t, nil)
	assert.Equal(t, sysfs, strings.Count(outputOf(t, "mount"), "sysfs"), "no mount has come out")

	out, status := run(t, nil, "", "h2", "ip", "link", "show", unique+"0")
	assert.Zero(t, status, out)
	out, status = run(t, nil, "", "h3", "true")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "there is no host h3 to enter: there are h1, h2")

	goneHosts := func() (names []string) {
		runs, err := Runs()
		require.NoError(t, err)
		look(runs)
		for _, r := range runs {
			for _, h := range r.Hosts {
				if h.gone {
					names = append(names, h.Station)
				}
			}
		}
		return names
	}
	assert.Empty(t, goneHosts())
	ip(t, "netns", "del", unique+"a")
	assert.Equal(t, []string{"h1"}, goneHosts())
	ip(t, "netns", "add", unique+"a")
	assert.Equal(t, []string{"h1"}, goneHosts(), "another one of the same name is not the run's")
	out, status = run(t, nil, "", "h1", "true")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "no longer belongs to the run")
}

// testCommands enters a host h1 whose interface is eth0, 10.1.0.1.
func testCommands(t *testing.T, before []string) {
	out, status := run(t, before, "", "h1", "ip", "-br", "address", "show", "eth0")
	assert.Zero(t, status, out)
	assert.Contains(t, out, "10.1.0.1/24")
	out, _ = run(t, before, "", "h1", "ls", "/sys/class/net")
	assert.Equal(t, []string{"eth0", "lo"}, strings.Fields(out))
	out, status = run(t, before, "", "h1", "sh", "-c", `echo "$0|$1|$CSMT_GREETING"; exit 7`, "a  b", "-- $HOME")
	assert.Equal(t, 7, status)
	assert.Equal(t, "a  b|-- $HOME|hello\n", out)
	out, _ = run(t, before, "what\ncomes in", "h1", "cat")
	assert.Equal(t, "what\ncomes in", out)
	out, _ = run(t, before, "", "h1", "pwd")
	dir, err := os.Getwd()
	require.NoError(t, err)
	assert.Equal(t, dir+"\n", out)
	out, status = run(t, before, "", "h1", "ping", "-c", "1", "-W", "2", "10.1.0.1")
	assert.Zero(t, status, out)
	out, _ = run(t, before, "", "h1", "sh", "-c", "kill -9 $$")
	assert.Empty(t, out)
	out, status = run(t, before, "", "h1", "csmt-no-such")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "host h1: there is no program csmt-no-such in a folder of PATH: is it installed?")
	out, status = run(t, before, "", "h1", "/etc/passwd")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "host h1: the program /etc/passwd cannot be run: permission denied")
	out, status = run(t, before, "", "h1", "./csmt-no-such")
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "host h1: there is no program ./csmt-no-such: is the path right?")
}

func outputOf(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// A host sees its own files of /etc, as with ip netns exec.
func TestExecOwnFiles(t *testing.T) {
	needRoot(t)
	dir := "/etc/netns/" + unique + "a"
	_, err := os.Stat("/etc/netns")
	fresh := err != nil
	require.NoError(t, os.MkdirAll(dir, 0o755))
	t.Cleanup(func() {
		assert.NoError(t, os.RemoveAll(dir))
		if fresh {
			_ = os.Remove("/etc/netns")
		}
	})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "hosts"), []byte("10.9.9.9 nine\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, unique+"none"), nil, 0o644))
	r := beginRun(t)
	_, err = r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	require.NoError(t, err)
	out, status := run(t, nil, "", "h1", "cat", "/etc/hosts")
	assert.Zero(t, status)
	assert.Equal(t, "10.9.9.9 nine\n", out)
	hosts, err := os.ReadFile("/etc/hosts")
	require.NoError(t, err)
	assert.NotContains(t, string(hosts), "nine")
}

func TestFind(t *testing.T) {
	a := Record{ID: "10", Hosts: []Host{{Station: "h1"}, {Station: "h2"}}}
	b := Record{ID: "11", Hosts: []Host{{Station: "h2"}}}
	runs := []Record{a, b, {ID: "12"}}
	for _, c := range []struct{ run, station, in, fails string }{
		{"", "h1", "10", ""},
		{"11", "h2", "11", ""},
		{"", "h2", "", "the runs 10, 11 each have a host h2: say which, --run 10"},
		{"", "h9", "", "there is no host h9 to enter: there are h1, h2"},
		{"9", "h1", "", "there is no live run 9: there are 10, 11, 12"},
		{"12", "h1", "", "the run 12 has no host to enter"},
	} {
		r, h, err := find(runs, c.run, c.station)
		if c.fails != "" {
			assert.ErrorContains(t, err, c.fails)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, c.in, r.ID)
		assert.Equal(t, c.station, h.Station)
	}
	_, _, err := find(nil, "", "h1")
	assert.ErrorContains(t, err, "there is no live run")
}
