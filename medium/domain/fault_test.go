package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// metres returns the delay of a length of 10BASE5 cable.
func metres(m float64) phy.Time { return phy.Delay(m, 0.77) }

// one returns a station that sends frames of 64 octets for somebody at some instants.
func one(name string, at phy.Time, to int, instants ...phy.Time) domain.Station {
	s := domain.Station{Station: bus.Station{Name: name, At: at}, End: domain.End{At: at}}
	for _, t := range instants {
		s.Traffic = append(s.Traffic, traffic.Source{Kind: traffic.KindFrames, Start: t, Count: 1, Size: traffic.Octets(64),
			To: traffic.To{Whom: traffic.ToStation, Station: to}})
	}
	return s
}

// cable returns a network of one cable of 500 m.
func cable(t *testing.T, timeline []medium.Change, stations ...domain.Station) (*domain.Network, *log) {
	n, err := domain.New(domain.Config{Seed: 1, Segments: []domain.Segment{{Name: "cable", Delay: metres(500)}}, Stations: stations, Timeline: timeline})
	require.NoError(t, err)
	l := &log{}
	n.Observe(l)
	return n, l
}

// at returns the instants of the events of a kind at a station.
func (l *log) at(k medium.Kind, station int32) (list []phy.Time) {
	for _, e := range l.events {
		if e.Kind == k && e.Station == station {
			list = append(list, e.At)
		}
	}
	return list
}

// A lone station 50 m before the end of a cable that has lost its terminator collides with its own
// echo, 16 times, and gives up. (With draws of 0: the echo is there after 4.332 bit times, the
// collision cuts the frame to 96 bits, and the gap begins when the echo has ended.)
func TestAMissingTerminator(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	s := one("A", metres(100), 0, 0)
	s.Params, s.Backoff = &p, backoff.Fixed(0)
	s.Traffic[0].To = traffic.To{Whom: traffic.ToBroadcast}
	n, err := domain.New(domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: metres(150)}}, Stations: []domain.Station{s},
		Timeline: []medium.Change{{Kind: medium.Terminator, Missing: medium.RightEnd}}})
	require.NoError(t, err)
	l := &log{}
	n.Observe(l)
	require.NoError(t, n.Run(phy.Second))
	starts := l.at(medium.TxStart, 0)
	require.Len(t, starts, 16)
	assert.InDelta(t, 19.6332, (starts[1] - starts[0]).Microseconds(), 0.001)
	assert.InDelta(t, 294.498, starts[15].Microseconds(), 0.001)
	r := n.Result()
	c := r.Stations[0].Counters
	assert.EqualValues(t, 1, c.FramesAbortedDueToXSColls)
	assert.Zero(t, c.LateCollisions)
	assert.Zero(t, c.CarrierSenseErrors)
	assert.Zero(t, c.Fragments, "a station does not receive its own echo while it sends")
	assert.EqualValues(t, 16, r.Medium.Collisions)
}
