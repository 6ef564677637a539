package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// hard are inputs that a command is long busy with, or waits for without end.
var hard = map[string]string{
	"long.yaml": "duration: 100000s\nstations: [{name: \"h%d\", count: 3, traffic: {kind: saturated, size: 64}}]\n",
	"soft.yaml": "stations: [{name: a, attach: {soft: {address: 10.0.0.9/24}}}, {name: b, traffic: {kind: poisson, load: 0.2}}]\n",
	"pico.yaml": `duration: 10s
stations:
  - {name: a, traffic: {kind: frames, count: 100000000, start: 0s, interval: 1ps, size: 64}}
  - {name: b, traffic: {kind: onoff, on: 1s, off: 1s, interval: 1ps, size: 64}}
`,
	"instant.yaml": `until: {idle: true}
stations: [{name: a, traffic: {kind: frames, count: 1000000000, start: 0s, interval: 0s, size: 64}}, {name: b}]
`,
	"step.yaml": `medium: {kind: store, leg: {normal: [1ps, 0ps], abs: true}}
until: {idle: true}
backoff: none
stations: [{name: "c%d", count: 200000}]
`,
	"million.yaml": `medium: {kind: submit, descriptors: 800, per_job: 20, sense_below: 100, service: 1ps, startup: 1ps, down: 1ps}
duration: 120s
stations: [{name: "c%d", count: 1000000, discipline: fixed}]
`,
	"plan.yaml": `duration: 100000s
stations: [{name: "h%d", count: 3, traffic: {kind: saturated, size: 64}}]
sweep: {replications: 2, axes: {"stations[0].count": [2, 3]}}
`,
	"points.yaml": `duration: 1ms
stations: [{name: "h%d", count: 3, traffic: {kind: saturated, size: 64}}]
sweep: {replications: 1, axes: {"stations[0].count": {from: 2, to: 101, step: 1}, "stations[0].traffic.size": {from: 64, to: 1063, step: 1}}}
`,
	"replay.yaml": "stations: [{name: a, traffic: {kind: pcap, file: pipe}}, {name: b}]\nduration: 1s\n",
	"draws.yaml":  "medium: {kind: store, leg: {normal: [10ms, 2ms], abs: true}}\nuntil: {idle: true}\ndraws: pipe\nbackoff: none\nstations: [{name: a}]\n",
	"lab.md":      "# long\n",
	"lab.yaml": `title: long
question: How long?
scenario:
  duration: 100000s
  stations: [{name: "h%d", count: 3, traffic: {kind: saturated, size: 64}}]
questions:
  - ask: How many frames?
    answer: run.medium.frames_sent
    hint: Many.
`,
}

