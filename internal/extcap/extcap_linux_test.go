package extcap

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/live/relay"
	"github.com/csmacd/csmacd/internal/tooltest"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

const version = "1.2.3"

// The test program is csmacd where it is called so.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"csmacd": func() { os.Exit(Answer(os.Args[1:], version, os.Stdout, os.Stderr)) }})
}

// offering is a live run in the eyes of Wireshark: a record, and a capture on a socket,
// of ten stations that always have a frame to send, a millisecond each so often. It ends
// with the test.
type offering struct {
	*relay.Relay
	id  string
	end func()
}

func offer(t *testing.T, scenario string) *offering {
	dir, err := os.MkdirTemp("", "csmacd") // t.TempDir may be too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv(host.RunDirEnv, dir)
	run, err := host.Begin(scenario)
	require.NoError(t, err)
	t.Cleanup(func() { run.Close() })

	send := []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}}}
	var c bus.Config
	for i := range 10 {
		c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint("h", i), At: phy.Time(i) * phy.Microsecond, Traffic: send})
	}
	net, err := bus.New(c)
	require.NoError(t, err)
	rules := net.Params(0)
	b := relay.New()
	capture, err := trace.NewCapture(trace.NewOutput(b, "capture"), net, &rules, trace.Options{At: trace.AllStations})
	require.NoError(t, err)
	require.NoError(t, capture.Flush())
	b.HeadDone()
	net.Observe(capture)
	require.NoError(t, b.Serve(run.Socket()))

	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-stop:
				tick.Stop()
				return
			case <-tick.C:
			}
			if net.Run(net.Now()+phy.Millisecond) != nil || capture.Flush() != nil {
				return
			}
		}
	}()
	var once sync.Once
	o := &offering{b, run.ID(), func() {
		once.Do(func() {
			close(stop)
			<-stopped
			b.Close()
		})
	}}
	t.Cleanup(o.end)
	return o
}

// home is a home directory with nothing in it but what the test puts there.
func home(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", "")
	return dir
}

// program returns this program's path, under the name csmacd.
func program(t *testing.T) string {
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "csmacd")
	require.NoError(t, os.Symlink(self, path))
	return path
}

// command runs a command for at most two minutes, and returns what it printed.
func command(t *testing.T, name string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	c.WaitDelay = time.Second
	err = c.Run()
	require.NoError(t, ctx.Err(), "%s %v hangs: %s", name, args, errs.String())
	return out.String(), errs.String(), err
}

func needTshark(t *testing.T) {
	t.Helper()
	tooltest.Need(t, "tshark", "tshark")
}

// Wireshark's own tshark finds the installed link, lists the run, and captures from it:
// frames and collisions, of several stations.
func TestWiresharkListsAndCapturesARun(t *testing.T) {
	needTshark(t)
	home(t)
	run := offer(t, "two {odd} hosts")
	self := program(t)
	folders, err := Folders()
	require.NoError(t, err)
	require.NoError(t, Install(io.Discard, folders, self))

	out, errs, err := command(t, "tshark", "-D")
	require.NoError(t, err, errs)
	iface := prefix + run.id
	assert.Contains(t, out, iface+" (csmacd: two (odd) hosts)")

	out, errs, err = command(t, "tshark", "-n", "-i", iface, "-c", "300", "-T", "fields", "-E", "separator=|",
		"-e", "frame.interface_name", "-e", "frame.len", "-e", "eth.type", "-e", "frame.comment")
	require.NoError(t, err, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	assert.Len(t, lines, 300)
	names := map[string]bool{}
	for _, l := range lines {
		name, _, _ := strings.Cut(l, "|")
		names[name] = true
	}
	assert.Greater(t, len(names), 1, "stations")
	assert.True(t, strings.Contains(out, "|64|0x88b5|"), "no frame")
	assert.True(t, strings.Contains(out, "|collision attempt="), "no collision")
	for deadline := time.Now().Add(time.Minute); run.Clients() > 0; time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "the capture goes on though Wireshark has ended")
	}

	// A run that ends, ends the capture.
	_, errs, err = capturing(t, run, "tshark", "-n", "-i", iface, "-c", "100000000", "-q")
	require.NoError(t, err, errs)

	require.NoError(t, Remove(io.Discard, folders))
	out, _, _ = command(t, "tshark", "-D")
	assert.NotContains(t, out, prefix)
}

// capturing runs a command, and ends the run once it captures.
func capturing(t *testing.T, run *offering, name string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	done := make(chan struct{})
	defer func() { <-done }()
	go func() {
		defer close(done)
		for deadline := time.Now().Add(time.Minute); run.Clients() == 0 && time.Now().Before(deadline); {
			time.Sleep(5 * time.Millisecond)
		}
		run.end()
	}()
	return command(t, name, args...)
}

