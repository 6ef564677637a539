package tap

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A signal ends a system call that waits, and Go's scheduler sends one to a thread that it takes for busy. The rest of the time is
// waited for, not spent looking at the clock.
func TestASignalDoesNotMakeAWaitBusy(t *testing.T) {
	for name, old := range map[string]bool{"new kernel": false, "old kernel": true} {
		t.Run(name, func(t *testing.T) {
			c, err := newWallClock(0)
			require.NoError(t, err)
			defer c.Close()
			c.(*wallClock).old = old
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			const length = mostBrief * 3 / 4
			self, over, gone := unix.Gettid(), make(chan struct{}), make(chan struct{})
			go func() {
				defer close(gone)
				for {
					select {
					case <-over:
						return
					case <-time.After(length / 4):
						_ = unix.Tgkill(os.Getpid(), self, unix.SIGURG)
					}
				}
			}()
			used := func() time.Duration {
				var u unix.Rusage
				require.NoError(t, unix.Getrusage(unix.RUSAGE_THREAD, &u))
				return time.Duration(u.Utime.Nano() + u.Stime.Nano())
			}
			before := used()
			for range 100 {
				began := c.Now()
				c.Wait(began+length, &ports{})
				assert.GreaterOrEqual(t, c.Now()-began, length)
			}
			assert.Less(t, used()-before, 100*length/4)
			close(over)
			<-gone
		})
	}
}
