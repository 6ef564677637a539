package clause4

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// attempt is one transmission, as its events describe it.
type attempt struct {
	station    int
	start, end phy.Time // Forever while under way
	collided   bool
	detected   phy.Time
	group      int
}

// tally computes the figures of the medium from the events and the places of the stations alone.
type tally struct {
	c        *trial
	r        *Result
	attempts []attempt
	ended    map[heardFrame]bool // receptions of whole frames
}

// heardFrame is a whole frame at a tap.
type heardFrame struct {
	at, from int32
	number   uint32
}

func newTally(c *trial, r *Result) *tally {
	t := &tally{c: c, r: r, ended: map[heardFrame]bool{}}
	current := make([]int, len(c.net.Stations))
	for _, e := range r.Events {
		i := int(e.Station)
		switch e.Kind {
		case medium.TxStart:
			current[i] = len(t.attempts)
			t.attempts = append(t.attempts, attempt{station: i, start: e.At, end: phy.Forever, group: len(t.attempts)})
		case medium.Collision:
			a := &t.attempts[current[i]]
			a.collided, a.detected = true, e.At
		case medium.TxEnd:
			t.attempts[current[i]].end = e.At
		case medium.RxEnd:
			if e.OK {
				t.ended[heardFrame{e.Station, e.From, e.Frame.Number}] = true
			}
		}
	}
	return t
}

// figures returns what follows from the events.
func (t *tally) figures() (m medium.Medium, perFrame [][]uint64) {
	for _, s := range t.c.net.Stations {
		perFrame = append(perFrame, make([]uint64, s.Params.AttemptLimit))
	}
	var octets uint64
	for _, e := range t.r.Events {
		switch e.Kind {
		case medium.Queued:
			m.FramesOffered++
		case medium.Dropped:
			m.FramesDropped++
		case medium.Sent:
			m.FramesSent++
			perFrame[e.Station][e.Attempt-1]++
			switch whole, arrived := t.delivery(&e); {
			case !arrived:
			case whole:
				m.FramesDelivered++
				octets += uint64(e.Frame.Size)
			default:
				m.FramesLost++
			}
		}
	}
	m.FramesQueued = m.FramesOffered - m.FramesSent - m.FramesDropped
	m.Attempts = uint64(len(t.attempts))
	m.Collisions = t.collisions()
	success := t.covered(func(a *attempt) bool { return !a.collided })
	busy := t.covered(func(*attempt) bool { return true })
	until := t.c.net.Until
	m.ShareSuccess = float64(success) / float64(until)
	m.ShareCollision = float64(busy-success) / float64(until)
	m.ShareIdle = float64(until-busy) / float64(until)
	m.Throughput = 8 * float64(octets) / (float64(until) / float64(t.r.bit))
	return m, perFrame
}

// delivery reports whether a frame just sent reaches its destination before the run ends, and
// whether it does so whole.
func (t *tally) delivery(e *medium.Event) (whole, arrived bool) {
	last := e.At
	whole = true
	for j := range t.c.net.Stations {
		to, me := e.Frame.Destination, int(e.Station)
		if to != medium.Broadcast && int(to) != j || to == medium.Broadcast && j == me {
			continue
		}
		last = max(last, e.At+t.c.delay(me, j))
		whole = whole && t.ended[heardFrame{int32(j), e.Station, e.Frame.Number}]
	}
	return whole, last < t.c.net.Until
}

// collisions counts groups of attempts that are linked because one detected the signal of another.
// What is detected is every signal at the tap.
func (t *tally) collisions() uint64 {
	for i, a := range t.attempts {
		for k, b := range t.attempts {
			d := t.c.delay(a.station, b.station)
			if a.collided && a.station != b.station && b.start+d <= a.detected && a.detected-d < b.end {
				t.unite(i, k)
			}
		}
	}
	groups := map[int]bool{}
	for _, a := range t.attempts {
		if a.collided {
			groups[a.group] = true
		}
	}
	return uint64(len(groups))
}

// unite joins the groups of two attempts.
func (t *tally) unite(i, k int) {
	into, from := t.attempts[i].group, t.attempts[k].group
	for j := range t.attempts {
		if t.attempts[j].group == from {
			t.attempts[j].group = into
		}
	}
}

// covered returns the time in which at least one of some attempts was under way.
func (t *tally) covered(wanted func(*attempt) bool) (sum phy.Time) {
	list := slices.Clone(t.attempts)
	slices.SortFunc(list, func(a, b attempt) int { return cmp.Compare(a.start, b.start) })
	upTo := phy.Time(0)
	for i := range list {
		if a := &list[i]; wanted(a) {
			end := min(a.end, t.c.net.Until)
			sum += max(0, end-max(a.start, upTo))
			upTo = max(upTo, end)
		}
	}
	return sum
}

// compare reports where the engine's figures differ from those that follow from the events.
func (t *tally) compare(got *medium.Result) error {
	want, perFrame := t.figures()
	want.Kind = "bus"
	if t.c.net.Star {
		want.Kind = "star"
	}
	want.OfferedLoad, want.Jain = got.Medium.OfferedLoad, got.Medium.Jain // computed from the others
	if want != got.Medium {
		return fmt.Errorf("the medium's figures differ:\n%s", differ("events", fields(want), "engine", fields(got.Medium)))
	}
	for i, s := range got.Stations {
		if !reflect.DeepEqual(perFrame[i], s.CollisionsPerFrame) {
			return fmt.Errorf("frames of %s sent after so many collisions: %v by the events, %v by the engine", s.Name, perFrame[i], s.CollisionsPerFrame)
		}
	}
	return nil
}
