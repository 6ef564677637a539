package keep

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// wins is the probability that who draws from 2^a slots draws less than who draws from 2^b,
// both again from twice as many where they draw the same (at most 1024).
func wins(a, b int) float64 {
	m, n := math.Pow(2, float64(min(a, 10))), math.Pow(2, float64(min(b, 10)))
	less, same := 0.0, 1/n // m is not above n
	for i := range int(m) {
		less += (n - 1 - float64(i)) / (m * n)
	}
	if a >= 15 {
		return less
	}
	return less + same*wins(a+1, b+1)
}

// The races of two stations in the slotted model, against what the draws come to: who has
// won draws from two slots, who has lost k times from 2^(k+1).
func TestRacesAgainstTheirProbability(t *testing.T) {
	s, err := scenario.Load("../../../testdata/published/pd2-capture.yaml", scenario.Options{})
	require.NoError(t, err)
	net, err := s.Network()
	require.NoError(t, err)
	c := newCapture(net.Len(), 0)
	net.Observe(c)
	require.NoError(t, net.Run(s.Duration))
	seen := 0
	c.rows(2, func(figure string, from, _, count uint64, value float64) {
		if figure != "race" || from > 5 {
			return
		}
		seen++
		p := wins(1, int(from)+1)
		assert.InDelta(t, p, value, 5*math.Sqrt(p*(1-p)/float64(count))+1e-9, "%d collisions behind, %d races", from, count)
		assert.Greater(t, count, uint64(30))
	})
	assert.Equal(t, 5, seen)
}

// Attempts, turns and windows against a plain count over a list of what happened.
func TestCaptureCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const stations = 3
		c := newCapture(stations, 0)
		attempt := [stations]uint8{1, 1, 1}
		var order []int
		tried, sent := map[uint64]uint64{}, map[uint64]uint64{}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			i := rapid.IntRange(0, stations-1).Draw(t, "station")
			e := medium.Event{Station: int32(i), Attempt: attempt[i], Kind: medium.Collision}
			tried[uint64(e.Attempt)]++
			if rapid.Bool().Draw(t, "sent") || attempt[i] == 16 {
				e.Kind = medium.Sent
				sent[uint64(e.Attempt)]++
				order = append(order, i)
				attempt[i] = 0
			}
			attempt[i]++
			c.Observe(&e)
		}
		turns := map[uint64]uint64{}
		for i := 0; i < len(order); {
			n := i
			for n < len(order) && order[n] == order[i] {
				n++
			}
			turns[uint64(n-i)]++
			i = n
		}
		c.rows(stations, func(figure string, from, _, count uint64, value float64) {
			switch figure {
			case "attempt":
				require.Equal(t, tried[from], count)
				require.Equal(t, float64(sent[from])/float64(count), value)
				delete(tried, from)
			case "turn":
				if from < 32 {
					require.Equal(t, turns[from], count)
					delete(turns, from)
				}
			case "window":
				jain := 0.0
				for i := range int(count) {
					shares := make([]float64, stations)
					for _, s := range order[i : i+int(from)] {
						shares[s]++
					}
					jain += stats.Jain(shares) / float64(count)
				}
				require.InDelta(t, jain, value, 1e-9)
			}
		})
		require.Empty(t, tried)
		for long := range turns {
			require.GreaterOrEqual(t, long, uint64(32))
		}
	})
}
