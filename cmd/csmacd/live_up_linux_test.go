package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/tap"
)

// upRun is a csmacd up that a test has started.
type upRun struct {
	*testing.T
	dir  string
	run  *exec.Cmd
	told bytes.Buffer
	done chan error
}

// startUp runs a scenario live, until the test ends or it is ended.
func startUp(t *testing.T, text string, flags ...string) *upRun {
	u := &upRun{T: t, dir: t.TempDir(), done: make(chan error, 1)}
	t.Cleanup(func() { leaveNothing(t, u.dir) })
	file := filepath.Join(u.dir, "cable.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	u.run = u.command(append([]string{"up", file, "--json", filepath.Join(u.dir, "live.json")}, flags...)...)
	u.run.Stdout, u.run.Stderr = &u.told, &u.told
	require.NoError(t, u.run.Start())
	go func() { u.done <- u.run.Wait() }()
	return u
}

// command is csmacd with the run's own run directory.
func (u *upRun) command(args ...string) *exec.Cmd {
	c := exec.Command("csmacd", args...)
	c.Env = append(os.Environ(), host.RunDirEnv+"="+filepath.Join(u.dir, "run"))
	return c
}

// eventually has a command succeed in a host.
func (u *upRun) eventually(in string, command ...string) {
	u.Helper()
	require.Eventually(u, func() bool {
		return u.command(append([]string{"exec", in, "--"}, command...)...).Run() == nil
	}, livePatience, 20*time.Millisecond, "%s: %s", in, strings.Join(command, " "))
}

// memory is what the run has resident, in KiB.
func (u *upRun) memory() (kib uint64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", u.run.Process.Pid))
	require.NoError(u, err)
	i := bytes.Index(status, []byte("VmRSS:"))
	require.GreaterOrEqual(u, i, 0)
	_, err = fmt.Sscan(string(status[i+len("VmRSS:"):]), &kib)
	require.NoError(u, err)
	return kib
}

// drained waits until a host's interface sends no more, and gives the kernel's account:
// frames that have been read from it, and those that it dropped.
func (u *upRun) drained(station string) (read, lost uint64) {
	count := func(what string) uint64 {
		out, err := u.command("exec", station, "--", "cat", "/sys/class/net/"+station+"/statistics/"+what).Output()
		require.NoError(u, err)
		n, err := strconv.ParseUint(strings.TrimSpace(string(out)), 10, 64)
		require.NoError(u, err)
		return n
	}
	last := uint64(0)
	require.Eventually(u, func() bool {
		read = count("tx_packets")
		same := read == last
		last = read
		return same
	}, livePatience, 200*time.Millisecond)
	return read, count("tx_dropped")
}

// lived is the part of a live run's result that tests look at.
type lived struct {
	Medium   struct{ Throughput float64 }
	Stations []struct {
		Name     string
		Counters struct{ FramesTransmittedOK, FramesAbortedDueToXSColls uint64 }
		Queued   uint64 `json:"frames_queued"`
	}
	Live tap.Figures
}

// end ends the run with Ctrl-C, wants that to go well, and gives its result.
func (u *upRun) end() (r lived) {
	u.Helper()
	require.NoError(u, u.run.Process.Signal(unix.SIGINT))
	select {
	case err := <-u.done:
		require.NoError(u, err, u.told.String())
	case <-time.After(livePatience):
		require.Fail(u, "it does not end")
	}
	text, err := os.ReadFile(filepath.Join(u.dir, "live.json"))
	require.NoError(u, err)
	require.NoError(u, json.Unmarshal(text, &r))
	return r
}
