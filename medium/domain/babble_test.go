package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// babbled returns when a station whose garbage fills a slot in two began it, as heard by another at the same place.
func babbled(t *testing.T, until float64, timeline ...medium.Change) []phy.Time {
	for i := range timeline {
		timeline[i].Station = "A"
	}
	n, l := cable(t, timeline, one("A", 0, 1), one("B", 0, 0))
	require.NoError(t, n.Run(bt(until)))
	for i := 1; i < len(l.events); i++ {
		require.GreaterOrEqual(t, l.events[i].At, l.events[i-1].At)
	}
	return l.at(medium.RxStart, 1)
}

// A clock that changes while its station babbles has an effect from the next garbage on: slot times are counted from there.
func TestAClockThatChangesWhileItsStationBabbles(t *testing.T) {
	const slow, fast = 1e6/1.05 - 1e6, 1e6/0.95 - 1e6
	on := medium.Change{Kind: medium.Babble, Value: 1}
	assert.Equal(t, []phy.Time{bt(512), bt(1536)}, babbled(t, 2500, on))
	at := bt(1600)
	got := babbled(t, 4000, on, medium.Change{Kind: medium.Skew, Value: fast, At: at})
	assert.Equal(t, []phy.Time{bt(512), bt(1536), bt(2048 + 0.95*512), bt(2048 + 3*0.95*512)}, got)
	got = babbled(t, 4000, on, medium.Change{Kind: medium.Skew, Value: slow, At: at})
	assert.Equal(t, []phy.Time{bt(512), bt(1536), bt(2048 + 1.05*512), bt(2048 + 3*1.05*512)}, got)
	got = babbled(t, 40000, on, medium.Change{Kind: medium.Skew, Value: fast, At: bt(30000)})
	assert.Equal(t, []phy.Time{bt(29184), bt(30208), bt(30208 + 2*0.95*512)}, got[28:31], "not in the past")
}

// What changes at one instant has no order.
func TestAClockThatChangesAsItsStationBeginsToBabble(t *testing.T) {
	on, fast := medium.Change{Kind: medium.Babble, Value: 1}, medium.Change{Kind: medium.Skew, Value: 1e6/0.95 - 1e6}
	want := []phy.Time{bt(0.95 * 512), bt(3 * 0.95 * 512)}
	assert.Equal(t, want, babbled(t, 2000, on, fast))
	assert.Equal(t, want, babbled(t, 2000, fast, on))
}
