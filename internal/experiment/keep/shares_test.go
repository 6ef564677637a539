package keep

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Two flows take turns of a tenth of a second for a second; a third one is there for half of it. Over a tenth one of the flows
// has all, over two tenths both have the same, as long as the third gets nothing.
func TestSharesOfFlows(t *testing.T) {
	s := &shares{since: phy.Second}
	s.add(0, phy.Second-1, 1e9) // in the warm-up
	for k := range 10 {
		s.add(k%2, phy.Second+phy.Time(k)*tenth, 1000)
	}
	ended := 1.5e6
	r := &medium.Result{SimulatedPs: int64(phy.Second), Flows: []medium.Flow{{}, {}, {EndedUs: &ended}}}
	type row struct {
		ms, windows int
		jain        float64
	}
	var rows []row
	s.rows(r, func(ms, windows int, jain float64) { rows = append(rows, row{ms, windows, jain}) })
	const third, two = 1.0 / 3, 2.0 / 3
	assert.Len(t, rows, 4)
	assert.InDelta(t, (5*third+5*0.5)/10, rows[0].jain, 1e-12)
	assert.Equal(t, 10, rows[0].windows)
	assert.InDelta(t, (4*two+5)/9, rows[1].jain, 1e-12)
	assert.Equal(t, 9, rows[1].windows)
	assert.Equal(t, 6, rows[2].windows)
	assert.Equal(t, row{1000, 1, 1}, rows[3])

	assert.Nil(t, newShares(nil, 0))
	var none *shares
	none.rows(r, nil)
}
