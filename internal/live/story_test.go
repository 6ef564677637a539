package live

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

func storyOf(t require.TestingT, names ...string) *Story {
	var c bus.Config
	for _, n := range names {
		c.Stations = append(c.Stations, bus.Station{Name: n})
	}
	net, err := bus.New(c)
	require.NoError(t, err)
	return NewStory(net)
}

func TestAStoryInWords(t *testing.T) {
	s := storyOf(t, "A", "B")
	at := func(us int) phy.Time { return phy.Time(us) * phy.Microsecond }
	f := medium.Frame{Number: 1204}
	for _, e := range []medium.Event{
		{At: at(5), Kind: medium.Collision, Frame: f, Attempt: 1}, // told by its backoff
		{At: at(10), Kind: medium.Backoff, Station: 1, Frame: f, Attempt: 3, Slots: 5, Range: 8},
		{At: at(20), Kind: medium.Backoff, Frame: f, Attempt: 1, Slots: 1},
		{At: at(30), Kind: medium.Collision, Frame: f, Attempt: 2, Late: true},
		{At: at(40), Kind: medium.Dropped, Frame: f, Attempt: 16, Why: medium.ExcessiveCollisions},
		{At: at(50), Kind: medium.Dropped, Frame: f, Attempt: 2, Why: medium.LateCollision},
		{At: at(60), Kind: medium.Dropped, Station: 1, Frame: f, Why: medium.QueueFull},
		{At: at(70), Kind: medium.Dropped, Frame: f, Why: medium.QueueFull},
		{At: at(80), Kind: medium.Dropped, Frame: f, Why: medium.QueueFull},
	} {
		s.Observe(&e)
	}
	s.Note(at(65), "A has left: its device is gone")
	assert.Equal(t, []string{
		"0.000010 s  B: frame 1,204 met collision 3, waits 5 slots (drawn from 0 to 7)",
		"0.000020 s  A: frame 1,204 met collision 1, waits 1 slot",
		"0.000030 s  A: frame 1,204 met a LATE collision at attempt 2",
		"0.000040 s  A: frame 1,204 DISCARDED after 16 collisions",
		"0.000050 s  A: frame 1,204 DISCARDED after a late collision",
		"0.000060 s  B: frame 1,204 DISCARDED, the queue is full",
		"0.000065 s  A has left: its device is gone",
		"0.000080 s  A: frame 1,204 DISCARDED, the queue is full, and 1 before it",
	}, s.Told())
}

// However much happens, a story is short, in order, and what is rare stays in it.
func TestAStoryIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := storyOf(t, "A", "B", "C", "D", "E", "F")
		at := phy.Time(0)
		why := rapid.SampledFrom([]medium.Why{medium.ExcessiveCollisions, medium.LateCollision, medium.QueueFull})
		notes := 0
		for range rapid.IntRange(0, 200).Draw(t, "events") {
			at += phy.Time(rapid.IntRange(0, 1000).Draw(t, "gap")) * phy.Microsecond
			e := medium.Event{At: at, Station: int32(rapid.IntRange(0, 5).Draw(t, "station"))}
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				e.Kind = medium.Backoff
			case 1:
				e.Kind, e.Late = medium.Collision, rapid.Bool().Draw(t, "late")
			case 2:
				e.Kind, e.Why = medium.Dropped, why.Draw(t, "why")
			case 3:
				s.Note(at, "a note")
				notes++
				continue
			}
			s.Observe(&e)
		}
		told := s.Told()
		require.LessOrEqual(t, len(told), keptBackoffs+3*keptDrops+keptNotes)
		last, kept := 0.0, 0
		for _, line := range told {
			var seconds float64
			_, err := fmt.Sscanf(line, "%f s  ", &seconds)
			require.NoError(t, err, line)
			require.GreaterOrEqual(t, seconds, last)
			last = seconds
			if line[len(line)-6:] == "a note" {
				kept++
			}
		}
		require.Equal(t, min(notes, keptNotes), kept)
	})
}

// The run pays for values only: nothing is allocated until somebody asks.
func TestObservingAllocatesNothing(t *testing.T) {
	s := storyOf(t, "A", "B")
	events := []medium.Event{{Kind: medium.Backoff}, {Kind: medium.Collision, Late: true}, {Kind: medium.Dropped, Why: medium.QueueFull},
		{Kind: medium.Dropped, Station: 1, Why: medium.QueueFull}, {Kind: medium.Dropped, Why: medium.ExcessiveCollisions}}
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		for i := range events {
			s.Observe(&events[i])
		}
	}))
}

func BenchmarkObserve(b *testing.B) {
	s := storyOf(b, "A", "B")
	e := medium.Event{Kind: medium.Backoff, Attempt: 1}
	for b.Loop() {
		s.Observe(&e)
	}
}
