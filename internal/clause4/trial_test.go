package clause4

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// trial is a network that both the reference and the engine can run, any number of
// times: a value, in which the draws are policies and not functions that are used up.
type trial struct {
	net      Config           // without its Draw functions
	seed     uint64           // of the engine's streams
	policies []backoff.Policy // by station
	between  [][]phy.Time     // if not nil, the times between stations, which are on several segments
}

// reference returns the network for one run of the reference. It shares the draws with
// the engine: each station has a stream and a policy's state of its own, made alike.
func (c *trial) reference() Config {
	net := c.net
	net.Stations = append([]Station(nil), net.Stations...)
	for i := range net.Stations {
		s := &net.Stations[i]
		s.Draw = DrawOf(c.policies[i], c.seed, s.Name)
	}
	return net
}

// engine returns the network for the engine, its frames still to be injected.
func (c *trial) engine() bus.Config {
	b := bus.Config{Seed: c.seed, Params: c.net.Stations[0].Params}
	if c.net.Star {
		b.Shape = bus.Star(c.net.Delay)
	}
	for i := range c.net.Stations {
		s := &c.net.Stations[i]
		b.Stations = append(b.Stations, bus.Station{Name: s.Name, At: s.Place, Params: &s.Params, Backoff: c.policies[i]})
	}
	return b
}

// delay returns the time from one station to another.
func (c *trial) delay(i, j int) phy.Time {
	if c.between != nil {
		return c.between[i][j]
	}
	switch d := c.net.Stations[i].Place - c.net.Stations[j].Place; {
	case !c.net.Star:
		return max(d, -d)
	case i != j:
		return c.net.Delay
	}
	return 0
}

// forced is binary exponential backoff whose first draws are given, each limited to its range.
// Later ones come from the stream.
type forced struct {
	*backoff.Table
	first []int
}

func (p *forced) Next(s *backoff.State, r *backoff.Rand) (slots float64, stop bool) {
	k := int(s.Spare)
	if k >= len(p.first) {
		return p.Table.Next(s, r)
	}
	s.Spare++
	return float64(uint32(p.first[k]) % p.Window(s.Attempt).Size), false
}

// force returns a station's policy. If nothing is forced it is the table itself, from which the
// engine draws in another way.
func force(limit int, first []int) backoff.Policy {
	table := backoff.BEB(limit)
	if len(first) == 0 {
		return table
	}
	return &forced{table, first}
}

// A forced draw is within its range, and the stream follows it.
func TestForced(t *testing.T) {
	state, stream := &backoff.State{Attempt: 1}, backoff.NewRand(1, "A", "backoff")
	p := force(10, []int{1, 7})
	for _, want := range []float64{1, 3} {
		slots, stop := p.Next(state, &stream)
		require.Equal(t, want, slots)
		require.False(t, stop)
		state.Attempt++
	}
	again := backoff.NewRand(1, "A", "backoff")
	slots, _ := p.Next(state, &stream)
	require.Equal(t, float64(backoff.BEB(10).Draw(3, &again)), slots)
}

// must runs the reference.
func must(t *rapid.T, c Config) *Result {
	r, err := Run(c)
	require.NoError(t, err)
	return r
}
