package lan

import "github.com/csmacd/csmacd/phy"

// table is what a bridge has learned: for each station the port at which it was heard, until it has
// not been heard for the ageing time.
type table struct {
	entries map[int32]learned // by station
	ageing  phy.Time
	due     moments // when each entry is looked at: it is forgotten then, unless the station has been heard since
}

// learned is where and when a station was last heard.
type learned struct {
	port int32 // of the bridge
	at   phy.Time
}

// learn notes that a station was heard at a port. It reports whether that is news.
func (t *table) learn(station, port int32, at phy.Time) bool {
	old, known := t.entries[station]
	t.entries[station] = learned{port, max(old.at, at)}
	if !known {
		t.due.add(moment{at: at + t.ageing, of: station})
	}
	return !known || old.port != port
}

// age forgets the stations that have not been heard for the ageing time at an instant, in order, and
// calls forgotten for each with the instant at which it was forgotten. An entry heard at t is valid
// before t + ageing. A station may have been heard again since it was learned.
func (t *table) age(now phy.Time, heard func(station, port int32) phy.Time, forgotten func(station, port int32, at phy.Time)) {
	for len(t.due) > 0 && t.due[0].at <= now {
		x := t.due[0]
		e := t.entries[x.of]
		if at := max(e.at, heard(x.of, e.port)) + t.ageing; at > x.at {
			t.due.replace(moment{at: at, of: x.of})
			continue
		}
		t.due.drop()
		delete(t.entries, x.of)
		forgotten(x.of, e.port, x.at)
	}
}
