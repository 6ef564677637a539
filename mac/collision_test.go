package mac_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// A starts at 0 and B at start, d bit times away. The fragments are computed by hand from clause 4:
// A ends at max(64, start+d)+32, B at start+max(64, d-start)+32.
func TestJamAfterOfTwoStations(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	for _, row := range []struct{ d, start, detectA, endA, detectB, endB phy.Time }{
		{100, 0, 100, 132, 100, 132},
		{100, 30, 130, 162, 100, 132},
		{100, 99, 199, 231, 100, 195},
		{200, 150, 350, 382, 200, 246},
	} {
		jam, end := p.JamAfter(0, bt(row.detectA))
		assert.Equal(t, bt(row.endA), end)
		assert.Equal(t, end-bt(32), jam)
		_, end = p.JamAfter(bt(row.start), bt(row.detectB))
		assert.Equal(t, bt(row.endB), end)
	}
}

// Jam begins at the end of a whole bit of the sender's own, after the header.
func TestJamAfterCountsWholeBits(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	cut := rules(func(p *mac.Params) { p.CutHeader = true })
	const start = 12345
	for _, row := range []struct{ detected, bits, cut phy.Time }{
		{0, 64, 0}, {1, 64, 1}, {bt(1), 64, 1}, {bt(1) + 1, 64, 2}, {bt(63) + 1, 64, 64},
		{bt(64), 64, 64}, {bt(64) + 1, 65, 65}, {bt(65) - 1, 65, 65}, {bt(65), 65, 65}, {bt(12207) + 1, 12208, 12208},
	} {
		jam, end := p.JamAfter(start, start+row.detected)
		assert.Equal(t, start+bt(row.bits), jam)
		assert.Equal(t, jam+bt(32), end)
		jam, _ = cut.JamAfter(start, start+row.detected)
		assert.Equal(t, start+bt(row.cut), jam, "header cut")
	}
}

func TestLate(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	assert.False(t, p.Late(1000, 1000))
	assert.False(t, p.Late(1000, 1000+bt(512)))
	assert.True(t, p.Late(1000, 1000+bt(512)+1))
}

// late_window sets another limit, or none.
func TestLateWindow(t *testing.T) {
	p := rules(func(p *mac.Params) { p.LateWindow = bt(564) })
	assert.False(t, p.Late(0, bt(564)))
	assert.True(t, p.Late(0, bt(564)+1))
	p.LateWindow = phy.Forever
	assert.False(t, p.Late(0, phy.MaxTime))
}

func TestAfter(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	discard := rules(func(p *mac.Params) { p.LateDiscard = true })
	for n := 1; n < 16; n++ {
		assert.Equal(t, mac.Retry, p.After(n, false))
		assert.Equal(t, mac.Retry, p.After(n, true))
		assert.Equal(t, mac.Retry, discard.After(n, false))
		assert.Equal(t, mac.LateCollision, discard.After(n, true))
	}
	for _, late := range []bool{false, true} {
		assert.Equal(t, mac.ExcessiveCollisions, p.After(16, late))
		assert.Equal(t, mac.ExcessiveCollisions, discard.After(16, late), "it was the last attempt anyhow")
	}
	assert.Equal(t, "retry", mac.Retry.String())
	assert.Equal(t, "excessive_collisions", mac.ExcessiveCollisions.String())
	assert.Equal(t, "late_collision", mac.LateCollision.String())
}