// A single signal ends a command, whatever it is at: it says so, has the exit status that
// shells give, and leaves files that can be read.
func TestOneSignalEnds(t *testing.T) {
	for _, test := range []struct {
		args   string
		signal unix.Signal
		busy   func(*commanded)
		says   string
	}{
		// It reads, and nobody writes.
		{"run -", unix.SIGINT, (*commanded).readsInput, "while reading standard input; nothing was written"},
		{"up -", unix.SIGTERM, (*commanded).readsInput, "while reading standard input; nothing was written"},
		{"run pipe --json r.json", unix.SIGINT, (*commanded).readsPipe, "while reading pipe; nothing was written"},
		{"run replay.yaml --json r.json", unix.SIGHUP, (*commanded).readsPipe, "while reading replay.yaml; nothing was written"},
		{"run draws.yaml", unix.SIGTERM, (*commanded).readsPipe, "while reading draws.yaml; nothing was written"},
		{"compare pipe r.json", unix.SIGINT, (*commanded).readsPipe, "csmacd compare"},
		{"plot pipe --out p.svg", unix.SIGTERM, (*commanded).readsPipe, "csmacd plot"},
		{"merge pipes", unix.SIGHUP, (*commanded).readsPipe, "csmacd merge"},

		// It writes, and nobody reads.
		{"run long.yaml --events - --pcap c.pcapng", unix.SIGINT, (*commanded).writes, "while running long.yaml; no result"},
		{"run long.yaml --events e.jsonl --series pipe --interval 100ms --pcap c.pcapng", unix.SIGTERM, appears("c.pcapng"), "while opening the outputs of long.yaml; no result"},
		{"run long.yaml --events pipe --pcap c.pcapng --json r.json -q", unix.SIGHUP, (*commanded).fillsPipe, "long.yaml stopped at .* the result is marked as not complete"},

		// It computes.
		{"run long.yaml --json r.json --events e.jsonl --pcap c.pcapng --series s.csv --interval 100ms -q", unix.SIGTERM, (*commanded).computes, "long.yaml stopped at"},
		{"run pico.yaml --json r.json --events e.jsonl --pcap c.pcapng", unix.SIGINT, (*commanded).computes, "pico.yaml stopped at"},
		{"run instant.yaml --json r.json --events e.jsonl", unix.SIGHUP, (*commanded).computes, "instant.yaml stopped at 0s"},
		{"run step.yaml --json r.json", unix.SIGINT, (*commanded).computes, "step.yaml"},
		{"run million.yaml --json r.json", unix.SIGINT, (*commanded).computes, "million.yaml"},
		{"sweep plan.yaml --out folder --jobs 2", unix.SIGHUP, (*commanded).computes, "0 of 4 runs are done and kept in folder: the same command continues"},
		{"validate points.yaml", unix.SIGINT, (*commanded).computes, "while reading points.yaml"},
		{"draw long.yaml --from 90000s --to 90000.001s --out d.svg", unix.SIGTERM, (*commanded).computes, "as far as the diagram needs; nothing was written"},
		{"backoff full-jitter decorrelated --clients 1000000 -n 100", unix.SIGINT, (*commanded).computes, "csmacd backoff"},
		{"lab --dir . check lab 1 5", unix.SIGINT, (*commanded).computes, "csmacd lab"},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			if strings.HasPrefix(test.args, "up ") && os.Geteuid() != 0 {
				t.Skip("hosts need root: without it csmacd up may end before it reads")
			}
			cooperates := strings.Contains(test.says, "stopped at") || strings.Contains(test.says, "are done")
			e := exec.Command("csmacd", strings.Fields(test.args)...)
			if cooperates {
				e.Env = []string{graceEnv + "=1m"}
			}
			c := start(t, e)
			test.busy(c)
			require.NoError(t, c.Process.Signal(test.signal))
			c.ends()
			assert.Equal(t, 128+int(test.signal), c.ProcessState.ExitCode())
			assert.Regexp(t, "(?m)^csmacd: interrupted by "+unix.SignalName(test.signal)+" ?:? .*"+test.says, c.stderr.String())
			c.leavesValidFiles()
			if cooperates && strings.Contains(test.args, "--json r.json") {
				text, err := os.ReadFile(c.path("r.json"))
				require.NoError(t, err)
				assert.Contains(t, string(text), `"complete": false`)
			}
		})
	}
}

// A signal is the usual end of a command that goes on until one ends it.
func TestSignalsThatAreTheUsualEnd(t *testing.T) {
	for _, test := range []struct {
		args   string
		busy   func(*commanded)
		signal unix.Signal
	}{
		{"up soft.yaml --events e.jsonl", appears("e.jsonl"), unix.SIGINT},
		{"up soft.yaml --events e.jsonl", appears("e.jsonl"), unix.SIGTERM},
		{"up soft.yaml --events e.jsonl", appears("e.jsonl"), unix.SIGHUP},
		{"lab --no-open", (*commanded).writes, unix.SIGINT},
		{"lab --no-open", (*commanded).writes, unix.SIGTERM},
	} {
		t.Run(test.args+" "+unix.SignalName(test.signal), func(t *testing.T) {
			t.Parallel()
			c := start(t, exec.Command("csmacd", strings.Fields(test.args)...))
			test.busy(c)
			require.NoError(t, c.Process.Signal(test.signal))
			c.ends()
			assert.Zero(t, c.ProcessState.ExitCode(), c.stderr.String())
			assert.NotContains(t, c.stderr.String(), "csmacd:", "there is nothing to complain about")
		})
	}
}

