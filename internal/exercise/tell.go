package exercise

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// What expressions can ask of a run. A run is its result in the form of JSON, with the recorder
// of its events under a name that no result has.

const eventsKey = "\x00events"

func recorded(a any) (*recorder, error) {
	run, _ := a.(map[string]any)
	r, _ := run[eventsKey].(*recorder)
	switch {
	case r == nil:
		return nil, errors.New("the first argument must be a run")
	case r.missed:
		return nil, fmt.Errorf("the run has more than %d events: make it shorter", maxEvents)
	}
	return r, nil
}

// station returns a station's number; "*" stands for any station.
func (r *recorder) station(a any) (n int32, any bool, err error) {
	name, _ := a.(string)
	if name == "*" {
		return 0, true, nil
	}
	n, ok := r.names[name]
	if !ok {
		return 0, false, fmt.Errorf("there is no station %q", name)
	}
	return n, false, nil
}

func kindOf(a any) (medium.Kind, error) {
	name, _ := a.(string)
	k, ok := medium.KindByName(name)
	if !ok {
		return 0, fmt.Errorf("%v is not a kind of event", a)
	}
	return k, nil
}

// tellEvent is event(run, station, kind, n): the n-th event of a kind at a station, from 1.
func tellEvent(args ...any) (any, error) {
	r, err := recorded(args[0])
	if err != nil {
		return nil, err
	}
	station, any, err := r.station(args[1])
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(args[2])
	if err != nil {
		return nil, err
	}
	n, ok := number(args[3])
	if !ok || n < 1 {
		return nil, fmt.Errorf("%v is not the number of an event: events count from 1", args[3])
	}
	found := 0.0
	for i := range r.list {
		if e := &r.list[i]; e.Kind == kind && (any || e.Station == station) {
			if found++; found == n {
				return r.tell(e), nil
			}
		}
	}
	return nil, fmt.Errorf("the run has %v events of the kind %v at %v, and not %v", found, kind, args[1], n)
}

// tellCount is count(run, kind), or count(run, station, kind).
func tellCount(args ...any) (any, error) {
	r, err := recorded(args[0])
	if err != nil {
		return nil, err
	}
	station, any := int32(0), true
	if len(args) == 3 {
		if station, any, err = r.station(args[1]); err != nil {
			return nil, err
		}
	}
	kind, err := kindOf(args[len(args)-1])
	if err != nil {
		return nil, err
	}
	n := 0
	for i := range r.list {
		if e := &r.list[i]; e.Kind == kind && (any || e.Station == station) {
			n++
		}
	}
	return n, nil
}

// tellStation is station(run, name): a station's part of the result.
func tellStation(args ...any) (any, error) {
	run, _ := args[0].(map[string]any)
	list, _ := run["stations"].([]any)
	for _, s := range list {
		if m, _ := s.(map[string]any); m["name"] == args[1] {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no station %v", args[1])
}

// Races are the kinds of events that won, raced and races need.
var Races = medium.Of(medium.Backoff, medium.Collision, medium.TxEnd)

// raceCounts counts the outcomes of collisions of two stations after which one drew from m
// slots and the other from n: races between the two.
type raceCounts struct {
	draws, smaller int // such collisions; and those after which the first's frame was the next, sent at once
	races, won     int // races that were decided, by a frame sent by either of the two; and those that the first won
}

// tellWon is won(run, m, n): the share of the draws that the one of m slots won at once. Those that
// were followed by another collision, since both drew the same number, count, and are not won.
func tellWon(args ...any) (any, error) {
	t, err := raced("won", args)
	return float64(t.smaller) / float64(t.draws), err
}

// tellRaced is raced(run, m, n): the share of the races that the one of m slots won in the end,
// where a draw of the same number is followed by another draw, of twice as many slots each.
func tellRaced(args ...any) (any, error) {
	t, err := raced("raced", args)
	if err == nil && t.races == 0 {
		err = fmt.Errorf("no race between draws from %v and %v slots was decided", args[1], args[2])
	}
	return float64(t.won) / float64(t.races), err
}

// tellRaces is races(run, m, n): the number of the races that raced is about.
func tellRaces(args ...any) (any, error) {
	t, err := raced("races", args)
	return float64(t.races), err
}

func raced(name string, args []any) (t raceCounts, err error) {
	r, err := recorded(args[0])
	if err != nil {
		return t, err
	}
	m, okM := number(args[1])
	n, okN := number(args[2])
	if !okM || !okN || m == n {
		return t, fmt.Errorf("%s needs a run and two different numbers of slots", name)
	}
	const nobody = -1
	drawer, last := int32(nobody), medium.Event{} // drawer drew from m slots after the last collision
	racer, rival := int32(nobody), int32(nobody)  // of the race that is on: drawer as it began, and the other
	begin := func(a, b int32) {
		t.draws++
		drawer, racer, rival = a, a, b
	}
	for i := range r.list {
		e := &r.list[i]
		switch e.Kind {
		case medium.Backoff:
			// The second of the two draws of a collision makes a race.
			if last.Kind == medium.Backoff && last.Station != e.Station {
				switch {
				case float64(last.Range) == m && float64(e.Range) == n:
					begin(last.Station, e.Station)
				case float64(last.Range) == n && float64(e.Range) == m:
					begin(e.Station, last.Station)
				}
			}
			last = *e
		case medium.Collision:
			drawer, last = nobody, medium.Event{Kind: medium.Collision}
		case medium.TxEnd:
			if !e.OK {
				continue
			}
			if drawer == e.Station {
				t.smaller++
			}
			drawer = nobody
			if e.Station != racer && e.Station != rival {
				continue // another's frame decides no race
			}
			t.races++
			if racer == e.Station {
				t.won++
			}
			racer, rival = nobody, nobody
		}
	}
	if t.draws == 0 {
		return t, fmt.Errorf("no collision was followed by draws from %v and %v slots", m, n)
	}
	return t, nil
}
