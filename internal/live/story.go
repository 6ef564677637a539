package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The number of events of each sort that a story remembers. A busy cable has thousands of collisions a second.
// Rare events have places of their own, so that they remain visible.
const (
	keptBackoffs = 6
	keptDrops    = 4
	keptNotes    = 6
)

// Story is an observer that remembers the last notable events of a run: collisions, dropped frames, and notes
// ([Story.Note]). It keeps events as values and puts them into words on request ([Story.Told]). Only the run's
// goroutine may use it.
type Story struct {
	stations medium.Stations
	backoffs ring
	late     ring
	gaveUp   ring
	full     ring // frames that a full queue refused: one entry for each station
	notes    [keptNotes]note
	noted    int
	known    phy.Time // the instant of the last change that a note tells
}

// NewStory returns the story of a network with the given stations.
func NewStory(stations medium.Stations) *Story {
	return &Story{
		stations: stations,
		backoffs: make(ring, 0, keptBackoffs), late: make(ring, 0, keptDrops),
		gaveUp: make(ring, 0, keptDrops), full: make(ring, 0, keptDrops), known: -1,
	}
}

type note struct {
	at   phy.Time
	text string
}

// entry is an event, and the number of similar ones before it.
type entry struct {
	event  medium.Event
	before uint64
}

// ring holds the last entries for which it has room, the oldest first. It is so short that moving them is
// cheapest.
type ring []entry

func (r *ring) add(e *medium.Event, before uint64) {
	if len(*r) == cap(*r) {
		copy(*r, (*r)[1:])
		*r = (*r)[:len(*r)-1]
	}
	*r = append(*r, entry{*e, before})
}

// count adds an event to the entry of the same station, if there is one.
func (r *ring) count(e *medium.Event) {
	for i := range *r {
		if old := (*r)[i]; old.event.Station == e.Station {
			*r = slices.Delete(*r, i, i+1)
			r.add(e, old.before+1)
			return
		}
	}
	r.add(e, 0)
}

// Interest implements [medium.Observer].
func (s *Story) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Collision, medium.Backoff, medium.Dropped, medium.Changed)}
}

// Observe implements [medium.Observer].
func (s *Story) Observe(e *medium.Event) {
	switch {
	case e.Kind == medium.Changed && e.At != s.known:
		s.Note(e.At, s.change(e))
	case e.Kind == medium.Backoff:
		s.backoffs.add(e, 0)
	case e.Kind == medium.Collision && e.Late:
		s.late.add(e, 0)
	case e.Kind == medium.Dropped && e.Why == medium.QueueFull:
		s.full.count(e)
	case e.Kind == medium.Dropped:
		s.gaveUp.add(e, 0)
	}
}

// Changed says that a note tells what changes at an instant.
func (s *Story) Changed(at phy.Time) { s.known = at }

// change returns a change of the network in words.
func (s *Story) change(e *medium.Event) string {
	state := "ends"
	if e.OK {
		state = "begins"
	}
	what := strings.ReplaceAll(medium.ChangeKind(e.ID).String(), "_", " ")
	if e.Station == medium.NoStation {
		return fmt.Sprintf("CHANGE: %s %s", what, state)
	}
	return fmt.Sprintf("CHANGE: %s: %s %s", s.stations.Name(int(e.Station)), what, state)
}

// Note adds a text that is not an event of the medium, such as that a station has left.
func (s *Story) Note(at phy.Time, text string) {
	if s.noted == len(s.notes) {
		copy(s.notes[:], s.notes[1:])
		s.noted--
	}
	s.notes[s.noted] = note{at, text}
	s.noted++
}

// Told returns the remembered events in words, the oldest first.
func (s *Story) Told() []string {
	var all []note
	for _, r := range []ring{s.backoffs, s.late, s.gaveUp, s.full} {
		for i := range r {
			all = append(all, note{r[i].event.At, s.tell(&r[i])})
		}
	}
	all = append(all, s.notes[:s.noted]...)
	slices.SortStableFunc(all, func(a, b note) int { return cmp.Compare(a.at, b.at) })
	told := make([]string, len(all))
	for i, n := range all {
		told[i] = fmt.Sprintf("%.6f s  %s", n.at.Seconds(), n.text)
	}
	return told
}

// tell returns an event in words.
func (s *Story) tell(e *entry) string {
	v := &e.event
	name := s.stations.Name(int(v.Station))
	frame := "frame " + humanize.Comma(int64(v.Frame.Number))
	switch {
	case v.Kind == medium.Backoff && v.Range > 0:
		return fmt.Sprintf("%s: %s met collision %d, waits %s (drawn from 0 to %d)", name, frame, v.Attempt, slots(v.Slots), v.Range-1)
	case v.Kind == medium.Backoff:
		return fmt.Sprintf("%s: %s met collision %d, waits %s", name, frame, v.Attempt, slots(v.Slots))
	case v.Kind == medium.Collision:
		return fmt.Sprintf("%s: %s met a LATE collision at attempt %d", name, frame, v.Attempt)
	case v.Why == medium.QueueFull && e.before > 0:
		return fmt.Sprintf("%s: %s DISCARDED, the queue is full, and %s before it", name, frame, humanize.Comma(int64(e.before)))
	case v.Why == medium.QueueFull:
		return fmt.Sprintf("%s: %s DISCARDED, the queue is full", name, frame)
	case v.Why == medium.ExcessiveCollisions:
		return fmt.Sprintf("%s: %s DISCARDED after %d collisions", name, frame, v.Attempt)
	case v.Why == medium.LateCollision:
		return fmt.Sprintf("%s: %s DISCARDED after a late collision", name, frame)
	}
	return fmt.Sprintf("%s: %s DISCARDED, %s", name, frame, strings.ReplaceAll(v.Why.String(), "_", " "))
}

func slots(n int32) string {
	if n == 1 {
		return "1 slot"
	}
	return humanize.Comma(int64(n)) + " slots"
}