// A live run ends when the reader of its standard output has gone, and says that this is why.
func TestALiveRunEndsWithItsReader(t *testing.T) {
	for args, status := range map[string]int{"": 0, "--quiet": 0, "--quiet --duration 60s": 130} {
		c := start(t, exec.Command("csmacd", strings.Fields("up soft.yaml --events - "+args)...))
		c.writes()
		require.NoError(t, c.out.(io.Closer).Close())
		c.ends()
		assert.Equal(t, status, c.ProcessState.ExitCode(), args)
		assert.Contains(t, c.stderr.String(), "csmacd: the reader of standard output has gone, which ends the run\n")
	}
}

// A live run that has an end of its own is not complete if it is ended before.
func TestALiveRunThatIsEndedEarlyIsNotComplete(t *testing.T) {
	for _, end := range []string{"--duration 60s", "--set until.frames_sent=1000000"} {
		c := start(t, exec.Command("csmacd", strings.Fields("up soft.yaml --events e.jsonl --json r.json "+end)...))
		appears("e.jsonl")(c)
		require.NoError(t, c.Process.Signal(unix.SIGINT))
		c.ends()
		assert.Equal(t, 130, c.ProcessState.ExitCode())
		assert.Contains(t, c.stderr.String(), "csmacd: interrupted by SIGINT: soft did not reach its own end: interrupted; the result is marked as not complete\n")
		text, err := os.ReadFile(c.path("r.json"))
		require.NoError(t, err)
		assert.Contains(t, string(text), `"complete": false`)
	}
}

// Under nohup a terminal's end is not one of the command.
func TestNohup(t *testing.T) {
	c := start(t, exec.Command("csmacd", "run", "long.yaml"))
	c.computes()
	assert.False(t, ignored(t, c.Process.Pid, unix.SIGHUP))
	require.NoError(t, c.Process.Signal(unix.SIGINT))
	c.ends()

	path, err := exec.LookPath("csmacd")
	require.NoError(t, err)
	c = start(t, exec.Command("sh", "-c", `trap "" HUP; exec "$0" run long.yaml`, path))
	c.computes()
	assert.True(t, ignored(t, c.Process.Pid, unix.SIGHUP))
	require.NoError(t, c.Process.Signal(unix.SIGINT))
	c.ends()
	assert.Equal(t, 130, c.ProcessState.ExitCode())
}

