package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a killed run left, Down removes, and says so; a live run's it leaves.
func TestDownAfterKill(t *testing.T) {
	needRoot(t)
	before := world(t)
	dead := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"}, Spec{Station: "h2", TAP: unique + "0"})
	live := up(t, Spec{Station: "h3", TAP: "eth0", Netns: unique + "b"})
	runs, err := Runs()
	require.NoError(t, err)
	require.Len(t, runs, 2)
	require.NoError(t, os.WriteFile(runs[0].Socket, nil, 0o600))

	removed, err := Down()
	require.NoError(t, err)
	assert.Empty(t, removed, "both are alive")
	dead.kill()
	assert.Contains(t, ip(t, "netns", "list"), unique+"a", "the test would test nothing")
	removed, err = Down()
	require.NoError(t, err)
	said := strings.Join(removed, "\n")
	assert.Contains(t, said, "namespace "+unique+"a, of run "+strconv.Itoa(dead.pid)+" (test)")
	assert.Contains(t, said, "record of run "+strconv.Itoa(dead.pid))
	assert.NotContains(t, said, unique+"b")
	assert.NoFileExists(t, runs[0].Socket)
	assert.NotContains(t, ip(t, "netns", "list"), unique+"a")
	assert.Contains(t, ip(t, "netns", "list"), unique+"b")
	removed, err = Down()
	require.NoError(t, err)
	assert.Empty(t, removed)
	assert.Empty(t, live.end(t))
	assert.Equal(t, before, world(t))
}

// A killed process that its parent has not waited for is dead all the same.
func TestZombieIsDead(t *testing.T) {
	needRoot(t)
	p := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	require.NoError(t, p.Process.Kill())
	eventually(t, "it lives", func() bool { _, ok := startOf(p.pid); return !ok })
	assert.FileExists(t, "/proc/"+strconv.Itoa(p.pid)+"/stat")
	removed, err := Down()
	require.NoError(t, err)
	assert.NotEmpty(t, removed)
}

// up after kill -9 of the same: the new run has removed what the old one left.
func TestBeginAfterKill(t *testing.T) {
	needRoot(t)
	before := world(t)
	spec := Spec{Station: "h1", TAP: "eth0", Netns: unique + "a", Addresses: prefixes("10.1.0.1/24")}
	up(t, spec).kill()
	r := beginRun(t)
	assert.Contains(t, strings.Join(r.Swept(), "\n"), "namespace "+unique+"a")
	_, err := r.Up(spec)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	assert.Equal(t, before, world(t))
}

// A process that has a dead run's number is not that run, nor is a namespace that has
// its namespace's name.
func TestOnlyTheVerySame(t *testing.T) {
	needRoot(t)
	p := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	dir := runDirectory()
	all, err := dir.records()
	require.NoError(t, err)
	p.kill()
	ip(t, "netns", "del", unique+"a")
	ip(t, "netns", "add", unique+"a")
	r := all[0]
	r.PID = os.Getpid() // alive, but began at another time
	require.NoError(t, dir.write(&r))
	runs, err := Runs()
	require.NoError(t, err)
	assert.Empty(t, runs)
	removed, err := Down()
	require.NoError(t, err)
	assert.Len(t, removed, 1, "the record: %v", removed)
	assert.Contains(t, ip(t, "netns", "list"), unique+"a")
	_, err = Down()
	require.NoError(t, err)

	// Nor after a boot: even the numbers may come again then.
	now, err := identify(unique + "a")
	require.NoError(t, err)
	r.Boot, r.Made[0].Space = "another", now
	require.NoError(t, dir.write(&r))
	_, err = Down()
	require.NoError(t, err)
	assert.Contains(t, ip(t, "netns", "list"), unique+"a")
	r.Boot = boot()
	require.NoError(t, dir.write(&r))
	_, err = Down()
	require.NoError(t, err)
	assert.NotContains(t, ip(t, "netns", "list"), unique+"a", "the test would test nothing")
}

// Killed between making the file and mounting the namespace.
func TestCutShort(t *testing.T) {
	needRoot(t)
	p := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	p.kill()
	require.NoError(t, exec.Command("umount", "/run/netns/"+unique+"a").Run())
	assert.FileExists(t, "/run/netns/"+unique+"a")
	_, err := Down()
	require.NoError(t, err)
	assert.NoFileExists(t, "/run/netns/"+unique+"a")
}

// Two runs that want the same: one gets it, the other an error that says who has it.
func TestTwoRunsClaimTheSame(t *testing.T) {
	needRoot(t)
	first := up(t, Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"}, Spec{Station: "h2", TAP: unique + "0"})
	r := beginRun(t)
	who := "process " + strconv.Itoa(first.pid) + " uses it"
	_, err := r.Up(Spec{Station: "h1", TAP: "eth1", Netns: unique + "a"})
	assert.ErrorContains(t, err, who)
	_, err = r.Up(Spec{Station: "h1", TAP: unique + "0"})
	assert.ErrorContains(t, err, who)
	assert.Empty(t, first.end(t))
	_, err = r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	assert.NoError(t, err)
}

// Many begin and want the same at once: exactly one has it at a time.
func TestRace(t *testing.T) {
	needRoot(t)
	before := world(t)
	const runners = 6
	var wg sync.WaitGroup
	got := make([]error, runners)
	runs := make([]*Run, runners)
	for i := range runners {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r, err := Begin("test")
			if runs[i] = r; err == nil {
				_, err = r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
			}
			got[i] = err
		}()
	}
	wg.Wait()
	won := 0
	for i, err := range got {
		if err == nil {
			won++
		} else {
			assert.ErrorContains(t, err, "is taken")
		}
		require.NotNil(t, runs[i])
		assert.NoError(t, runs[i].Close())
	}
	assert.Equal(t, 1, won)
	assert.Equal(t, before, world(t))
}

// A stopped process that holds the lock is told of, not waited for without end; Close
// takes its own things away all the same.
func TestLockHeld(t *testing.T) {
	needRoot(t)
	r := beginRun(t)
	_, err := r.Up(Spec{Station: "h1", TAP: "eth0", Netns: unique + "a"})
	require.NoError(t, err)
	unlock, err := r.dir.lock()
	require.NoError(t, err)
	defer func(was time.Duration) { patience = was }(patience)
	patience = 50 * time.Millisecond
	_, err = Begin("test")
	assert.ErrorContains(t, err, "another process has held the lock")
	_, err = Down()
	assert.ErrorContains(t, err, "another process has held the lock")
	assert.ErrorContains(t, r.Close(), "another process has held the lock")
	assert.NotContains(t, ip(t, "netns", "list"), unique+"a")
	unlock()
}

// What else is in the run directory is not a run's.
func TestDownDoesNotTouchOtherFiles(t *testing.T) {
	needRoot(t)
	other := filepath.Join(os.Getenv(RunDirEnv), "notes.txt")
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	p := up(t)
	p.kill()
	_, err := Down()
	require.NoError(t, err)
	assert.FileExists(t, other)
}
