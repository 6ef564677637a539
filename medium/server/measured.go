package server

import (
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// measured is the service of requests with measured times, in place of [service]. All requests in the
// server are worked at with the same speed, which depends on their number. So they share one count of
// what has been done since the beginning, and a request is done when the count has grown by its own
// work. Requests are in a heap by that count: what happens at an instant costs the logarithm of
// their number.
type measured struct {
	times []phy.Time // nil: there are none, and the server looks at its requests
	rates []rate     // by number of requests in the server, computed so far
	done  progress   // of each request that has been in the server since the beginning
	since phy.Time   // up to which done is counted

	ends  crowd.Agenda // by what done is at the end of a request
	jobs  []request
	free  []uint32 // places in jobs that are not in use
	serve uint64   // number of requests so far
	rings phy.Time // when the alarm is set for, or [phy.Forever]
}

// MostTime is the longest measured time: more is a mistake in the unit.
const MostTime = 3600 * phy.Second

// placeBits is the part of a tag that is a place in jobs; the number of the request is above it, so that of
// two that end together the one that came first is first.
const placeBits = 24

// endOf returns what done is when the request of an entry of ends is done.
func endOf(e *crowd.Entry) progress { return progress{uint64(e.At), e.Place} }

// placeOf returns the place in jobs of the request of an entry of ends.
func placeOf(e *crowd.Entry) uint32 { return uint32(e.Tag & (1<<placeBits - 1)) }

// draw chooses a request's time among those that were measured.
func (n *server) draw(q *request) (ok bool) {
	many := uint64(len(n.times))
	k := uint64(0)
	if d := n.Draws(); d == nil {
		k = n.clients[q.client].served.Below(many)
	} else if u, ok := n.recorded(d, q.client, "the time of a request"); ok {
		k = min(uint64(u*float64(many)), many-1)
	} else {
		return false
	}
	q.takes = n.times[k]
	return true
}

// begin adds a request that has just come, or has been kept until now.
func (n *server) begin(q request) {
	place := uint32(len(n.jobs))
	if last := len(n.free) - 1; last >= 0 {
		place, n.free = n.free[last], n.free[:last]
		n.jobs[place] = q
	} else {
		n.jobs = append(n.jobs, q)
	}
	n.serve++
	end := n.done.plus(workOf(q.takes))
	n.ends.Push(crowd.Entry{At: phy.Time(end.ps), Place: end.rest, Tag: n.serve<<placeBits | uint64(place)})
	n.rearm()
}

// accrue counts the work done until now, before the speed changes.
func (n *server) accrue() {
	if n.times == nil {
		return
	}
	if n.inside > 0 && !n.stopped {
		n.done = n.done.plus(n.speed().during(n.Now() - n.since))
	}
	n.since = n.Now()
}

// speed returns the speed with the requests that are in the server now.
func (n *server) speed() rate {
	for c := len(n.rates); c <= n.inside; c++ {
		n.rates = append(n.rates, rate(float64(fullSpeed)/n.rule.growthOf(c)))
	}
	return n.rates[n.inside]
}

// rearm makes sure that there is an alarm before the next request is done. It may be too early: then
// finish sets another one.
func (n *server) rearm() {
	if n.ends.Len() == 0 || n.stopped {
		return
	}
	e := n.ends.First()
	if at := n.At(endOf(&e).minus(n.done).takes(n.speed())); at < n.rings {
		n.rings = at
		n.setAlarm(at)
	}
}

// finish answers the requests that are done now.
func (n *server) finish() {
	n.rings = phy.Forever
	n.accrue()
	for n.ends.Len() > 0 {
		e := n.ends.First()
		place := placeOf(&e)
		q := n.jobs[place]
		gone := n.gone(&q)
		if !gone && endOf(&e).minus(n.done) != (progress{}) {
			break
		}
		n.ends.Pop()
		n.free = append(n.free, place)
		if !gone {
			n.leave(1)
			n.answer(&q)
		}
	}
	n.rearm()
}

// forget removes the requests that nobody awaits.
func (m *measured) forget(awaited func(*request) bool) {
	old := m.ends
	m.ends = crowd.Agenda{}
	for old.Len() > 0 {
		e := old.Pop()
		if place := placeOf(&e); awaited(&m.jobs[place]) {
			m.ends.Push(e)
		} else {
			m.free = append(m.free, place)
		}
	}
}
