package tap

import (
	"fmt"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// wallClock waits in one system call for a time, for all devices and for Wake. Go's own timers have
// a resolution of a millisecond on an idle machine.
type wallClock struct {
	began time.Time
	spin  time.Duration
	mu    sync.RWMutex // protects event, for Wake
	event int          // an eventfd, for Wake; -1 after it was closed
	awaited
}

func newWallClock(spin time.Duration) (clock, error) {
	c := &wallClock{began: time.Now(), spin: spin, event: -1}
	err := c.awaited.open()
	if err == nil {
		c.event, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	}
	if err == nil {
		err = c.add(c.event)
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("tap: waiting for file descriptors: %w", err)
	}
	return c, nil
}

func (c *wallClock) Now() time.Duration { return time.Since(c.began) }

func (c *wallClock) Wait(until time.Duration, ports *ports) {
	if c.gather(ports) {
		until = 0 // there is something to read: do not wait
	}
	now := c.Now()
	long := until-c.spin-now > mostBrief
	for !c.wait(until - c.spin - now) { // a signal may end it early
		if now = c.Now(); now >= until {
			c.heard = c.heard && !long
			break
		}
	}
	if c.mark(ports) {
		var count [8]byte
		_, _ = unix.Read(c.event, count[:]) // it is there, or another call has read it
		ports.closed()
	}
}

func (c *wallClock) Wake() {
	one := [8]byte{1} // the value is not 0 in either byte order
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.event < 0 {
		return // its number may already belong to another file
	}
	_, _ = unix.Write(c.event, one[:])
}

func (c *wallClock) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	unix.Close(c.event)
	c.event = -1
	c.awaited.close()
}

// exactTimers makes the kernel wake the calling thread in time. Without it the thread may be 50 us
// late, to save power, and late by any time if other programs compute. The latter part needs
// CAP_SYS_NICE; without that the thread has ordinary priority. restore returns the thread to its
// previous state, for whatever Go runs on it next.
func exactTimers(prefer func(thread int)) (restore func()) {
	slack, err1 := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	priority, err2 := unix.Getpriority(unix.PRIO_PROCESS, 0)
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	if err := unix.Setpriority(unix.PRIO_PROCESS, 0, -20); err != nil && prefer != nil {
		prefer(unix.Gettid())
	}
	return func() {
		if err1 == nil {
			_ = unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack), 0, 0, 0)
		}
		if err2 == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 20-priority) // the kernel returns 20 minus the nice value
		}
	}
}
