package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/host"
)

// A command in a host gets its words as they are, and its exit status is csmacd's.
func TestExecAndShell(t *testing.T) {
	if os.Geteuid() != 0 && os.Getenv("CI") == "" {
		t.Skip("it makes a network namespace and a TAP device: run it as root")
	}
	t.Setenv(host.RunDirEnv, t.TempDir())
	assert.Equal(t, "nothing to remove\n", csmacd(t, 0, "", "down"))
	assert.Contains(t, csmacd(t, 1, "", "exec", "h2", "--", "true"), "there is no host h2: there is no live run")

	name := fmt.Sprintf("csmt%dx", os.Getpid())
	r, err := host.Begin("a scenario")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	_, err = r.Up(host.Spec{Station: "h2", TAP: "eth0", Netns: name})
	require.NoError(t, err)

	script := `echo "$CSMACD_HOST $0 $1 $2"; exit 7`
	assert.Equal(t, "h2 -c --run --\n", csmacd(t, 7, "", "exec", "h2", "--", "sh", "-c", script, "-c", "--run", "--"))
	assert.Contains(t, csmacd(t, 0, "", "exec", "h2", "--run", r.ID(), "--", "ip", "-br", "link"), "eth0")
	assert.Contains(t, csmacd(t, 0, "", "exec", "h2", "ip", "link"), "eth0")
	assert.Equal(t, "in\n", csmacd(t, 0, "in\n", "exec", "h2", "--", "cat"))
	assert.Contains(t, csmacd(t, 1, "", "exec", "--run", "1", "h2", "--", "true"), "there are "+r.ID())
	assert.Contains(t, csmacd(t, 127, "", "exec", "h2", "--", "csmt-no-such"), "host h2: there is no program csmt-no-such in a folder of PATH: is it installed?")
	assert.Contains(t, csmacd(t, 126, "", "exec", "h2", "--", "/etc/passwd"), "permission denied")
	assert.Contains(t, csmacd(t, 2, "", "exec", "h2"), "exec takes HOST -- COMMAND")
	assert.Contains(t, csmacd(t, 2, "", "exec", "h2", "ping", "-c", "3", "x"), "write -- before the command")
	assert.Contains(t, csmacd(t, 1, "", "exec", "h3", "--", "true"), "there is no host h3 to enter: there are h2")

	for _, shell := range []string{"", "/bin/sh", "/bin/bash"} {
		t.Setenv("SHELL", shell)
		assert.Equal(t, "h2\n", csmacd(t, 3, "echo $CSMACD_HOST\nexit 3\n", "shell", "h2"))
	}
	assert.Contains(t, csmacd(t, 2, "", "shell", "h2", "ls"), "shell takes one HOST")
	assert.Contains(t, csmacd(t, 0, "", "down"), "still running: run "+r.ID()+" (a scenario)")
	assert.Regexp(t, `(?m)^`+r.ID()+` +a scenario +\S`, csmacd(t, 0, "", "ps"))
	assert.Contains(t, csmacd(t, 2, "", "down", "h2"), "down takes no arguments")
}

// csmacd runs csmacd, wants an exit status, and gives all that it says.
func csmacd(t *testing.T, status int, input string, args ...string) string {
	t.Helper()
	c := exec.Command("csmacd", args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	require.NotNil(t, c.ProcessState, "%v", err)
	assert.Equal(t, status, c.ProcessState.ExitCode(), "csmacd %s: %s", strings.Join(args, " "), out)
	return string(out)
}
