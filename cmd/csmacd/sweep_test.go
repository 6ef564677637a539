package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// The scripts under testdata/sweep are sessions of users who run plans.
func TestSweepScripts(t *testing.T) {
	p := scripts("testdata/sweep")
	p.Cmds["killed"] = killed
	p.Cmds["locked"] = locked
	testscript.Run(t, p)
}

// killed runs a sweep and kills it, as nothing can be told in advance, once it has written
// some more records into its folder: killed csmacd sweep FILE --out DIR ...
func killed(ts *testscript.TestScript, _ bool, args []string) {
	dir := ""
	for i, arg := range args[:len(args)-1] {
		if arg == "--out" {
			dir = ts.MkAbs(args[i+1])
		}
	}
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	c := exec.Command(path, args[1:]...)
	c.Dir = ts.Getenv("WORK")
	c.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"))
	c.Stdout, c.Stderr = ts.Stdout(), ts.Stderr()
	before := written(dir)
	ts.Check(c.Start())
	for end := time.Now().Add(time.Minute); written(dir) < before+20_000; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("no records after a minute")
		}
	}
	ts.Check(c.Process.Kill())
	if err := c.Wait(); err == nil {
		ts.Fatalf("it was done before it was killed")
	}
}

// written is how much is in a campaign's records, in octets.
func written(dir string) (size int64) {
	list, _ := filepath.Glob(filepath.Join(dir, "records", "*.jsonl"))
	for _, path := range list {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	return size
}

// locked waits until a process holds a lock: locked FILE.
func locked(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			l := flock.New(path)
			ok, err := l.TryRLock()
			ts.Check(l.Close())
			if err == nil && !ok {
				return
			}
		}
		if time.Now().After(end) {
			ts.Fatalf("nobody holds %s", path)
		}
	}
}

// The library's plans are right, and say how they are run; TestLibraryCommands runs them.
func TestExperiments(t *testing.T) {
	files, err := filepath.Glob("../../testdata/experiments/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			head, _, _ := strings.Cut(string(text), "\nname: ")
			assert.Contains(t, head, "?\n#\n", "its question")
			assert.Contains(t, head, "#\tcsmacd sweep "+filepath.Base(file))
			s, err := scenario.Parse(file, text, scenario.Options{Set: []string{"duration=20ms", "warmup=0s", "sweep.replications=2"}})
			require.NoError(t, err)
			require.NotNil(t, s.Sweep)
		})
	}
}
