package player

import "github.com/csmacd/csmacd/medium"

// Count has the counters of a station, or of all stations, at some instant.
type Count struct {
	Queued    int64 `json:"queued"`    // frames that entered the queue
	Attempts  int64 `json:"attempts"`  // transmissions begun
	Sent      int64 `json:"sent"`      // frames whose sender met no collision
	Delivered int64 `json:"delivered"` // of those, received whole by their destinations
	Lost      int64 `json:"lost"`      // of those, not
	Detected  int64 `json:"detected"`  // collisions that it detected: attempts that collided
	Late      int64 `json:"late"`      // of those
	Deferred  int64 `json:"deferred"`  // attempts that waited for the medium
	Dropped   int64 `json:"dropped"`
	Slots     int64 `json:"slots"` // drawn, in all
}

// add counts an event.
func (c *Count) add(e *Event) {
	switch e.Kind {
	case medium.Queued:
		c.Queued++
	case medium.TxStart:
		c.Attempts++
	case medium.Sent:
		c.Sent++
	case medium.RxEnd:
		if e.OK {
			c.Delivered++
		} else {
			c.Lost++
		}
	case medium.Collision:
		c.Detected++
		if e.Late {
			c.Late++
		}
	case medium.Defer:
		c.Deferred++
	case medium.Dropped:
		c.Dropped++
	case medium.Backoff:
		c.Slots += int64(max(0, e.Slots))
	}
}

// counts keeps the counters of the stations from time to time.
type counts struct {
	every int // events between two marks
	now   []Count
	marks [][]Count
}

func newCounts(stations int) *counts {
	return &counts{every: max(4096, 64*stations), now: make([]Count, stations)}
}

// mark is told how many events there were before the next is added.
func (c *counts) mark(events int) {
	if events%c.every == 0 {
		c.marks = append(c.marks, append([]Count(nil), c.now...))
	}
}

func (c *counts) add(e *Event) {
	if i := e.counts(); i >= 0 {
		c.now[i].add(e)
	}
}

// counts returns the station in whose figures an event counts: what happens to a frame counts
// for its sender.
func (e *Event) counts() int32 {
	if e.Kind == medium.RxEnd {
		return e.From
	}
	return e.Station
}

// Counts returns the counters of each station after the first n events.
func (p *Player) Counts(events int) []Count {
	events = min(max(events, 0), len(p.events))
	all := make([]Count, len(p.counts.now))
	if len(p.counts.marks) == 0 {
		return all
	}
	m := min(events/p.counts.every, len(p.counts.marks)-1)
	copy(all, p.counts.marks[m])
	for k := m * p.counts.every; k < events; k++ {
		if i := p.events[k].counts(); i >= 0 {
			all[i].add(&p.events[k])
		}
	}
	return all
}
