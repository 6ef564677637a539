package exercise

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// A race is decided by its two stations: a frame that a third sends between, or a draw that a
// third makes after the same collision, neither ends it nor begins another.
func TestRacesAreOfTwoStations(t *testing.T) {
	const a, b, c = 0, 1, 2
	collision := func(s int32) medium.Event { return medium.Event{Kind: medium.Collision, Station: s} }
	draw := func(s, slots int32) medium.Event {
		return medium.Event{Kind: medium.Backoff, Station: s, Range: slots}
	}
	sent := func(s int32) medium.Event { return medium.Event{Kind: medium.TxEnd, Station: s, OK: true} }
	race := []medium.Event{collision(a), collision(b), draw(a, 2), draw(b, 4)}
	for name, x := range map[string]struct {
		events []medium.Event
		want   raceCounts
	}{
		"won":                   {append(race, sent(a)), raceCounts{1, 1, 1, 1}},
		"lost":                  {append(race, sent(b), sent(a)), raceCounts{1, 0, 1, 0}},
		"after another draw":    {append(race, collision(b), collision(a), draw(b, 8), draw(a, 4), sent(a)), raceCounts{1, 0, 1, 1}},
		"after a third's frame": {append(race, sent(c), sent(a)), raceCounts{1, 0, 1, 1}},
		"undecided":             {append(race, sent(c)), raceCounts{1, 0, 0, 0}},
		"a third's draw":        {append(race, draw(c, 16), sent(a)), raceCounts{1, 1, 1, 1}},
	} {
		run := map[string]any{eventsKey: &recorder{list: x.events}}
		got, err := raced("raced", []any{run, 2, 4})
		require.NoError(t, err, name)
		assert.Equal(t, x.want, got, name)
	}
	run := map[string]any{eventsKey: &recorder{list: race}}
	_, err := tellRaced(run, 2, 4)
	require.EqualError(t, err, "no race between draws from 2 and 4 slots was decided")
	share, err := tellWon(run, 2, 4)
	require.NoError(t, err)
	require.Zero(t, share)
	_, err = tellWon(run, 2, 8)
	require.EqualError(t, err, "no collision was followed by draws from 2 and 8 slots")
}
