package turns

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The published cycles of buses on which all nodes always have frames, and the formula of a full one.
func TestSaturated(t *testing.T) {
	for _, c := range []struct{ nodes, octets, burst, cycle int }{
		{3, 64, 0, 2060}, {8, 64, 0, 5460}, {16, 64, 0, 10900}, {2, 1518, 0, 24644}, // PLCA-ALL
		{8, 64, 3, 21588}, {4, 1518, 1, 98484}, // PLCA-BURST, the gap from the fall of TX_EN
		{2, 64, 0, 1380}, // PLCA-ALL-2-64-EDGE: in time by 4 bits
	} {
		b := alike(c.nodes, c.octets, c.burst)
		cycle, share := b.saturated()
		assert.Equal(t, bits(c.cycle), cycle, "%+v", c)
		assert.Equal(t, bits(c.cycle), b.full(), "%+v", c)
		for _, s := range share {
			assert.InDelta(t, float64(8*c.octets*(c.burst+1))/float64(c.cycle), s, 1e-12)
		}
	}
}

// A node that talks alone sends without COMMIT. With up to three nodes its MAC misses the next turn
// (PLCA-ONE).
func TestOneTalker(t *testing.T) {
	for _, c := range []struct{ nodes, octets, period int }{{2, 64, 720}, {4, 64, 700}, {8, 64, 828}, {8, 1518, 12460}} {
		b := alike(c.nodes, c.octets, 0)
		for k := 1; k < c.nodes; k++ {
			b.nodes[k].talks = false
		}
		_, share := b.saturated()
		assert.InDelta(t, float64(8*c.octets)/float64(c.period), share[0], 1e-12, "%+v", c)
		assert.Zero(t, share[1])
	}
}

// An idle bus has a beacon and silent turns (PLCA-IDLE).
func TestEmptyCycle(t *testing.T) {
	for n, cycle := range map[int]int{2: 84, 3: 116, 6: 212, 8: 276, 255: 8180} {
		assert.Equal(t, bits(cycle), alike(n, 64, 0).empty(0))
	}
}
