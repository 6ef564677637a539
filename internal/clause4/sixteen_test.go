package clause4

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// sixteen is a network whose stations all start at 0 and draw only zeros, each with a frame that is
// long enough to hear the others, and one of 64 octets after it.
func sixteen(star bool, delay float64, places ...float64) *trial {
	farthest := delay
	for _, p := range places {
		farthest = max(farthest, p)
	}
	p := rules(func(p *mac.Params) { p.MaxFrame = 65535 })
	long := max(64, int(farthest)/8+1)
	c := &trial{net: Config{Star: star, Delay: bt(delay), Until: bt(40*farthest + 10000)}}
	for i, place := range places {
		c.net.Stations = append(c.net.Stations, Station{Name: string(rune('A' + i)), Place: bt(place), Params: p,
			Frames: []Frame{{0, long, -1}, {0, 64, -1}}})
		c.policies = append(c.policies, force(p.BackoffLimit, make([]int, 16)))
	}
	return c
}

// tried checks that a station's first frame met sixteen collisions and was dropped, and
// that its next began again with attempt 1.
func (r *Result) tried(t *testing.T, station int, late bool) {
	t.Helper()
	starts, backoffs, dropped := r.of(station, medium.TxStart), r.of(station, medium.Backoff), r.of(station, medium.Dropped)
	require.Greater(t, len(starts), 16)
	for k, e := range starts[:16] {
		assert.Equal(t, [2]int{1, k + 1}, [2]int{int(e.Frame.Number), int(e.Attempt)})
	}
	assert.Equal(t, [2]int{2, 1}, [2]int{int(starts[16].Frame.Number), int(starts[16].Attempt)})
	require.GreaterOrEqual(t, len(backoffs), 15)
	for k, e := range backoffs[:15] { // and no draw after the last
		assert.Equal(t, [3]int{1, k + 1, 1 << min(k+1, 10)}, [3]int{int(e.Frame.Number), int(e.Attempt), int(e.Range)})
	}
	require.NotEmpty(t, dropped)
	assert.Equal(t, medium.ExcessiveCollisions, dropped[0].Why)
	assert.Equal(t, r.of(station, medium.TxEnd)[15].At, dropped[0].At)
	assert.EqualValues(t, 1, r.Counters[station].FramesAbortedDueToXSColls)
	for _, e := range r.of(station, medium.Collision)[:16] {
		assert.Equal(t, late, e.Late)
	}
}

// Two stations that draw zeros collide sixteen times, at any distance. Each fragment lasts for the
// way between them, at least 64 bits, plus 32 of jam. Its echo passes the other end later by the
// same time, and a gap after that both begin again. The seventeenth transmission is that of the
// next frame. It starts with the other's, and meets it if the way is shorter than the frame.
func TestSixteenInARowOfTwo(t *testing.T) {
	for _, d := range []float64{0, 0.25, 1, 63.75, 64, 64.25, 208, 232, 256, 300, 511.75, 512, 512.25, 575.75, 576, 900, 5000, 20000} {
		for _, star := range []bool{false, true} {
			t.Run(fmt.Sprint(d, star), func(t *testing.T) {
				c := sixteen(star, d, 0, d)
				r := agree(t, c)
				period := max(math.Ceil(d), 64) + 32 + d + 96
				for s := range 2 {
					r.tried(t, s, d > 512)
					for k, at := range r.when(s, medium.TxStart)[:17] {
						assert.Equal(t, float64(k)*period, at)
					}
				}
			})
		}
	}
}

// Three stations at equal distances behave like two.
func TestSixteenInARowOfThree(t *testing.T) {
	for _, d := range []float64{0, 10, 232, 300, 900, 20000} {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			c := sixteen(true, d, 0, 0, 0)
			r := agree(t, c)
			for s := range 3 {
				r.tried(t, s, d > 512)
			}
		})
	}
}

// On a cable a third station hears the other two earlier than they hear each other, and soon loses
// step; engine and reference must agree on that. At one place, and a step or two off it, none does.
func TestSixteenInARowOnACable(t *testing.T) {
	for _, places := range [][]float64{{0, 5, 10}, {0, 100, 232}, {0, 0, 232}, {0, 116, 232}, {0, 300, 600}, {0, 1, 900}, {0, 2500, 5000}, {0, 10000, 20000}} {
		agree(t, sixteen(false, 0, places...))
	}
	for _, places := range [][]float64{{0, 0, 0}, {0, 0.25, 0.5}} {
		r := agree(t, sixteen(false, 0, places...))
		for s := range 3 {
			r.tried(t, s, false)
		}
	}
}

// The next frame may wait for its own time: the dropped frame leaves nothing behind, and its
// successor is sent at once, as attempt 1.
func TestTheFrameAfterADrop(t *testing.T) {
	c := sixteen(false, 0, 0, 10)
	c.net.Stations[0].Frames[1].At = bt(6000)
	c.net.Stations[1].Frames = c.net.Stations[1].Frames[:1]
	r := agree(t, c)
	r.tried(t, 0, false)
	start := r.of(0, medium.TxStart)[16]
	assert.Equal(t, bt(6000), start.At)
	assert.EqualValues(t, 1, r.Counters[0].FramesTransmittedOK)
	assert.Zero(t, r.Counters[0].SingleCollisionFrames+r.Counters[0].MultipleCollisionFrames+r.Counters[0].FramesWithDeferredXmissions)
}

// agree runs a network on both and returns the result.
func agree(t *testing.T, c *trial) *Result {
	t.Helper()
	_, err := c.compare()
	require.NoError(t, err)
	r, err := Run(c.reference())
	require.NoError(t, err)
	return r
}
