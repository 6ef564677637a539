package lan

import (
	"container/heap"

	"github.com/csmacd/csmacd/phy"
)

// table is what a bridge has learned: for each station the port at which it was heard, until it has
// not been heard for the ageing time.
type table struct {
	entries map[int32]learned // by station
	ageing  phy.Time
	due     ages // one for each entry
}

// learned is where and when a station was last heard.
type learned struct {
	port int32 // of the bridge
	at   phy.Time
}

// age is when an entry is looked at: it is forgotten then, unless the station has been heard since.
type age struct {
	at      phy.Time
	station int32
}

// ages is a heap of ages by time, then by station.
type ages []age

func (a ages) Len() int { return len(a) }
func (a ages) Less(i, k int) bool {
	return a[i].at < a[k].at || a[i].at == a[k].at && a[i].station < a[k].station
}
func (a ages) Swap(i, k int) { a[i], a[k] = a[k], a[i] }
func (a *ages) Push(x any)   { *a = append(*a, x.(age)) }
func (a *ages) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}

// learn notes that a station was heard at a port. It reports whether that is news.
func (t *table) learn(station, port int32, at phy.Time) bool {
	old, known := t.entries[station]
	t.entries[station] = learned{port, max(old.at, at)}
	if !known {
		heap.Push(&t.due, age{at + t.ageing, station})
	}
	return !known || old.port != port
}

// age forgets the stations that have not been heard for the ageing time at an instant, in order, and
// calls forgotten for each with the instant at which it was forgotten. An entry heard at t is valid
// before t + ageing. A station may have been heard again since it was learned.
func (t *table) age(now phy.Time, heard func(station, port int32) phy.Time, forgotten func(station, port int32, at phy.Time)) {
	for len(t.due) > 0 && t.due[0].at <= now {
		x := t.due[0]
		e := t.entries[x.station]
		if at := max(e.at, heard(x.station, e.port)) + t.ageing; at > x.at {
			t.due[0].at = at
			heap.Fix(&t.due, 0)
			continue
		}
		heap.Pop(&t.due)
		delete(t.entries, x.station)
		forgotten(x.station, e.port, x.at)
	}
}
