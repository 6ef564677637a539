package live

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// The shares of time that a display shows of a network are those of its busiest domain in the last second.
func TestRatesOfANetwork(t *testing.T) {
	at := func(seconds, hub, link float64) *Snapshot {
		return &Snapshot{
			Now: phy.Time(seconds) * phy.Second, Figures: tap.Figures{WallSeconds: seconds},
			Result: &medium.Result{SimulatedPs: int64(seconds) * int64(phy.Second), Domains: []medium.Domain{
				{Name: "hub", Medium: medium.Medium{ShareSuccess: hub, ShareCollision: hub / 2}},
				{Name: "A-sw", Medium: medium.Medium{ShareSuccess: link}},
			}},
		}
	}
	var w window
	w.add(at(1, 0.4, 0.1))
	w.add(at(2, 0.2, 0.25)) // in the second from 1 to 2 the hub was idle
	r := w.rates()
	assert.Equal(t, "busiest domain A-sw", r.where())
	assert.InDelta(t, 0.4, r.success, 1e-9)
	assert.Zero(t, r.collision)
	assert.Equal(t, "medium", (&rates{}).where())
}
