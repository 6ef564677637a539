package crowd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// One client stands for many: each piece of work keeps its number, its age and its failures,
// whichever is continued.
func TestOneClientStandsForMany(t *testing.T) {
	d := build(t, crowd.Options{}, phy.Forever, people("a", 1, backoff.BEB(10)))
	d.Due = crowd.Agenda{}
	all := &diary{want: medium.Interest{Kinds: medium.Of(medium.Sent)}}
	d.Observe(all)
	var works []crowd.Work
	for range 3 {
		d.Offer(0)
		works = append(works, d.Part(0))
		assert.False(t, d.Client(0).Working())
		require.NoError(t, d.Run(d.Now()+ms))
	}
	for range 4 {
		d.Swap(0, &works[1])
		d.Fail(0)
		d.Swap(0, &works[1])
	}
	for _, i := range []int{2, 1} {
		d.Swap(0, &works[i])
		assert.True(t, d.Client(0).Working())
		d.Succeed(0)
		d.Swap(0, &works[i])
	}
	require.Len(t, all.events, 2)
	assert.Equal(t, []uint32{3, 2}, []uint32{all.events[0].Frame.Number, all.events[1].Frame.Number})
	r := d.Result()
	assert.Equal(t, []uint64{1, 0, 0, 0, 1}, r.Stations[0].CollisionsPerFrame)
	assert.Equal(t, 2000.0, r.Delay.Max, "the second came a millisecond after the first")
	assert.InEpsilon(t, 1000, r.Delay.P50, 0.001)
	assert.Equal(t, uint64(3), r.Medium.FramesOffered)
}

// A resource can end the run: after the instant, with the figures so far.
func TestStop(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 3, backoff.Fixed(1)))
	require.NoError(t, d.Run(5*ms))
	d.Stop()
	attempts := d.Result().Medium.Attempts
	require.NoError(t, d.Run(50*ms))
	assert.True(t, d.Done())
	assert.Equal(t, attempts, d.Result().Medium.Attempts)
	assert.True(t, d.Result().Complete)
}

// A deferral is neither an attempt nor a failed one, but the policy is asked as after a failure.
func TestDefer(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 1, backoff.Fixed(3)), people("b", 1, backoff.Limit(backoff.Fixed(3), 2, 0)))
	all := &diary{want: medium.Interest{Kinds: medium.AllKinds}}
	d.Observe(all)
	for i := range int32(2) {
		d.Offer(i)
		wait, again := d.Defer(i)
		assert.Equal(t, 3*ms, wait)
		assert.True(t, again)
	}
	_, again := d.Defer(1)
	assert.False(t, again, "given up")
	r := d.Result()
	assert.Zero(t, r.Medium.Attempts+r.Groups[0].Failures+r.Groups[1].Failures)
	assert.Equal(t, []uint64{3, 2, 1}, []uint64{all.of(medium.Defer), all.of(medium.Backoff), all.of(medium.Dropped)})
}
