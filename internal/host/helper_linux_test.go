package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tests start this program again in parts of their own: see parts.
const partEnv = "CSMACD_TEST_PART"

func TestMain(m *testing.M) {
	if part := os.Getenv(partEnv); part != "" {
		if err := parts[part](os.Args[1:]); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var parts = map[string]func(args []string) error{
	"up":   func(args []string) error { return upAndWait(args) },
	"down": func([]string) error { removed, err := Down(); fmt.Println(strings.Join(removed, "\n")); return err },
	"exec": func(args []string) error {
		_, h, err := Find("", args[0])
		if err != nil {
			return err
		}
		return h.Exec(args[1:], append(os.Environ(), "CSMT_GREETING=hello"))
	},
	"rootless": func(args []string) error {
		inside, err := Rootless(true)
		if err != nil {
			return err
		}
		if !inside {
			return errors.New("not inside")
		}
		return upAndWait(args)
	},
	"drop": dropAndTell,
}

// upAndWait sets up a host for each specification, as JSON, says "up", and takes all
// away when its input ends.
func upAndWait(args []string) error {
	r, err := Begin("test")
	if err != nil {
		return err
	}
	for _, a := range args {
		var s Spec
		if err := json.Unmarshal([]byte(a), &s); err != nil {
			return err
		}
		if _, err := r.Up(s); err != nil {
			return errors.Join(err, r.Close())
		}
	}
	if err := DropPrivileges(false); err != nil { // as csmacd up does
		return errors.Join(err, r.Close())
	}
	fmt.Println("up", os.Getpid())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return r.Close()
}

// part is this program, started again.
type part struct {
	*exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
	pid   int // of the run: a command before it may have been replaced
}

// command is this program in a part, with commands before it.
func command(name string, before []string, args ...string) *exec.Cmd {
	argv := append(append(before, "/proc/self/exe"), args...)
	if len(before) > 0 {
		argv[len(before)] = os.Args[0]
	}
	c := exec.Command(argv[0], argv[1:]...)
	c.Env = append(os.Environ(), partEnv+"="+name)
	return c
}

// start starts a command, has it ended when the test ends, and gives its first line.
func start(t *testing.T, c *exec.Cmd) (*part, string) {
	t.Helper()
	p := &part{Cmd: c}
	var err error
	p.in, err = c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	c.Stderr = os.Stderr
	require.NoError(t, c.Start())
	t.Cleanup(p.kill)
	timer := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	defer timer.Stop()
	p.lines = bufio.NewScanner(out)
	require.True(t, p.lines.Scan(), "it said nothing")
	line := p.lines.Text()
	if pid, ok := strings.CutPrefix(line, "up "); ok {
		p.pid, err = strconv.Atoi(pid)
		require.NoError(t, err)
	}
	return p, line
}

// up starts this program to set up hosts.
func up(t *testing.T, specs ...Spec) *part {
	t.Helper()
	p, line := start(t, command("up", nil, encode(t, specs)...))
	require.Contains(t, line, "up ", line)
	return p
}

func encode(t *testing.T, specs []Spec) (args []string) {
	t.Helper()
	for _, s := range specs {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		args = append(args, string(text))
	}
	return args
}

func (p *part) kill() {
	if p.ProcessState == nil {
		_ = p.Process.Kill()
		_ = p.Wait()
	}
}

// end has it take all away, and gives what it says then.
func (p *part) end(t *testing.T) string {
	t.Helper()
	require.NoError(t, p.in.Close())
	said := ""
	for p.lines.Scan() {
		said += p.lines.Text() + "\n"
	}
	_ = p.Wait()
	return said
}

// needRoot skips a test that makes namespaces and devices where that is not allowed;
// in CI it must be.
func needRoot(t *testing.T) {
	t.Helper()
	f, err := os.OpenFile("/dev/net/tun", os.O_RDWR, 0)
	if err == nil {
		f.Close()
	}
	if (os.Geteuid() != 0 || err != nil) && os.Getenv("CI") == "" {
		t.Skip("it makes network namespaces and TAP devices: run it as root, with /dev/net/tun")
	}
	t.Setenv(RunDirEnv, t.TempDir())
	t.Cleanup(func() { removeAll(t) })
}

// unique begins each name that these tests give.
var unique = "csmt" + strconv.FormatInt(int64(os.Getpid()), 36)

// world lists what of these tests' names is there, as iproute2 has it, and the run
// directory's files.
func world(t *testing.T) (list []string) {
	t.Helper()
	for _, what := range [][]string{{"netns", "list"}, {"-o", "link"}} {
		for _, line := range strings.Split(ip(t, what...), "\n") {
			if strings.Contains(line, unique) {
				list = append(list, line)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(os.Getenv(RunDirEnv), "*"))
	require.NoError(t, err)
	for _, f := range files {
		if filepath.Base(f) != "lock" {
			list = append(list, f)
		}
	}
	return list
}

// removeAll removes all that has one of these tests' names.
func removeAll(t *testing.T) {
	for _, line := range world(t) {
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' || r == '@' }) {
			if strings.HasPrefix(word, unique) {
				_ = exec.Command("ip", "netns", "del", word).Run()
				_ = exec.Command("ip", "link", "del", word).Run()
				break
			}
		}
	}
}

func ip(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("ip", args...).CombinedOutput()
	require.NoError(t, err, "ip %s: %s", strings.Join(args, " "), out)
	return string(out)
}

// inNetns is ip in a namespace.
func inNetns(t *testing.T, name string, args ...string) string {
	t.Helper()
	return ip(t, append([]string{"-n", name}, args...)...)
}

func prefixes(list ...string) (p []netip.Prefix) {
	for _, s := range list {
		p = append(p, netip.MustParsePrefix(s))
	}
	return p
}

// eventually waits for something to be so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), what)
	}
}
