package server

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// service holds the requests in the server, in the order in which the server looks at them. It
// looks at all of them equally often, so that this is a queue: a request goes to the end after a
// look, and a new one is added there.
//
// Looks that cannot change anything are not on the agenda. Between two entries of the agenda the
// delay does not change, so the queue is processed up to the look that ends a request. While no
// request can end for a long time, the service sleeps: there are no looks until the oldest request
// may be done. Then the order is computed anew.
type service struct {
	ring  []request // its length is a power of two
	head  int
	size  int
	alarm uint64 // number of the agenda entry that is valid

	looks  int // number of looks since the service woke
	asleep bool
	oldest phy.Time // the request that came first while the service sleeps
	wake   phy.Time
}

func (s *service) at(i int) *request { return &s.ring[(s.head+i)&(len(s.ring)-1)] }

func (s *service) push(q request) {
	if s.size == len(s.ring) {
		ring := make([]request, max(16, 2*len(s.ring)))
		for i := range s.size {
			ring[i] = *s.at(i)
		}
		s.ring, s.head = ring, 0
	}
	*s.at(s.size) = q
	s.size++
}

func (s *service) pop() request {
	q := s.ring[s.head]
	s.head = (s.head + 1) & (len(s.ring) - 1)
	s.size--
	return q
}

// add adds a request that has just come, or has been kept until now.
func (n *server) add(q request) {
	q.came = n.Now()
	q.look = n.At(n.rule.Poll)
	n.push(q)
	for i := n.size - 1; i > 0 && n.at(i-1).look == q.look && n.at(i-1).came < q.came; i-- { // the newest first
		*n.at(i), *n.at(i - 1) = *n.at(i - 1), *n.at(i)
	}
	switch {
	case n.asleep:
		n.rouse()
	case n.size == 1:
		n.setAlarm(q.look)
	}
}

// setAlarm sets when the server looks next. It replaces any alarm set before.
func (n *server) setAlarm(at phy.Time) {
	n.alarm++
	n.Due.Push(crowd.Entry{At: at, Place: crowd.PlaceOf(looking, 0), Tag: n.alarm})
}

// look processes the looks of now, and later ones that change nothing.
func (n *server) look() {
	if n.asleep && !n.arise() {
		return
	}
	now := n.Now()
	for n.size > 0 && n.at(0).look <= now && n.Due.Next() > now { // a client that does not think is back at once
		if q := n.pop(); !n.over(&q) {
			q.look += n.rule.Poll
			n.push(q)
		}
	}
	n.idleAway()
	switch {
	case n.size == 0:
	case n.looks > restless*n.size && n.sleep():
	default:
		n.setAlarm(n.at(0).look)
	}
}

// over looks at a request now and reports whether it is done. If not, it will be looked at again.
func (n *server) over(q *request) bool {
	n.looks++
	switch {
	case n.gone(q):
		return true
	case n.Now()-q.came < n.delay:
		return false
	}
	n.leave(1)
	n.answer(q)
	return true
}

// gone reports whether a request's client has left, and the server has noticed.
func (n *server) gone(q *request) bool { return n.cancel && !n.awaited(q) }

// idleAway processes all looks before the next entry of the agenda, up to one that ends a request:
// until then the delay does not change.
func (n *server) idleAway() {
	until, delay, poll := n.Due.Next(), n.delay, n.rule.Poll
	last := n.Now()
	for n.size > 0 {
		q := n.at(0)
		tired := n.looks > restless*n.size && q.look > last // not between looks of one instant
		if q.look >= until || q.look-q.came >= delay || tired {
			return
		}
		last = q.look
		n.looks++
		if moved := n.pop(); !n.gone(&moved) {
			moved.look += poll
			n.push(moved)
		}
	}
}

// restless is the average number of looks at each request before the service may fall asleep, and
// the number of further looks that each request must need then. They pay for computing the order
// anew.
const restless = 32

// sleep puts the service to sleep if that is worth it, and reports whether it did.
func (n *server) sleep() bool {
	n.looks = 0
	n.oldest = phy.Forever
	for i := range n.size {
		n.oldest = min(n.oldest, n.at(i).came)
	}
	if n.delay-(n.Now()-n.oldest) <= restless*n.rule.Poll {
		return false
	}
	n.asleep, n.wake = true, phy.Forever
	n.rouse()
	return true
}

// rouse makes sure that a service that sleeps wakes before a request may be done.
func (n *server) rouse() {
	due := n.Now()
	if n.delay > due-n.oldest {
		due = min(phy.Forever, n.oldest+n.delay)
	}
	if due < n.wake {
		n.wake = due
		n.setAlarm(due)
	}
}

// arise wakes the service, unless the delay has become longer in the meantime.
func (n *server) arise() bool {
	if n.delay-(n.Now()-n.oldest) > restless*n.rule.Poll {
		n.wake = phy.Forever
		n.rouse()
		return false
	}
	n.order()
	return true
}

// order sorts the queue of a service that slept by the next looks, from now on.
func (n *server) order() {
	now, poll := n.Now(), n.rule.Poll
	awake := make([]request, 0, len(n.ring))
	for i := range n.size {
		if q := *n.at(i); !n.gone(&q) {
			q.look = max(q.look, q.look+(now-q.look+poll-1)/poll*poll)
			awake = append(awake, q)
		}
	}
	slices.SortStableFunc(awake, func(a, b request) int {
		return cmp.Or(cmp.Compare(a.look, b.look), newestFirst(a, b))
	})
	n.head, n.size = 0, len(awake)
	n.ring = awake[:cap(awake)]
	n.asleep, n.looks = false, 0
}

// newestFirst is the order of the requests that are looked at at one instant.
func newestFirst(a, b request) int { return cmp.Compare(b.came, a.came) }
