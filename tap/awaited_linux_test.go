package tap

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// tube is a link that reads a pipe. Its descriptor stays the same, but only sure says so.
type tube struct {
	Link
	out, in int
}
type sure struct{ tube }

func (t tube) FD() int { return t.out }
func (sure) steady()   {}

func newTube(t *testing.T) tube {
	var fds [2]int
	require.NoError(t, unix.Pipe2(fds[:], unix.O_NONBLOCK|unix.O_CLOEXEC))
	t.Cleanup(func() { unix.Close(fds[0]); unix.Close(fds[1]) })
	return tube{out: fds[0], in: fds[1]}
}

// A wait ends when a host that is listened to has something, and at its time otherwise; on kernels that
// know the newest call for it and on others; for links that keep their descriptor and for others.
func TestAWaitEndsForThoseThatAreListenedTo(t *testing.T) {
	for name, old := range map[string]bool{"new kernel": false, "old kernel": true} {
		t.Run(name, func(t *testing.T) {
			c, err := newWallClock(0)
			require.NoError(t, err)
			defer c.Close()
			clock := c.(*wallClock)
			clock.old = old
			a, b := newTube(t), newTube(t)
			var s ports
			for _, link := range []Link{sure{a}, b} {
				s.add(newPort(Port{Link: link, Queue: 1}))
			}
			wait := func(length time.Duration) (a, b bool) {
				s.takeReady()
				s.moved = append(s.moved, s.all...)
				began := clock.Now()
				clock.Wait(began+length, &s)
				if !s.all[0].ready && !s.all[1].ready {
					assert.GreaterOrEqual(t, clock.Now()-began, length)
				}
				return s.all[0].ready, s.all[1].ready
			}
			say := func(what tube) { unix.Write(what.in, []byte("x")) }
			check := func(a, b bool) func(isA, isB bool) {
				return func(isA, isB bool) { assert.Equal(t, [2]bool{a, b}, [2]bool{isA, isB}) }
			}
			check(false, false)(wait(time.Millisecond))
			say(a)
			check(true, false)(wait(time.Minute))
			say(b)
			check(true, true)(wait(time.Minute))
			s.all[0].held = 1 // it has no room
			check(false, true)(wait(time.Minute))
			s.all[1].held = 1
			check(false, false)(wait(time.Millisecond))
			s.all[0].held = 0
			check(true, false)(wait(time.Minute))
		})
	}
}

// Go's scheduler is not told of short waits, nor of a long one after a host had something. It is told of all
// waits if there is one processor only, and of those on a cable where nothing happens.
func TestWhichWaitsGoIsToldOf(t *testing.T) {
	const brief, long = mostBrief, 10 * mostBrief
	c, err := newWallClock(0)
	require.NoError(t, err)
	defer c.Close()
	clock := c.(*wallClock)
	a := newTube(t)
	var s ports
	s.add(newPort(Port{Link: sure{a}, Queue: 1}))
	wait := func(length time.Duration) {
		s.takeReady()
		clock.Wait(clock.Now()+length, &s)
	}
	check := func(ofBrief, ofLong bool, when string) {
		t.Helper()
		assert.Equal(t, ofBrief, !clock.quietly(brief), when)
		assert.Equal(t, ofLong, !clock.quietly(long), when)
	}
	clock.several = true
	wait(brief)
	check(false, true, "at first")
	unix.Write(a.in, []byte("x"))
	wait(long)
	check(false, false, "a host has something")
	unix.Read(a.out, make([]byte, 1))
	wait(brief)
	check(false, false, "a frame is under way")
	assert.False(t, clock.quietly(mostQuiet+1), "not for so long")
	wait(long)
	check(false, true, "nothing has happened for a while")
	c.Wake()
	wait(long)
	check(false, true, "another goroutine wanted something")
	clock.several = false
	check(true, true, "one processor")
}
