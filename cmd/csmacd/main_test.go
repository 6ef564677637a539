package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/leak"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"csmacd": func() {
		if long, err := time.ParseDuration(os.Getenv(graceEnv)); err == nil {
			exit.Grace = long
		}
		main()
	}})
}

// graceEnv tells a command how long it has after a signal, so that it ends by itself however
// slow the machine is.
const graceEnv = "CSMACD_TEST_GRACE"

// tests are all tests of this program, which is csmacd as well where it is called so.
// Nothing goes on when they are over.
type tests struct{ *testing.M }

func (t tests) Run() int {
	apart()
	interruptible()
	// A csmacd that the race detector watches would sleep for a second before it exits.
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0")
	return leak.Run(t.M)
}

// The scripts under testdata are sessions of users.
func TestScripts(t *testing.T) { testscript.Run(t, scripts("testdata")) }

// scripts says how the scripts of a folder are run.
func scripts(dir string) testscript.Params {
	return testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LC_ALL", "C.UTF-8")
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Condition: func(what string) (bool, error) {
			// "tool:NAME" holds where the tool is installed. In CI it must be.
			name, ok := strings.CutPrefix(what, "tool:")
			if !ok {
				return false, fmt.Errorf("no condition %q", what)
			}
			_, err := exec.LookPath(name)
			if err != nil && os.Getenv("CI") != "" {
				return false, fmt.Errorf("%s is not installed, and CI needs it", name)
			}
			return err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"interrupted": interrupted,
		},
	}
}

// interrupted runs a command, sends it Ctrl-C after a moment, and wants the status
// 130: interrupted csmacd ...
func interrupted(ts *testscript.TestScript, neg bool, args []string) {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	for moment := 500 * time.Millisecond; ; moment *= 2 {
		c := exec.Command(path, args[1:]...)
		c.Dir = ts.Getenv("WORK")
		c.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), graceEnv+"=1m")
		var said bytes.Buffer
		c.Stdout, c.Stderr = ts.Stdout(), io.MultiWriter(ts.Stderr(), &said)
		ts.Check(c.Start())
		time.Sleep(moment)
		ts.Check(c.Process.Signal(syscall.SIGINT))
		_ = c.Wait()
		got := c.ProcessState.ExitCode()
		if (got == -1 || strings.Contains(said.String(), "stopped at 0s of")) && moment < 30*time.Second {
			continue // on a busy machine it had not begun to listen for signals, and was killed, or had not begun to run
		}
		if (got == 130) == neg {
			ts.Fatalf("exit status %d", got)
		}
		return
	}
}
