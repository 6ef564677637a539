package soft

import (
	order "container/heap"
	"sync"
	"time"

	"gvisor.dev/gvisor/pkg/tcpip"

	"github.com/csmacd/csmacd/phy"
)

// clock is the clock of hosts in virtual time, and what is to happen by it. What happens at one
// instant happens in the order in which it was asked for: nothing depends on the order of a map or
// of goroutines.
type clock struct {
	mu      sync.Mutex // a stack also sets its timers from goroutines of its own
	now     phy.Time
	asked   uint64
	pending pending
}

// alarm is a function that is to be called at an instant, for a host.
type alarm struct {
	at    phy.Time
	order uint64
	host  *host
	call  func()
	place int // in pending; negative: it is not there
}

// pending are the alarms to come, as a heap.
type pending []*alarm

func (p pending) Len() int { return len(p) }
func (p pending) Less(i, j int) bool {
	return p[i].at < p[j].at || p[i].at == p[j].at && p[i].order < p[j].order
}

func (p pending) Swap(i, j int) {
	p[i], p[j] = p[j], p[i]
	p[i].place, p[j].place = i, j
}

func (p *pending) Push(x any) {
	a := x.(*alarm)
	a.place = len(*p)
	*p = append(*p, a)
}

func (p *pending) Pop() any {
	last := len(*p) - 1
	a := (*p)[last]
	(*p)[last] = nil
	*p = (*p)[:last]
	a.place = -1
	return a
}

// set arranges for an alarm to go off at an instant, in place of the one at which it would have.
func (c *clock) set(a *alarm, at phy.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(a)
	c.asked++
	a.at, a.order = max(at, c.now), c.asked
	order.Push(&c.pending, a)
}

// after is set for an instant that is some time from now.
func (c *clock) after(a *alarm, d time.Duration) {
	c.set(a, c.time()+min(phy.Time(max(d, 0)), phy.MaxTime/phy.Nanosecond)*phy.Nanosecond)
}

// remove takes an alarm back. It returns false if it has gone off, or was never set.
func (c *clock) remove(a *alarm) bool {
	if a.place < 0 {
		return false
	}
	order.Remove(&c.pending, a.place)
	return true
}

// next returns the instant of the next alarm, or phy.Forever.
func (c *clock) next() phy.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 {
		return phy.Forever
	}
	return c.pending[0].at
}

// due returns the next alarm that goes off by now, or nil.
func (c *clock) due() *alarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 || c.pending[0].at > c.now {
		return nil
	}
	return order.Pop(&c.pending).(*alarm)
}

// reach moves the clock on to an instant.
func (c *clock) reach(now phy.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

func (c *clock) time() phy.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// watch is the clock as the stack of one host sees it.
type watch struct {
	*clock
	host *host
}

var _ tcpip.Clock = watch{}

// began is the date on which every run in virtual time begins: a stack wants one.
var began = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// elapsed is the time since a moment before the run: a stack takes 0 for an instant that it does not know.
func (w watch) elapsed() time.Duration { return time.Second + time.Duration(w.time()/phy.Nanosecond) }

// Now implements [tcpip.Clock].
func (w watch) Now() time.Time { return began.Add(w.elapsed()) }

// NowMonotonic implements [tcpip.Clock].
func (w watch) NowMonotonic() tcpip.MonotonicTime {
	var origin tcpip.MonotonicTime
	return origin.Add(w.elapsed())
}

// AfterFunc implements [tcpip.Clock].
func (w watch) AfterFunc(d time.Duration, f func()) tcpip.Timer {
	t := &timer{w, alarm{host: w.host, call: f, place: -1}}
	t.Reset(d)
	return t
}

// timer is a timer of a stack.
type timer struct {
	watch watch
	alarm alarm
}

// Reset implements [tcpip.Timer].
func (t *timer) Reset(d time.Duration) { t.watch.after(&t.alarm, d) }

// Stop implements [tcpip.Timer].
func (t *timer) Stop() bool {
	t.watch.mu.Lock()
	defer t.watch.mu.Unlock()
	return t.watch.remove(&t.alarm)
}
