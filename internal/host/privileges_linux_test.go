package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dropAndTell sets a host up, drops privileges, prints what every thread of this
// process has and what it may not any more, and takes the host away.
func dropAndTell(args []string) error {
	for range 4 { // threads of all sorts, some with a goroutine of their own
		go func() {
			runtime.LockOSThread()
			select {}
		}()
	}
	r, err := Begin("test")
	if err != nil {
		return err
	}
	for _, name := range []string{"a", "b"} {
		if _, err = r.Up(Spec{Station: name, TAP: "eth0", Netns: args[0] + name}); err != nil {
			return err
		}
	}
	if err := DropPrivileges(false); err != nil {
		return err
	}
	files, err := filepath.Glob("/proc/self/task/*/status")
	if err != nil {
		return err
	}
	fmt.Println("threads", len(files))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "Cap") || strings.HasPrefix(line, "NoNewPrivs") {
				fmt.Println(strings.Join(strings.Fields(line), " "))
			}
		}
	}
	if err := os.Chown("/proc/self/task", 1, 1); err == nil {
		return errors.New("it may change owners")
	}
	return r.Close()
}

// After DropPrivileges no thread has more than it needs, and Close still takes all away.
func TestDropPrivileges(t *testing.T) {
	needRoot(t)
	before := world(t)
	c := command("drop", nil, unique)
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	threads := 0
	_, err = fmt.Sscanf(lines[0], "threads %d", &threads)
	require.NoError(t, err)
	assert.Greater(t, threads, 4)
	const keeps = "0000000000a01000" // 1<<23 SYS_NICE, 1<<21 SYS_ADMIN, 1<<12 NET_ADMIN
	seen := map[string]int{}
	for _, line := range lines[1:] {
		seen[line]++
	}
	for line := range seen {
		assert.Contains(t, []string{
			"CapInh: 0000000000000000", "CapPrm: " + keeps, "CapEff: " + keeps, "CapBnd: " + keeps, "CapAmb: 0000000000000000", "NoNewPrivs: 1",
		}, line)
	}
	assert.Len(t, seen, 6)
	assert.Equal(t, before, world(t))
}
