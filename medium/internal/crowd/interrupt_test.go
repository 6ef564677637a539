package crowd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
)

// An interrupted run stops at the end of an instant, with the figures of a run up to there.
func TestInterrupted(t *testing.T) {
	d := build(t, crowd.Options{}, 100*ms, mixed(20, 30)...)
	events := 0
	d.Observe(onEvent(func() {
		if events++; events == 500 {
			d.Interrupt()
		}
	}))
	require.ErrorIs(t, d.Run(10_000*ms), medium.ErrInterrupted)
	require.ErrorIs(t, d.Run(10_000*ms), medium.ErrInterrupted)
	require.Less(t, events, 600)

	cut := build(t, crowd.Options{}, 100*ms, mixed(20, 30)...)
	require.NoError(t, cut.Run(d.Now()+1))
	got, want := d.Result(), cut.Result()
	assert.False(t, got.Complete)
	assert.Equal(t, want.Digest, got.Digest)
	assert.Equal(t, want.Medium.Attempts, got.Medium.Attempts)
	assert.Equal(t, want.Groups[1].FramesSent, got.Groups[1].FramesSent)
}

// A run can be interrupted even if very many clients act at one instant.
func TestInterruptedInstant(t *testing.T) {
	d := build(t, crowd.Options{}, 100*ms, people("a", 50_000, backoff.Fixed(1)))
	d.Due = crowd.Agenda{}
	for i := range int32(50_000) {
		d.next(i, comes, 0)
	}
	events := 0
	d.Observe(onEvent(func() {
		if events++; events == 1 {
			d.Interrupt()
		}
	}))
	require.ErrorIs(t, d.Run(ms), medium.ErrInterrupted)
	assert.Less(t, events, 50_000)
}

// onEvent is an observer that calls a function for every event.
type onEvent func()

func (onEvent) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (f onEvent) Observe(*medium.Event)   { f() }
