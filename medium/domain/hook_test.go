package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A hook that wants only some frames is called for these, at the same instants, and the run is the same.
// No hook is called sooner than the stations are apart.
func TestHooksThatWantSomeFrames(t *testing.T) {
	type call struct {
		station int
		at      phy.Time
		frame   medium.Frame
	}
	rapid.Check(t, func(t *rapid.T) {
		c := drawDomain(t)
		wants := func(station int, f *medium.Frame) bool {
			return f.Destination == int32(station) || f.Destination == medium.Broadcast
		}
		var lists [2][]call
		var digests [2]string
		for k := range lists {
			n, err := domain.New(c)
			require.NoError(t, err)
			for i := range n.Len() {
				n.Deliver(i, func(at phy.Time, f medium.Frame) {
					p := n.Params(int(f.Source))
					require.GreaterOrEqual(t, at-p.Duration(int(f.Size)), n.Apart(int(f.Source), i))
					if k == 1 || wants(i, &f) {
						lists[k] = append(lists[k], call{i, at, f})
					}
				})
				if k == 1 {
					n.DeliverOnly(i, func(f *medium.Frame) bool { return wants(i, f) })
				}
			}
			require.NoError(t, n.Run(bt(20000)))
			digests[k] = n.Result().Digest
		}
		require.Equal(t, lists[0], lists[1])
		require.Equal(t, digests[0], digests[1])
	})
}
