package submit

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// schedd is the state of a queue and its clients.
type schedd struct {
	crowd.Crowd

	rule   Rule
	senses []bool // by group
	queue  queue
	down   bool
	life   uint64          // of the queue, counts crashes: an attempt of another life is not served
	since  phy.Time        // when the current activity of the queue began, or the warm-up ended
	sums   []medium.Submit // by group; their sum is that of all
}

// The phases of an instant.
const (
	restart uint8 = iota
	arrive
	served
	start
)

// Happen implements [crowd.Resource].
func (n *schedd) Happen(e crowd.Entry) {
	i := e.Client()
	switch e.Phase() {
	case served:
		if e.Tag == n.life {
			n.served()
		}
	case restart:
		n.down = false
		n.Collision += n.Now() - n.since
		n.since = n.Now()
		n.Emit(medium.Event{Kind: medium.Restart, Station: medium.NoStation})
	case start:
		n.start(i)
	case arrive:
		n.arrive(i)
	}
}

// start begins an attempt at a client's job, or defers it.
func (n *schedd) start(i int32) {
	k := n.Client(i)
	if !k.Working() {
		n.Offer(i)
	}
	if n.senses[k.Group()] && n.free() < n.rule.SenseBelow {
		n.sums[k.Group()].Deferred++
		n.again(i, n.Defer)
		return
	}
	n.next(i, arrive, n.rule.Startup)
}

// arrive processes the arrival of an attempt at the queue.
func (n *schedd) arrive(i int32) {
	n.Attempt(i)
	switch {
	case n.down:
		n.of(i).Refused++
		n.Emit(medium.Event{Kind: medium.Refused, Station: i})
		n.End(i, false)
		n.again(i, n.Fail)
	case n.free() < n.rule.PerJob:
		n.crash(i)
	default:
		if n.queue.push(i); n.queue.count == 1 {
			n.since = n.Now()
			n.serve()
		}
	}
}

// serve serves the first attempt in the queue.
func (n *schedd) serve() {
	n.Due.Push(crowd.Entry{At: n.At(n.rule.Service), Place: crowd.PlaceOf(served, 0), Tag: n.life})
}

func (n *schedd) served() {
	i := n.queue.pop()
	n.Success += n.Now() - n.since
	n.since = n.Now()
	n.of(i).Submitted++
	n.End(i, true)
	n.Succeed(i)
	n.next(i, start, 0)
	if n.queue.count > 0 {
		n.serve()
	}
}

// crash crashes the queue: the attempt of a client finds too few descriptors.
func (n *schedd) crash(i int32) {
	n.of(i).Crashes++
	n.Collisions++
	if n.queue.count > 0 {
		n.Collision += n.Now() - n.since
	}
	n.since, n.down = n.Now(), true
	n.life++
	n.Emit(medium.Event{Kind: medium.Crash, Station: medium.NoStation})
	n.End(i, false)
	n.again(i, n.Fail)
	for n.queue.count > 0 {
		j := n.queue.pop()
		n.of(j).Aborted++
		n.End(j, false)
		n.again(j, n.Fail)
	}
	n.Due.Push(crowd.Entry{At: n.At(n.rule.Down), Place: crowd.PlaceOf(restart, 0)})
}

// again makes a client wait, or start its next job if its policy gives this one up.
func (n *schedd) again(i int32, wait func(int32) (phy.Time, bool)) {
	after, _ := wait(i)
	n.next(i, start, after)
}

func (n *schedd) next(i int32, phase uint8, after phy.Time) {
	n.Due.Push(crowd.Entry{At: n.At(after), Place: crowd.PlaceOf(phase, i)})
}

// free returns the number of free descriptors.
func (n *schedd) free() int { return n.rule.Descriptors - n.queue.count*n.rule.PerJob }

func (n *schedd) of(i int32) *medium.Submit { return &n.sums[n.Client(i).Group()] }
