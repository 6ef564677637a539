package domain_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
)

// What becomes of the frames of a part of a larger network, and when, is the same by rounds and by instants where bit errors lose some.
func TestTransitsWithBitErrorsAgreeWithInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) domain.Config{drawTree, drawCoax, drawCables, drawHub}).Draw(t, "network")(t)
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
		c.Until.Idle = false
		var lists [2][]medium.Transit
		for k := range lists {
			p := &medium.Part{Count: len(c.Stations), All: true, Here: func(i int32) (int32, bool) { return i, true }}
			for i := range c.Stations {
				p.Stations = append(p.Stations, int32(i))
			}
			p.Transit = func(x medium.Transit) { x.Settled = 0; lists[k] = append(lists[k], x) }
			c.Part = p
			n, err := domain.New(c)
			require.NoError(t, err)
			if k == 0 {
				n.Observe(&log{})
			}
			require.NoError(t, n.Run(bt(20000)))
			n.Result()
			slices.SortStableFunc(lists[k], func(a, b medium.Transit) int {
				return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Frame.Source, b.Frame.Source), cmp.Compare(a.Frame.Number, b.Frame.Number))
			})
		}
		require.Equal(t, lists[0], lists[1])
	})
}