// The arguments in every order and spelling that a Wireshark uses, and what is wrong.
func TestExtcapSentences(t *testing.T) {
	run := offer(t, "a\nb\x00")
	iface := prefix + run.id
	for _, row := range []struct {
		args   string
		status int
		stdout string
		stderr string
	}{
		{"--extcap-interfaces", 0, "extcap {version=" + version + "}{display=csmacd}\ninterface {value=" + iface + "}{display=csmacd: a b }\n", ""},
		{"--extcap-interfaces --extcap-version=4.4", 0, "extcap {version=" + version + "}{display=csmacd}\ninterface {value=" + iface + "}{display=csmacd: a b }\n", ""},
		{"--extcap-interface " + iface + " --extcap-dlts", 0, "dlt {number=1}{name=EN10MB}{display=Ethernet}\n", ""},
		{"--extcap-dlts --extcap-interface=" + iface, 0, "dlt {number=1}{name=EN10MB}{display=Ethernet}\n", ""},
		{"--extcap-config --extcap-interface " + iface, 0, "", ""},
		{"--extcap-interface " + iface + " --extcap-capture-filter=", 0, "", ""},
		{"--extcap-interface " + iface + " --extcap-capture-filter=tcp", 0, noFilters + "\n", ""},
		{"--capture --extcap-interface " + iface + " --fifo /nowhere/fifo", 1, "", "the pipe to Wireshark"},
		{"--capture --extcap-interface " + iface + " --fifo x --extcap-capture-filter tcp", 1, "", noFilters},
		{"--capture --extcap-interface " + iface, 1, "", "--fifo FILE"},
		{"--capture --extcap-interface " + iface + " --fifo", 1, "", "--fifo FILE"},
		{"--capture --extcap-interface csmacd-1 --fifo x", 1, "", `there is no live run "csmacd-1"`},
		{"--capture --fifo x", 1, "", "there is no live run"},
		{"--extcap-later-invention", 1, "", "--extcap-interfaces lists"},
	} {
		var out, errs bytes.Buffer
		assert.Equal(t, row.status, parse(strings.Fields(row.args)).answer(version, &out, &errs, host.Runs), row.args)
		assert.Equal(t, row.stdout, out.String(), row.args)
		if row.stderr == "" {
			assert.Empty(t, errs.String(), row.args)
		}
		assert.Contains(t, errs.String(), row.stderr, row.args)
	}
	_, err := os.Stat("x")
	assert.ErrorIs(t, err, os.ErrNotExist, "no file is made where a pipe should be")

	// A run that has no socket is not listed.
	run.end()
	var out bytes.Buffer
	parse([]string{"--extcap-interfaces"}).answer(version, &out, &out, host.Runs)
	assert.NotContains(t, out.String(), "interface {")
}

func TestOnlyWiresharkIsAnswered(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"run", "x.yaml"}, {"exec", "h1", "--", "prog", "--capture"}, {"extcap", "--install"}} {
		assert.False(t, Asked(args), args)
	}
}

func TestDescribeRun(t *testing.T) {
	r := &host.Record{ID: "12", Scenario: "x"}
	assert.Equal(t, "csmacd: x", describeRun(r))
	for i := range 8 {
		r.Hosts = append(r.Hosts, host.Host{Station: fmt.Sprint("h", i)})
	}
	assert.Equal(t, "csmacd: x (h0, h1, h2, h3, h4, h5, and 2 more)", describeRun(r))
	assert.Equal(t, "csmacd: run 12", describeRun(&host.Record{ID: "12"}))
}

// Whoever reads the pipe goes away while nothing is captured: that ends it too.
func TestCaptureEndsWithItsReader(t *testing.T) {
	b := relay.New()
	defer b.Close()
	dir, err := os.MkdirTemp("", "csmacd")
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	socket, fifo := filepath.Join(dir, "s"), filepath.Join(dir, "fifo")
	b.Write([]byte("the head"))
	b.HeadDone()
	require.NoError(t, b.Serve(socket))
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	ended := make(chan error, 1)
	go func() { ended <- capture(socket, fifo) }()
	f, err := os.Open(fifo)
	require.NoError(t, err)
	head, err := bufio.NewReader(f).Peek(8)
	require.NoError(t, err)
	assert.Equal(t, "the head", string(head))
	require.NoError(t, f.Close())
	select {
	case err := <-ended:
		assert.NoError(t, err)
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
}

func TestInstallTouchesNothingElse(t *testing.T) {
	dir := home(t)
	folders, err := Folders()
	require.NoError(t, err)
	assert.Equal(t, []string{dir + "/.local/lib/wireshark/extcap", dir + "/.config/wireshark/extcap"}, folders)
	var out bytes.Buffer
	require.NoError(t, Install(&out, folders, "/bin/first"))
	require.NoError(t, Install(&out, folders, "/bin/second"), "again")
	for _, f := range folders {
		to, err := os.Readlink(filepath.Join(f, linkName))
		require.NoError(t, err)
		assert.Equal(t, "/bin/second", to)
		assert.Contains(t, out.String(), f)
	}
	out.Reset()
	require.NoError(t, Tell(&out, folders))
	assert.Contains(t, out.String(), "is a link to /bin/second")
	assert.NotContains(t, out.String(), "what is missing")
	require.NoError(t, Remove(&out, folders))
	require.NoError(t, Remove(&out, folders), "again")
	assert.Contains(t, out.String(), "there is no")

	file := filepath.Join(folders[0], linkName)
	require.NoError(t, os.WriteFile(file, []byte("somebody's own"), 0o700))
	assert.ErrorContains(t, Install(&out, folders, "/bin/x"), "is not a link")
	assert.ErrorContains(t, Remove(&out, folders), "is not a link")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "somebody's own", string(text))
}
