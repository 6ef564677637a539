package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A frame of 576 bits is at a hub without delay at 10, and its last bit at 586. The hub shrinks the gap that follows: by
// 10.5 at all ports, or at each by a draw. Before that last bit has come, up to its very instant, the network
// says when the frame arrives at B.
func TestAPortIsToldWhenAFrameArrivesThroughAHubThatShrinksGaps(t *testing.T) {
	for v, end := range map[domain.Variation]float64{domain.NoVariation: 586, domain.WorstVariation: 596.5, domain.RandomVariation: 0} {
		t.Run(fmt.Sprint("variation ", v), func(t *testing.T) {
			var p plan
			h := p.hub("hub", func(r *domain.Repeater) { r.Delay, r.Variation = 0, v })
			a, b := p.pc(h, 10), p.pc(h, 0)
			p.send(a, 0, 64, b)
			s := p.tell(t, 1000)
			arrives := bt(end)
			for _, e := range s.events {
				if e.Kind == medium.RxEnd && int(e.Station) == b && v == domain.RandomVariation {
					arrives = e.At
				}
			}
			s.saw("B", medium.RxEnd, bits(arrives))
			for _, at := range []phy.Time{bt(20), bt(585), bt(586), bt(590), arrives - 1} {
				if at >= arrives {
					continue
				}
				n, err := domain.New(p.Config)
				require.NoError(t, err)
				require.NoError(t, n.Inject(a, 0, medium.Frame{Size: 64, Destination: int32(b)}))
				require.NoError(t, n.Run(at))
				var told []phy.Time
				n.Ahead(b, func(_ *medium.Frame, at phy.Time) { told = append(told, at) }, nil)
				assert.Contains(t, told, arrives, "at %v", at)
			}
		})
	}
}
