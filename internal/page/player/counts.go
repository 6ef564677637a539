package player

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// Count has the counters of a station, or of all stations, at some instant.
type Count struct {
	Queued    int64 `json:"queued"`    // frames that entered the queue
	Attempts  int64 `json:"attempts"`  // transmissions begun
	Sent      int64 `json:"sent"`      // frames whose sender met no collision
	Delivered int64 `json:"delivered"` // of those, received whole by their destinations
	Lost      int64 `json:"lost"`      // of those, not
	Detected  int64 `json:"detected"`  // collisions that it detected: its attempts that collided. All stations in a collision detect it
	Late      int64 `json:"late"`      // of those
	Deferred  int64 `json:"deferred"`  // attempts that waited for the medium
	Dropped   int64 `json:"dropped"`
	Slots     int64 `json:"slots"`  // drawn, in all
	Failed    int64 `json:"failed"` // attempts that did not end well
}

// add counts an event.
func (c *Count) add(e *Event) {
	switch e.Kind {
	case medium.Queued:
		c.Queued++
	case medium.TxStart:
		c.Attempts++
	case medium.TxEnd:
		if !e.OK {
			c.Failed++
		}
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
	now   tally
	marks []tally
}

// tally is a state of all counters.
type tally struct {
	stations   []Count
	collisions int64 // on the medium
}

func (t *tally) copy() tally { return tally{slices.Clone(t.stations), t.collisions} }

func (t *tally) add(e *Event) {
	if i := e.counts(); i >= 0 {
		t.stations[i].add(e)
	}
	t.collisions += int64(e.Groups)
}

func newCounts(stations int) *counts {
	return &counts{every: max(4096, 64*stations), now: tally{stations: make([]Count, stations)}}
}

// mark is told how many events there were before the next is added.
func (c *counts) mark(events int) {
	if events%c.every == 0 {
		c.marks = append(c.marks, c.now.copy())
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
	t := p.counted(events)
	return t.stations
}

// Collisions returns the number of collisions on the medium in the first n events: groups of attempts that detected
// each other, as in a result. On a network, and on a medium that changes, so that not all signals reach all stations, it is that
// of [Player.Meetings], in all domains. It returns -1 where it is not known: the medium is not a cable or a network.
func (p *Player) Collisions(events int) int64 {
	if p.groups == nil {
		return -1
	}
	changes := slices.ContainsFunc(p.Scenario.Config.Timeline, func(c medium.Change) bool { return c.Kind != medium.BitErrors })
	if changes || p.watch.scene.OnPath() > 0 {
		sum := int64(0)
		for _, n := range p.Meetings(events) {
			sum += int64(n)
		}
		return sum
	}
	t := p.counted(events)
	return t.collisions
}

// counted returns the counters after the first n events.
func (p *Player) counted(events int) tally {
	events = min(max(events, 0), len(p.events))
	if len(p.counts.marks) == 0 {
		return tally{stations: make([]Count, len(p.counts.now.stations))}
	}
	m := min(events/p.counts.every, len(p.counts.marks)-1)
	all := p.counts.marks[m].copy()
	for k := m * p.counts.every; k < events; k++ {
		all.add(&p.events[k])
	}
	return all
}
