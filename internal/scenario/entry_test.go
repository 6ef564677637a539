package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

const changeable = "medium: {length: 300m}\nduration: 1s\nstations:\n  - {name: A}\n  - {name: B, at: 10m}\n"

// A command of a live run is taken if the scenario with all that has happened, and with it, is one; or if it ends
// a fault before its time.
func TestCommandsAreEntries(t *testing.T) {
	texts := []string{
		"cut: 100m", "cut: off", "short: 3m, for: 2ms", "terminator: left, for: 3ms", "terminator: ok", "bit_errors: 1e-5",
		"station: A, deaf: on, for: 5ms", "station: A, deaf: off", "station: C, mute: on", "add: {name: C, at: 5m}", "remove: C", "remove: B",
		"station: B, power: off", "set: {path: \"stations[1].queue\", value: 20}", "add: {name: D, at: 301m}",
	}
	rapid.Check(t, func(t *rapid.T) {
		file := changeable + "timeline:\n  - {at: 4ms, for: 2ms, cut: 50m}\n  - {at: 7ms, add: {name: E, at: 1m}}\n"
		live, err := Parse("s.yaml", []byte(file), Options{})
		require.NoError(t, err)
		at := phy.Time(0)
		for range rapid.IntRange(1, 12).Draw(t, "commands") {
			at += phy.Time(rapid.IntRange(0, 3).Draw(t, "after")) * phy.Millisecond
			text := rapid.SampledFrom(texts).Draw(t, "text")
			with := file + fmt.Sprintf("  - {at: %s, %s}\n", exactly(at).Text, text)
			_, want := Parse("s.yaml", []byte(with), Options{})
			e, err := live.ReadEntry([]byte("{"+text+"}"), at)
			early := err == nil && e.ended != nil
			require.Equal(t, want == nil || early, err == nil, "%s: %v, %v", with, want, err)
			if early {
				require.ErrorContains(t, want, "which lasts until")
				require.Contains(t, []string{"cut: off", "terminator: ok", "station: A, deaf: off"}, text)
			}
			if err == nil {
				live.Keep(e)
				file = changeable + "timeline:\n"
				for _, e := range live.Timeline() {
					file += "  - " + e.node.Bare().Inline() + "\n"
				}
				again, err := Parse("s.yaml", []byte(file), Options{})
				require.NoError(t, err, file)
				slices.SortStableFunc(live.reader.timeline, func(a, b *Entry) int { return cmp.Compare(a.At, b.At) })
				require.Equal(t, changed(changesOf(again.Timeline())), changed(changesOf(live.Timeline())))
			}
		}
	})
}

// What an entry costs to read does not grow with what has happened.
func TestReadEntryAfterManyOthers(t *testing.T) {
	s, err := Parse("s.yaml", []byte(changeable), Options{})
	require.NoError(t, err)
	read := func(i int) {
		e, err := s.ReadEntry([]byte([]string{"cut: 100m", "cut: off"}[i%2]), phy.Time(i)*phy.Microsecond)
		require.NoError(t, err)
		s.Keep(e)
	}
	allocs := func(from int) float64 {
		i := from
		return testing.AllocsPerRun(10, func() { read(i); i++ })
	}
	first := allocs(1)
	for i := 50; i < 500; i++ {
		read(i)
	}
	assert.Less(t, allocs(500), 1.5*first)
	assert.Len(t, s.Timeline(), 472)
	assert.True(t, strings.HasPrefix(s.Timeline()[471].Words(), "cut"))
}
