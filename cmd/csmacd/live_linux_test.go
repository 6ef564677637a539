package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/tooltest"
)

// The scripts under testdata/live are sessions with real hosts: network namespaces, TAP
// interfaces, iperf3. They need root, and run one after the other, since they share the
// machine's names and its time. Each has a run directory of its own; nothing that it
// started, and nothing that csmacd made, may be left when it ends.
func TestLive(t *testing.T) {
	needsHosts(t)
	p := scripts("testdata/live")
	p.Deadline = time.Now().Add(8 * time.Minute) // a command that hangs is killed then
	shared := p.Setup
	p.Setup = func(e *testscript.Env) error {
		e.Setenv(host.RunDirEnv, filepath.Join(e.WorkDir, "run"))
		e.Defer(func() { leaveNothing(e.T().(inTurn).t, e.WorkDir) })
		return shared(e)
	}
	tool := p.Condition
	p.Condition = func(what string) (bool, error) {
		if what == "vlan" {
			return hasVLAN(), nil
		}
		return tool(what)
	}
	p.Cmds["eventually"] = eventually
	p.Cmds["replays"] = replays
	p.Cmds["slows"] = slows
	p.Cmds["signal"] = signalUp
	p.Cmds["killboth"] = killBoth
	p.Cmds["tmpfs"] = tmpfs
	p.Cmds["namespace"] = namespace
	testscript.RunT(inTurn{t}, p)
}

// needsHosts skips a test where real hosts cannot be made.
func needsHosts(t *testing.T) {
	t.Helper()
	if os.Geteuid() == 0 {
		tooltest.Need(t, "ping", "iputils-ping")
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatal("CI has to run this as root")
	}
	t.Skip("hosts need root, or CAP_NET_ADMIN and CAP_SYS_ADMIN, and /dev/net/tun: sudo go test -run Live ./cmd/csmacd")
}

// inTurn is a test whose scripts do not run beside each other.
type inTurn struct{ t *testing.T }

func (i inTurn) Skip(args ...any)  { i.t.Helper(); i.t.Skip(args...) }
func (i inTurn) Fatal(args ...any) { i.t.Helper(); i.t.Fatal(args...) }
func (i inTurn) Log(args ...any)   { i.t.Helper(); i.t.Log(args...) }
func (i inTurn) FailNow()          { i.t.Helper(); i.t.FailNow() }
func (i inTurn) Verbose() bool     { return testing.Verbose() }
func (i inTurn) Parallel()         {}
func (i inTurn) Run(name string, f func(testscript.T)) {
	i.t.Run(name, func(t *testing.T) { f(inTurn{t}) })
}

// patience is how long what should come may take, on a machine that does other things too.
const livePatience = time.Minute

// eventually runs a command again and again until it succeeds: eventually csmacd exec h1 true
func eventually(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: eventually COMMAND...")
	}
	var out []byte
	for until := time.Now().Add(livePatience); ; {
		ctx, cancel := context.WithTimeout(context.Background(), livePatience)
		c := exec.CommandContext(ctx, args[0], args[1:]...)
		path, err := lookPath(ts, args[0])
		ts.Check(err)
		c.Path, c.Err = path, nil
		c.Dir = ts.Getenv("WORK")
		c.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), "CSMACD_RUN_DIR="+ts.Getenv("CSMACD_RUN_DIR"))
		out, err = c.CombinedOutput()
		cancel()
		if err == nil {
			return
		}
		if time.Now().After(until) {
			ts.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// lookPath finds a program along the script's PATH.
func lookPath(ts *testscript.TestScript, name string) (string, error) {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: not found along PATH", name)
}

// replays checks that a recording comes to the very result of the live run, but for what
// only a live one has: replays RESULT.json RECORDING.yaml
func replays(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: replays RESULT.json RECORDING.yaml")
	}
	csmacd, err := lookPath(ts, "csmacd")
	ts.Check(err)
	again, err := exec.Command(csmacd, "run", ts.MkAbs(args[1]), "--quiet", "--json", "-").Output()
	ts.Check(err)
	var live, replayed map[string]json.RawMessage
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &live))
	ts.Check(json.Unmarshal(again, &replayed))
	if _, ok := live["live"]; !ok {
		ts.Fatalf("%s is not the result of a live run", args[0])
	}
	delete(live, "live")
	for key, value := range live {
		if !bytes.Equal(value, replayed[key]) {
			ts.Fatalf("%s: %s live, %s replayed", key, value, replayed[key])
		}
	}
	if len(live) != len(replayed) {
		ts.Fatalf("%d figures live, %d replayed", len(live), len(replayed))
	}
}
