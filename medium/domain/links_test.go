package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawLinkErrors draws changes of the bit errors of links, of one or of all.
func drawLinkErrors(t *rapid.T, c *domain.Config, horizon int) {
	c.Timeline = nil
	rates := rapid.SampledFrom([][]medium.Errors{
		{{Good: 1e-5}, {Good: 1e-4}, {Good: 1e-4}, {Good: 1e-6, Bad: 0.01, ToBad: 1e-5, ToGood: 1e-3}, {}},
		{{Good: 1e-3}, {Good: 1e-2}, {Good: 0.05}, {Good: 1e-4, Bad: 0.1, ToBad: 1e-3, ToGood: 1e-2}, {}},
	}).Draw(t, "rates")
	at := 0
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		x := medium.Change{At: bt(float64(at) / 4), Kind: medium.BitErrors, Errors: rapid.SampledFrom(rates).Draw(t, "errors")}
		if rapid.Bool().Draw(t, "of one") {
			x.Segment = c.Segments[rapid.IntRange(0, len(c.Segments)-1).Draw(t, "segment")].Name
		}
		c.Timeline = append(c.Timeline, x)
		at += rapid.IntRange(0, horizon).Draw(t, "after")
	}
}

// A hub on whose links there are bit errors has the same result whether it is run by rounds or not.
func TestRoundsWithBitErrorsAgreeWithInstants(t *testing.T) {
	agree(t, drawNoisy)
}

// So have several hubs, and cables.
func TestRoundsOfATreeWithBitErrorsAgreeWithInstants(t *testing.T) {
	agree(t, func(t *rapid.T) domain.Config {
		c := rapid.SampledFrom([]func(*rapid.T) domain.Config{drawTree, drawTree, drawCoax, drawCables, drawLone}).Draw(t, "network")(t)
		for k := range c.Segments {
			if s := &c.Segments[k]; !s.Link {
				s.Delay = bt(1000)
			}
		}
		if to, ok := drawTo(t, len(c.Stations)); ok {
			for i := range c.Stations {
				for k := range c.Stations[i].Traffic {
					c.Stations[i].Traffic[k].To = to
				}
			}
		}
		drawLinkErrors(t, &c, 60000)
		return c
	})
}

// drawNoisy draws a hub on whose links there are bit errors.
func drawNoisy(t *rapid.T) domain.Config {
	c := rapid.SampledFrom([]func(*rapid.T) domain.Config{drawHub, drawHub, drawWide, drawCoax}).Draw(t, "network")(t)
	drawLinkErrors(t, &c, 60000)
	return c
}

// Links that may have bit errors and nothing else are those of their hub. The result is that of links on channels of their own.
func TestNoisyLinksOfAHubAreThoseOfAChangeableNetwork(t *testing.T) {
	const horizon = 10000
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) domain.Config{drawDomain, drawHub}).Draw(t, "network")(t)
		drawLinkErrors(t, &c, 2*horizon)
		want, events := run(t, build(t, c), bt(horizon))
		apart := c
		apart.Changeable = true
		got, others := run(t, build(t, apart), bt(horizon))
		sameEvents(t, events, others)
		alike(&c, want, got)
		require.Equal(t, want, got)
	})
}

// Bit errors that stay do not keep a hub from being run by rounds: where they damage a frame for the station that it is for, or
// on its way to the hub, instants process it.
func TestAHubWithBitErrorsHasRounds(t *testing.T) {
	c := chain(1, 40)
	c.Timeline = []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: 1e-6}}}
	mostlyInRounds(t, c)
	n, err := domain.New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(bt(1e7)))
	r := n.Result()
	wrong := uint64(0)
	for i := range r.Stations {
		wrong += r.Stations[i].Counters.FrameCheckSequenceErrors + r.Stations[i].Counters.AlignmentErrors
	}
	require.Positive(t, wrong)
	require.Positive(t, r.Medium.FramesLost)
}

// So have several hubs, which partition each other or not, and cables.
func TestTreesWithBitErrorsHaveRounds(t *testing.T) {
	all := []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: 1e-6}}}
	few, many, cables := chain(4, 4), chain(4, 16), classic(8)
	few.Timeline, many.Timeline, cables.Timeline = all, all, all
	mostlyInRounds(t, few)
	mostlyInRounds(t, cables)
	for k := range many.Repeaters {
		many.Repeaters[k].PartitionAfter = 4
	}
	n := build(t, many)
	require.NoError(t, n.Run(phy.Second))
	require.Greater(t, n.IslandRounds(), uint64(1000))
}
