package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/host"
)

// processes returns those that have a run directory in their environment: what a test has
// started, and what that has.
func processes(runDir string) (pids []int) {
	want := []byte(host.RunDirEnv + "=" + runDir)
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		env, err := os.ReadFile(path) // it may have ended meanwhile
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && pid != os.Getpid() {
			for _, v := range bytes.Split(env, []byte{0}) {
				if bytes.Equal(v, want) {
					pids = append(pids, pid)
				}
			}
		}
	}
	return pids
}

// runs returns those of the processes that are live runs.
func runs(runDir string) []int { return called(runDir, "up") }

// called returns the csmacd processes with a run directory whose first argument is word.
func called(runDir, word string) (pids []int) {
	for _, pid := range processes(runDir) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		args := bytes.Split(line, []byte{0})
		if len(args) > 1 && filepath.Base(string(args[0])) == "csmacd" && string(args[1]) == word {
			pids = append(pids, pid)
		}
	}
	return pids
}

// end ends processes: politely, then not.
func end(runDir string) (killed []int) {
	for _, sig := range []unix.Signal{unix.SIGINT, unix.SIGKILL} {
		left := processes(runDir)
		if sig == unix.SIGKILL {
			killed = left
		}
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGCONT)
			_ = unix.Kill(pid, sig) // once: a second one is not waited for
		}
		for until := time.Now().Add(30 * time.Second); len(processes(runDir)) > 0 && time.Now().Before(until); {
			time.Sleep(20 * time.Millisecond)
		}
	}
	return killed
}

// leaveNothing ends what a test has left running, and wants no record of a run, nor a
// thing that one made, to be left.
func leaveNothing(t *testing.T, work string) {
	runDir := filepath.Join(work, "run")
	for _, pid := range runs(runDir) {
		if !t.Failed() {
			t.Logf("still running: csmacd up, process %d", pid)
		}
	}
	if killed := end(runDir); len(killed) > 0 {
		t.Errorf("processes %v did not end when interrupted", killed)
	}
	down := exec.Command("csmacd", "down")
	down.Env = append(os.Environ(), host.RunDirEnv+"="+runDir)
	out, err := down.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "nothing to remove") {
		t.Errorf("something was left behind: %s %v", out, err)
	}
}

// killBoth kills the script's csmacd up, and their helpers before them: killboth
func killBoth(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.Getenv(host.RunDirEnv)
	pids := append(called(dir, "(helper)"), runs(dir)...)
	if neg || len(args) > 0 || len(pids) < 2 {
		ts.Fatalf("usage: killboth, while a csmacd up runs")
	}
	for _, pid := range pids {
		ts.Check(unix.Kill(pid, unix.SIGKILL))
	}
}

// signalUp sends the script's csmacd up signals, one after the other: signal STOP
func signalUp(ts *testscript.TestScript, neg bool, args []string) {
	pids := runs(ts.Getenv(host.RunDirEnv))
	if neg || len(args) == 0 || len(pids) == 0 {
		ts.Fatalf("usage: signal NAME..., while a csmacd up runs")
	}
	for _, name := range args {
		sig := unix.SignalNum("SIG" + name)
		if sig == 0 {
			ts.Fatalf("there is no signal %s", name)
		}
		for _, pid := range pids {
			ts.Check(unix.Kill(pid, sig))
		}
		time.Sleep(time.Millisecond)
	}
}

// tmpfs mounts a file system in memory until the script ends: tmpfs DIRECTORY SIZE
func tmpfs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tmpfs DIRECTORY SIZE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+args[1]))
	ts.Defer(func() { ts.Check(unix.Unmount(dir, unix.MNT_DETACH)) })
}

// namespace makes a network namespace that is not csmacd's, until the script ends:
// namespace NAME
func namespace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: namespace NAME")
	}
	ts.Check(exec.Command("ip", "netns", "add", args[0]).Run())
	ts.Defer(func() { ts.Check(exec.Command("ip", "netns", "del", args[0]).Run()) })
}

// hasVLAN reports whether the kernel has interfaces for VLANs.
func hasVLAN() bool {
	const name = "csmvlan"
	err := exec.Command("ip", "link", "add", "link", "lo", "name", name, "type", "vlan", "id", "5").Run()
	_ = exec.Command("ip", "link", "del", "dev", name).Run() // there or not
	return err == nil
}