// ignored reports whether a process ignores a signal.
func ignored(t *testing.T, pid int, s unix.Signal) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^SigIgn:\s*([0-9a-f]+)$`).FindSubmatch(text)
	mask, err := strconv.ParseUint(string(found[1]), 16, 64)
	require.NoError(t, err)
	return mask>>(s-1)&1 == 1
}

// commanded is a command that was started in a folder with the hard inputs.
type commanded struct {
	*exec.Cmd
	t      *testing.T
	in     io.WriteCloser
	out    io.Reader
	stderr bytes.Buffer
	ended  chan struct{}
}

func start(t *testing.T, e *exec.Cmd) *commanded {
	c := &commanded{Cmd: e, t: t, ended: make(chan struct{})}
	c.Dir = t.TempDir()
	for name, text := range hard {
		require.NoError(t, os.WriteFile(c.path(name), []byte(text), 0o644))
	}
	require.NoError(t, unix.Mkfifo(c.path("pipe"), 0o644))
	require.NoError(t, os.Mkdir(c.path("pipes"), 0o755))
	require.NoError(t, os.Symlink("../pipe", c.path("pipes/campaign.json")))
	c.Env = append(append(os.Environ(), e.Env...), "CSMACD_RUN_DIR="+c.path("runs"))
	c.Stderr = &c.stderr
	in, toIn, err := os.Pipe()
	require.NoError(t, err)
	fromOut, out, err := os.Pipe()
	require.NoError(t, err)
	c.Stdin, c.Stdout, c.in, c.out = in, out, toIn, fromOut
	require.NoError(t, c.Start())
	in.Close()
	out.Close()
	go func() {
		_ = c.Wait()
		close(c.ended)
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill() // of one that has ended, an error
		<-c.ended
		toIn.Close()
		fromOut.Close()
	})
	return c
}

func (c *commanded) path(name string) string { return filepath.Join(c.Dir, name) }

// until waits until something is so while the command runs.
func (c *commanded) until(so func() bool) {
	for !so() {
		select {
		case <-c.ended:
			require.Fail(c.t, "it has ended", "%s", c.stderr.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// computes waits until it has computed for a while.
func (c *commanded) computes() {
	const ticks = 15 // of 10 ms
	c.until(func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
		if err != nil {
			return false
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		return user+system >= ticks
	})
}

// readsInput waits until it reads standard input: more is written than a pipe holds.
func (c *commanded) readsInput() {
	_, err := c.in.Write(bytes.Repeat([]byte("#\n"), 1<<15+1))
	require.NoError(c.t, err)
}

// readsPipe waits until it has opened the pipe to read it.
func (c *commanded) readsPipe() {
	c.until(func() bool {
		fd, err := unix.Open(c.path("pipe"), unix.O_WRONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		if err == nil {
			c.t.Cleanup(func() { unix.Close(fd) })
		}
		return err == nil
	})
}

// writes waits until it has written to standard output.
func (c *commanded) writes() {
	_, err := io.ReadFull(c.out, make([]byte, 1))
	require.NoError(c.t, err)
}

// fillsPipe opens the pipe, reads a little, and no more.
func (c *commanded) fillsPipe() {
	f, err := os.OpenFile(c.path("pipe"), os.O_RDONLY, 0)
	require.NoError(c.t, err)
	c.t.Cleanup(func() { f.Close() })
	_, err = io.ReadFull(f, make([]byte, 1))
	require.NoError(c.t, err)
}

// appears waits until a file is there.
func appears(name string) func(*commanded) {
	return func(c *commanded) {
		c.until(func() bool {
			_, err := os.Stat(c.path(name))
			return err == nil
		})
	}
}

// ends waits for the end. A command has a second; the machine may have other things to do.
func (c *commanded) ends() {
	select {
	case <-c.ended:
	case <-time.After(20 * time.Second):
		require.Fail(c.t, "one signal does not end it")
	}
}

// leavesValidFiles looks at all files that the command made.
func (c *commanded) leavesValidFiles() {
	err := filepath.WalkDir(c.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := d.Name()
		assert.False(c.t, strings.HasPrefix(name, ".csmacd-"), "a part of a file is left: %s", name)
		switch filepath.Ext(name) {
		case ".json":
			assert.True(c.t, json.Valid(text), "%s is not JSON: %.100q", name, text)
		case ".jsonl":
			for line := range bytes.Lines(text) {
				if !assert.True(c.t, json.Valid(line) && bytes.HasSuffix(line, []byte("\n")), "%s: %q", name, line) {
					break
				}
			}
		case ".csv":
			for line := range bytes.Lines(text) {
				if !assert.True(c.t, bytes.HasSuffix(line, []byte("\n")), "%s: %q", name, line) {
					break
				}
			}
		case ".pcapng":
			assert.NotEmpty(c.t, text, name)
			for len(text) > 0 {
				size := len(text) + 1
				if len(text) >= 12 {
					size = int(binary.LittleEndian.Uint32(text[4:]))
				}
				if !assert.True(c.t, size <= len(text), "%s ends within a block", name) {
					break
				}
				text = text[size:]
			}
		case ".svg":
			assert.True(c.t, bytes.HasSuffix(bytes.TrimSpace(text), []byte("</svg>")), name)
		}
		return nil
	})
	require.NoError(c.t, err)
}
