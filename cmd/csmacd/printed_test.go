package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/usage"
)

// room takes the octets that are left, as on a disk that is almost full, and then no more.
type room struct {
	left int
	err  error
}

func (r *room) Write(p []byte) (int, error) {
	n := min(len(p), r.left)
	if r.left -= n; n < len(p) {
		return n, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: r.err} // another one each time, as that of a file
	}
	return n, nil
}

// printTo runs a command whose standard output is w.
func printTo(w io.Writer, args ...string) error {
	out := &commandline.Output{To: w}
	app := newApp()
	app.Writer = out
	return out.After(app.RunContext(context.Background(), commandline.Arrange(newApp(), append([]string{"csmacd"}, args...))))
}

// Whatever a command prints, it says so if that is lost, at the first octet or the last.
func TestACommandThatCannotPrint(t *testing.T) {
	t.Chdir(t.TempDir())
	plan := quietCable + "sweep: {axes: {\"stations[0].at\": [0m, 1m]}, replications: 1}\n"
	require.NoError(t, os.WriteFile("s.yaml", []byte(quietCable), 0o644))
	require.NoError(t, os.WriteFile("plan.yaml", []byte(plan), 0o644))
	require.NoError(t, os.WriteFile("net.yaml", []byte("phy: 10base-t\nduration: 1ms\ndevices: [{name: h, kind: repeater}]\nstations: [{name: A, via: h}, {name: B, via: h}]\n"), 0o644))
	require.NoError(t, perform(t, "run", "s.yaml", "--quiet", "--json", "r.json"))
	require.NoError(t, perform(t, "sweep", "plan.yaml", "--quiet", "--out", "c"))
	full := errors.New("no space left on device")
	for _, command := range []string{
		"", "help", "--help", "--version", "run --help", "lab --help", "theory", "theory lam --help",
		"phys", "policies", "explain", "explain slot", "explain --json", "schema", "new", "new s2.yaml", "man", "completion bash", "completion zsh", "completion fish",
		"run s.yaml", "validate s.yaml", "compare r.json r.json", "compare r.json r.json --json", "compare c c",
		"lab list", "lab show capture-effect", "lab show capture-effect --scenario",
		"lab --static page", "theory lam --load 0.3 --k 60", "backoff beb --clients 10",
		"path net.yaml", "sweep plan.yaml --out c", "sweep manifest plan.yaml", "merge c", "up --print", "extcap",
	} {
		t.Run(command, func(t *testing.T) {
			var whole strings.Builder
			require.NoError(t, printTo(&whole, strings.Fields(command)...))
			require.NotZero(t, whole.Len())
			// A sweep prints how long it took: the second time it may be some characters shorter.
			for _, left := range []int{0, whole.Len() - min(10, whole.Len())} {
				_ = os.Remove("s2.yaml")
				_ = os.RemoveAll("page")
				err := printTo(&room{left, full}, strings.Fields(command)...)
				require.EqualError(t, err, "standard output: no space left on device")
			}
			_ = os.Remove("s2.yaml")
			_ = os.RemoveAll("page")
			require.NoError(t, printTo(&room{0, syscall.EPIPE}, strings.Fields(command)...), "a reader may leave")
		})
	}
	// What went wrong besides decides the exit status.
	require.NoError(t, os.WriteFile("bad.yaml", nil, 0o644))
	err := printTo(&room{0, full}, "validate", "s.yaml", "bad.yaml")
	require.EqualError(t, err, "standard output: no space left on device")
	for _, cause := range []error{full, syscall.EPIPE} {
		if _, err := os.Stat("/dev/full"); err != nil {
			break // not on this system
		}
		err = printTo(&room{0, cause}, "run", "s.yaml", "--events", "/dev/full")
		require.ErrorContains(t, err, "/dev/full: no space left on device", "nothing else is forgotten over it")
	}
	err = printTo(&room{0, full}, "nonsense")
	require.ErrorContains(t, err, `unknown command "nonsense"`)
	assert.ErrorAs(t, err, new(usage.Error))
}
