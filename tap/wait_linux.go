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
	mu    sync.RWMutex // protects event, for Wake
	event int          // an eventfd, for Wake; -1 after it was closed
	spin  time.Duration
	polls []unix.PollFd
	of    []*port // the ports of polls
}

func newWallClock(spin time.Duration) (clock, error) {
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("tap: an eventfd: %w", err)
	}
	return &wallClock{began: time.Now(), event: event, spin: spin}, nil
}

func (c *wallClock) Now() time.Duration { return time.Since(c.began) }

func (c *wallClock) Wait(until time.Duration, ports []*port) {
	c.polls = append(c.polls[:0], unix.PollFd{Fd: int32(c.event), Events: unix.POLLIN})
	c.of = append(c.of[:0], nil)
	more := false
	for _, p := range ports {
		if !p.listens() {
			continue
		}
		if fd := p.link.FD(); fd >= 0 {
			c.polls = append(c.polls, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
			c.of = append(c.of, p)
		}
		more = more || p.ready
	}
	if more {
		until = 0 // there is something to read: do not wait
	}
	if !c.poll(until-c.spin) && until > 0 {
		for c.Now() < until && !c.poll(0) {
		}
	}
	for i, p := range c.polls[1:] {
		if p.Revents != 0 {
			c.of[i+1].ready = true
		}
	}
	if c.polls[0].Revents != 0 {
		var count [8]byte
		_, _ = unix.Read(c.event, count[:]) // it is there, or another call has read it
		for _, p := range ports {
			p.ready = p.ready || p.link.FD() < 0
		}
	}
}

// poll waits until an instant; it reports whether something is ready.
func (c *wallClock) poll(until time.Duration) bool {
	timeout := unix.NsecToTimespec(max(0, int64(until-c.Now())))
	n, err := unix.Ppoll(c.polls, &timeout, nil)
	return n > 0 && err == nil
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
