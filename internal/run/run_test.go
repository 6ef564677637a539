package run

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func network(t *testing.T, text string) (*scenario.Scenario, medium.Network) {
	t.Helper()
	s, err := scenario.Parse("test", []byte(text), scenario.Options{})
	require.NoError(t, err)
	Finite(s)
	net, err := s.Network()
	require.NoError(t, err)
	return s, net
}

const saturated = "name: test\nduration: 50ms\nstations: {count: 3, traffic: {kind: saturated, size: 64}}\n"

// A network that is run in slices, and watched, has the result of one that is run at once.
func TestSlicesChangeNothing(t *testing.T) {
	_, whole := network(t, saturated)
	require.NoError(t, whole.Run(50*phy.Millisecond))

	s, net := network(t, saturated)
	var looks, intervals int
	sampler := series.NewSampler(net, 0, 3*phy.Millisecond, func(*series.Interval) { intervals++ })
	d := Driver{Samplers: []*series.Sampler{nil, sampler}, Ran: func(now phy.Time) bool {
		looks++
		require.Equal(t, net.Now(), now)
		return true
	}}
	complete, err := d.Run(context.Background(), net, s.Duration)
	require.NoError(t, err)
	require.True(t, complete)
	sampler.Finish()
	require.Equal(t, whole.Result(), net.Result())
	require.Equal(t, 17, intervals)
	require.GreaterOrEqual(t, looks, intervals)
}

// Without a duration, a run ends when nothing is left to happen.
func TestFinite(t *testing.T) {
	s, net := network(t, "name: test\nuntil: {frames_sent: 10}\nstations: [{name: A, traffic: {kind: frames, starts: [1ms], size: 64, to: B}}, {name: B}]\n")
	var d Driver
	complete, err := d.Run(context.Background(), net, s.Duration)
	require.NoError(t, err)
	require.True(t, complete)
	require.True(t, net.Done())
}

// Without a duration, a run that no condition has ended by the latest instant is not complete, and says so.
func TestARunMayBeTooLong(t *testing.T) {
	for name, text := range map[string]string{
		"cable": "name: test\nuntil: {frames_sent: 1000000}\nstations: [{name: A, traffic: {kind: poisson, rate: 0.001, size: 64, to: B}}, {name: B}]\n",
		"store": "name: test\nmedium: {kind: store, leg: 10ms}\nuntil: {idle: true}\nstations: [{name: c, works: 1000, think: 10000s}]\n",
	} {
		s, net := network(t, text)
		var d Driver
		complete, err := d.Run(context.Background(), net, s.Duration)
		require.ErrorIs(t, err, ErrTooLong, name)
		require.False(t, complete)
		require.Equal(t, phy.MaxTime, net.Now())
	}
}

func TestRunEnds(t *testing.T) {
	s, net := network(t, saturated)
	d := Driver{Ran: func(phy.Time) bool { return false }}
	complete, err := d.Run(context.Background(), net, s.Duration)
	require.NoError(t, err)
	require.True(t, complete, "by Ran")
	require.Less(t, net.Now(), s.Duration)

	ctx, cancel := context.WithCancel(context.Background())
	d.Ran = func(phy.Time) bool { cancel(); return true }
	complete, err = d.Run(ctx, net, s.Duration)
	require.NoError(t, err)
	require.False(t, complete, "by the context")
	require.Less(t, net.Now(), s.Duration)

	s, net = network(t, "name: test\nduration: 1ms\nstations: {count: 2, backoff: {policy: scripted, slots: [0]}, traffic: {kind: saturated, size: 64}}\n")
	complete, err = (&Driver{}).Run(context.Background(), net, s.Duration)
	require.ErrorIs(t, err, backoff.ErrScriptEnded)
	require.False(t, complete)
}
