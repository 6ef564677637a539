package tap

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/phy"
)

// A run leaves the thread that it ran on as it was.
func TestRunLeavesItsThreadAsItWas(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	is := func() (priority, slack int) {
		priority, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		require.NoError(t, err)
		slack, err = unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
		require.NoError(t, err)
		return priority, slack
	}
	priority, slack := is()
	within := slack
	b := onBench(t, cable(0, 30), 2, Options{Turn: func() { _, within = is() }})
	b.run(phy.Millisecond)
	assert.Equal(t, 1, within, "the test would test nothing")
	after, afterwards := is()
	assert.Equal(t, priority, after)
	assert.Equal(t, slack, afterwards)
}
