package virtual_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
)

// states runs a scenario, and returns its result and the states of its flows, in order.
func states(t *testing.T, text string) (r *medium.Result, list []medium.FlowState) {
	t.Helper()
	s, _, all := made(t, text)
	defer all.Release()
	virtual.OnState(all, func(s *medium.FlowState) { list = append(list, *s) })
	_, err := new(run.Driver).Run(context.Background(), all, s.Duration)
	require.NoError(t, err)
	return all.Result(), list
}

// The states of a flow say what its figures say in the end, and what its window allows: outside of recovery no more is in flight than
// the window. A window begins with ten segments (RFC 6928), grows in slow start, and is half after a loss.
func TestStatesOfFlows(t *testing.T) {
	const text = `
until: {flows_done: true}
timeline: [{at: 200ms, bit_errors: 1e-6}]
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: [{kind: tcp, to: web, bytes: 300kB, congestion: reno}, {kind: http, to: web, response: 200kB, at: 50ms}]}
`
	r, list := states(t, text)
	assert.Equal(t, play(t, text), r, "watched or not")
	last := map[int]medium.FlowState{}
	for _, s := range list {
		before, known := last[s.Flow]
		if !known {
			assert.EqualValues(t, 10, s.Window)
			before = s
		}
		assert.LessOrEqual(t, before.At, s.At)
		assert.LessOrEqual(t, before.Delivered, s.Delivered)
		assert.LessOrEqual(t, before.Retransmissions, s.Retransmissions)
		if s.Retransmissions == 0 {
			assert.LessOrEqual(t, s.InFlight, int64(s.Window)*1420)
			assert.LessOrEqual(t, before.Window, s.Window)
		}
		last[s.Flow] = s
	}
	require.Len(t, last, 2)
	for i, f := range r.Flows {
		require.Empty(t, f.Failed)
		s := last[i]
		assert.Zero(t, s.InFlight)
		assert.Equal(t, f.Bytes, s.Delivered, f.Name)
		assert.Equal(t, f.Retransmissions, s.Retransmissions)
		assert.Equal(t, f.Timeouts, s.Timeouts)
		assert.Positive(t, f.Retransmissions)
		assert.Less(t, s.Threshold, uint32(100), "a loss has set it")
	}
}
