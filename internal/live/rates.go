package live

import (
	"math"

	"github.com/csmacd/csmacd/phy"
)

// span is the length of the past, in seconds of the wall clock, over which rates are taken.
const span = 1.0

// loud is how long a display shows prominently that the machine did not keep up, in seconds.
const loud = 3.0

// window keeps the snapshots of the last span.
type window struct {
	kept  []*Snapshot // the oldest first; never empty once fed
	since float64     // when, by the wall clock, the machine last failed to keep up
	late  bool        // whether it ever failed to keep up
}

// add takes the next snapshot. Counters that start again, as at the end of a warm-up, have no past.
func (w *window) add(s *Snapshot) {
	if n := len(w.kept); n > 0 {
		last := w.kept[n-1]
		if s == last {
			return
		}
		if f, g := &s.Figures, &last.Figures; f.Behind > g.Behind || f.Stalls > g.Stalls {
			w.late, w.since = true, f.WallSeconds
		}
		switch {
		case s.Result.SimulatedPs < last.Result.SimulatedPs || s.Result.WarmupPs != last.Result.WarmupPs ||
			len(s.Result.Stations) != len(last.Result.Stations):
			w.kept = w.kept[:0]
		}
	}
	w.kept = append(w.kept, s)
	// The oldest goes once the next is old enough to stand for the whole span.
	drop := 0
	for drop+1 < len(w.kept) && s.Figures.WallSeconds-w.kept[drop+1].Figures.WallSeconds >= span {
		drop++
	}
	w.kept = append(w.kept[:0], w.kept[drop:]...)
	if most := 64; len(w.kept) > most {
		w.kept = append(w.kept[:1], w.kept[len(w.kept)-most+1:]...)
	}
}

// rates is what happened in a window, per second of simulated time, and how fast time passed.
type rates struct {
	known              bool    // time has passed in the window
	success, collision float64 // shares of time; in a network, of its busiest domain
	busiest            string  // the name of that domain; "" on a cable
	throughput         float64 // bits of delivered frames a second
	collisions, frames float64 // a second; frames are those sent
	stations           []float64
	speed              float64 // simulated over wall-clock time
	late               bool    // the machine did not keep up, a moment ago
}

func (w *window) rates() (r rates) {
	if len(w.kept) == 0 {
		return r
	}
	from, to := w.kept[0], w.kept[len(w.kept)-1]
	r.stations = make([]float64, len(to.Result.Stations))
	r.speed = to.Figures.Speed
	if wall := to.Figures.WallSeconds - from.Figures.WallSeconds; wall > 0 {
		r.speed = (to.Now - from.Now).Seconds() / wall
	}
	r.late = w.late && to.Figures.WallSeconds-w.since < loud

	a, b := &from.Result.Medium, &to.Result.Medium
	since, until := float64(from.Result.SimulatedPs), float64(to.Result.SimulatedPs)
	if until <= since {
		return r
	}
	r.known = true
	share := func(a, b float64) float64 {
		return math.Min(1, math.Max(0, (b*until-a*since)/(until-since)))
	}
	r.success = share(a.ShareSuccess, b.ShareSuccess)
	r.collision = math.Min(1-r.success, share(a.ShareCollision, b.ShareCollision))
	before := from.Result.Lines()
	for i, b := range to.Result.Lines() {
		a := &before[i]
		success, collision := share(a.ShareSuccess, b.ShareSuccess), share(a.ShareCollision, b.ShareCollision)
		if i == 0 || success+collision > r.success+r.collision {
			r.success, r.collision, r.busiest = success, math.Min(1-success, collision), b.Name
		}
	}

	seconds := phy.Time(to.Result.SimulatedPs - from.Result.SimulatedPs).Seconds()
	r.collisions = float64(less(b.Collisions, a.Collisions)) / seconds
	r.frames = float64(less(b.FramesSent, a.FramesSent)) / seconds
	for i := range r.stations {
		octets := less(to.Result.Stations[i].OctetsDelivered, from.Result.Stations[i].OctetsDelivered)
		r.stations[i] = 8 * float64(octets) / seconds
		r.throughput += r.stations[i]
	}
	return r
}

// where returns what the shares of time are of.
func (r *rates) where() string {
	if r.busiest == "" {
		return "medium"
	}
	return "busiest domain " + r.busiest
}

// less returns how much a counter has grown: 0 if it started again.
func less(now, before uint64) uint64 { return now - min(now, before) }
