package virtual_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap/soft"
)

const pair = `
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 50kB, congestion: reno, window: 16KiB}}
`

// made returns a scenario, its network, and the network with its hosts, which the caller releases.
func made(t *testing.T, text string) (s *scenario.Scenario, net, all medium.Network) {
	t.Helper()
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	net, err = s.Network()
	require.NoError(t, err)
	all, err = virtual.With(s, net)
	require.NoError(t, err)
	return s, net, all
}

// play runs a scenario.
func play(t *testing.T, text string) *medium.Result {
	t.Helper()
	s, _, all := made(t, text)
	defer all.Release()
	complete, err := new(run.Driver).Run(context.Background(), all, s.Duration)
	require.NoError(t, err)
	require.True(t, complete)
	return all.Result()
}

// A transfer ends the run, on every kind of cable, and is the same every time.
func TestATransfer(t *testing.T) {
	for name, head := range map[string]string{
		"cable":      "until: {flows_done: true}",
		"star":       "until: {flows_done: true}\nmedium: {kind: star, delay: 4us}\nphy: 10base-t",
		"multidrop":  "until: {flows_done: true}\nphy: 10base-t1s\nplca: {node_count: 2}",
		"fast":       "until: {flows_done: true}\nphy: 100base-tx\nmedium: {kind: star, delay: 400ns}",
		"changeable": "until: {flows_done: true}\ntimeline: [{at: 1ms, for: 1ms, station: pc, deaf: on}]",
	} {
		text := head + pair
		if name != "cable" && name != "changeable" {
			text = head + `
stations:
  - {name: web, attach: {soft: {address: "fd00::1/64"}}}
  - {name: pc, attach: {soft: {address: "fd00::2/64"}}, traffic: {kind: tcp, to: web, bytes: 50kB}}
`
		}
		t.Run(name, func(t *testing.T) {
			r := play(t, text)
			require.Len(t, r.Flows, 1)
			f := r.Flows[0]
			assert.Empty(t, f.Failed)
			assert.Equal(t, int64(50_000), f.Delivered)
			require.NotNil(t, f.EndedUs)
			assert.Greater(t, float64(r.SimulatedPs)/1e6, *f.EndedUs, "the receiver's end of the connection is waited for")
			assert.Equal(t, "pc/1", f.Name)
			assert.Equal(t, "web", f.To)
			assert.Equal(t, soft.Build(), r.Stack)
			assert.Equal(t, r, play(t, text))
		})
	}
}

// What cannot be in virtual time is said, and what to do instead.
func TestWhatCannotRun(t *testing.T) {
	for text, want := range map[string]string{
		"stations:\n  - {name: a, attach: {soft: {address: 10.0.0.1/24}}}":                                  "nothing ends the run: write duration: 1s, or until: {flows_done: true}",
		"stations:\n  - {name: a, attach: {soft: {address: 10.0.0.1/24}}}\n  - {name: b, attach: {tap: x}}": `the station "b" is attached to a host: run it with csmacd up x.yaml`,
	} {
		s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
		require.NoError(t, err)
		assert.EqualError(t, virtual.Check(s, "x.yaml"), want)
	}
}

// The reader of scenarios, which a page has too, knows what the stack knows.
func TestWordsOfTheStack(t *testing.T) {
	assert.Equal(t, soft.Congestions, scenario.Congestions)
	assert.Equal(t, soft.Kinds, scenario.FlowKinds)
	assert.Equal(t, []int{soft.MinWindow, soft.MinMSS, soft.MinDatagram, soft.MaxDatagram}, []int{scenario.MinWindow, scenario.MinMSS, scenario.MinDatagram, scenario.MaxDatagram})
}

// With a backoff limit of 5, stations give up frames although TCP waits for their segments. Flows know how many of
// these were theirs, and which timeouts followed.
func TestSegmentsThatStationsGiveUp(t *testing.T) {
	r := play(t, `
duration: 3s
backoff: {policy: beb, limit: 5}
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: "pc%d", count: 3, from: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 1GB}}
`)
	given, discarded := uint64(0), uint64(0)
	for i := range r.Stations {
		given += r.Stations[i].Counters.FramesAbortedDueToXSColls
	}
	after := uint64(0)
	for _, f := range r.Flows {
		discarded += f.Discarded
		after += f.DiscardTimeouts
		assert.LessOrEqual(t, f.DiscardTimeouts, f.Timeouts, f.Name)
	}
	assert.Positive(t, after)
	assert.LessOrEqual(t, after, discarded)
	assert.LessOrEqual(t, discarded, given)
	assert.Less(t, given, discarded+10, "the others asked for addresses")
}
