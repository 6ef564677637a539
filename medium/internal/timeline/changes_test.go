package timeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func TestPlacesAreUsedAgain(t *testing.T) {
	var p Changes
	for at := range phy.Time(1000) {
		c := medium.Change{Kind: medium.Mute, At: at, Station: "A"}
		place := p.Add(c)
		got, ok := p.Take(place)
		require.True(t, ok)
		require.Equal(t, c, got)
	}
	require.Len(t, p.All(), 1)
}

// The place of a change that was replaced is free when its instant comes, and not before: its job is still to come.
func TestAReplacedChangeKeepsItsPlace(t *testing.T) {
	var p Changes
	first := p.Add(medium.Change{Kind: medium.Mute, At: 10, Station: "A"})
	by := medium.Change{Kind: medium.Mute, At: 20, Station: "A", Planned: 10}
	require.True(t, p.Replace(&by))
	require.False(t, p.Replace(&by))
	second := p.Add(by)
	require.NotEqual(t, first, second)
	_, ok := p.Take(first)
	require.False(t, ok)
	got, ok := p.Take(second)
	require.True(t, ok)
	require.Equal(t, by, got)
}

// Of several changes that another one may replace, it replaces the one that was added first, wherever it is kept.
func TestTheFirstIsReplaced(t *testing.T) {
	var p Changes
	early := p.Add(medium.Change{Kind: medium.Queue, At: 5, Station: "A", Value: 1})
	first := p.Add(medium.Change{Kind: medium.Queue, At: 10, Station: "A", Value: 2})
	p.Take(early)
	second := p.Add(medium.Change{Kind: medium.Queue, At: 10, Station: "A", Value: 3})
	require.Less(t, second, first)
	require.True(t, p.Replace(&medium.Change{Kind: medium.Queue, At: 20, Station: "A", Planned: 10}))
	_, ok := p.Take(first)
	require.False(t, ok)
	_, ok = p.Take(second)
	require.True(t, ok)
}
