package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// A network that gets the memory of others, which may have stopped anywhere, has the same result and events as one that gets new
// memory.
func TestMemoryOfOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		run := func(release bool) (*medium.Result, []medium.Event) {
			o := &observer{want: medium.Interest{Kinds: medium.Senders}}
			n := build(t, c, o)
			require.NoError(t, n.Run(2*horizon))
			r := n.Result()
			if release {
				n.Release()
			}
			return r, o.events
		}
		want, events := run(false)
		for range rapid.IntRange(1, 3).Draw(t, "others") {
			var other bus.Config
			if rapid.Bool().Draw(t, "odd") {
				other = drawOddNetwork(t)
			} else {
				other = drawShortNetwork(t)
			}
			n := build(t, other)
			require.NoError(t, n.Run(drawLength(t, 100_000, "until")))
			if rapid.Bool().Draw(t, "read") {
				n.Result()
			}
			n.Release()
		}
		got, again := run(true)
		require.Equal(t, want, got)
		sameEvents(t, events, again)
		got, again = run(true) // with its own memory
		require.Equal(t, want, got)
		sameEvents(t, events, again)
	})
}
