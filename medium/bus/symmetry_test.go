package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// fixed makes every frame be for a station by its number, or for a group, so that changes of the
// list of stations do not change destinations.
func fixed(c bus.Config) bus.Config {
	for i := range c.Stations {
		for k := range c.Stations[i].Traffic {
			if to := &c.Stations[i].Traffic[k].To; to.Whom == traffic.ToRandom || to.Whom == traffic.ToNext {
				*to = traffic.To{Whom: traffic.ToStation, Station: (i + 1) % len(c.Stations)}
			}
		}
	}
	return c
}

// listed makes all frames known beforehand.
func listed(t *rapid.T, c bus.Config) bus.Config {
	for i := range c.Stations {
		for k := range c.Stations[i].Traffic {
			s := &c.Stations[i].Traffic[k]
			*s = traffic.Source{Kind: traffic.KindFrames, Size: traffic.Octets(64), To: s.To}
			at := phy.Time(0)
			for range rapid.IntRange(1, 6).Draw(t, "frames") {
				at += drawLength(t, 2000, "pause")
				s.Starts = append(s.Starts, at)
			}
		}
	}
	return c
}

// copied returns a Config whose stations can be changed.
func copied(c bus.Config) bus.Config {
	c.Stations = append([]bus.Station(nil), c.Stations...)
	for i := range c.Stations {
		c.Stations[i].Traffic = append([]traffic.Source(nil), c.Stations[i].Traffic...)
	}
	return c
}

func result(t *rapid.T, c bus.Config, until phy.Time) *medium.Result {
	n := build(t, c)
	require.NoError(t, n.Run(until))
	return n.Result()
}

// alike checks that two results are the same except for the order of the stations, on which sums of
// floating-point numbers may depend in their last bit.
func alike(t *rapid.T, want, got *medium.Result) {
	require.InDelta(t, want.Medium.Jain, got.Medium.Jain, 1e-12)
	require.InDelta(t, want.Medium.OfferedLoad, got.Medium.OfferedLoad, 1e-12)
	a, b := *want, *got
	a.Medium.Jain, a.Medium.OfferedLoad, b.Medium.Jain, b.Medium.OfferedLoad = 0, 0, 0, 0
	byName := map[string]medium.Station{}
	for _, s := range b.Stations {
		byName[s.Name] = s
	}
	for _, s := range a.Stations {
		require.Equal(t, s, byName[s.Name])
	}
	a.Stations, b.Stations = nil, nil
	require.Equal(t, a, b)
}

func TestAMirroredCableIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		mirrored := copied(c)
		for i := range mirrored.Stations {
			mirrored.Stations[i].At = bt(1000) - c.Stations[i].At
		}
		require.Equal(t, result(t, c, horizon), result(t, mirrored, horizon))
	})
}

// The place that is taken as the left end of the cable does not matter either.
func TestAShiftedCableIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		shifted := copied(c)
		for i := range shifted.Stations {
			shifted.Stations[i].At += 123456789
		}
		require.Equal(t, result(t, c, horizon), result(t, shifted, horizon))
	})
}

func TestReorderedStationsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := fixed(drawOddNetwork(t))
		numbers := make([]int, len(c.Stations))
		for i := range numbers {
			numbers[i] = i
		}
		order := rapid.Permutation(numbers).Draw(t, "order") // which station comes first, second, ...
		place := make([]int, len(order))
		for to, from := range order {
			place[from] = to
		}
		reordered := copied(c)
		for to, from := range order {
			s := copied(c).Stations[from]
			for k := range s.Traffic {
				if s.Traffic[k].To.Whom == traffic.ToStation {
					s.Traffic[k].To.Station = place[s.Traffic[k].To.Station]
				}
			}
			reordered.Stations[to] = s
		}
		alike(t, result(t, c, horizon), result(t, reordered, horizon))
	})
}

func TestShiftedTimeIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := listed(t, drawOddNetwork(t))
		shift := drawLength(t, 5000, "shift")
		for i := range c.Stations {
			if p := c.Stations[i].Params; p != nil && p.Align > 0 {
				shift -= shift % p.Align // the grid does not move
			}
		}
		later := copied(c)
		for i := range later.Stations {
			for k := range later.Stations[i].Traffic {
				s := &later.Stations[i].Traffic[k]
				s.Starts = append([]phy.Time(nil), s.Starts...)
				for f := range s.Starts {
					s.Starts[f] += shift
				}
			}
		}
		want, got := everything(), everything()
		a, b := build(t, c, want), build(t, later, got)
		require.NoError(t, a.Run(horizon))
		require.NoError(t, b.Run(horizon+shift))
		for i := range got.events {
			got.events[i].At -= shift
			if got.events[i].Kind == medium.Backoff {
				got.events[i].Until -= shift
			}
		}
		require.Equal(t, want.events, got.events)
		r, s := a.Result(), b.Result()
		for i := range r.Stations {
			require.Equal(t, r.Stations[i].Counters, s.Stations[i].Counters)
		}
		require.Equal(t, r.Medium.Collisions, s.Medium.Collisions)
		require.Equal(t, r.AccessDelay, s.AccessDelay)
		require.Equal(t, r.Delay, s.Delay)
	})
}

// With draws of its own, a station's name does not matter.
func TestRenamedStationsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := scripted(t, listed(t, fixed(drawOddNetwork(t))))
		for i := range c.Stations {
			if p := c.Stations[i].Params; p != nil {
				p.Persist = 0 // draws by name
			}
		}
		renamed := copied(c)
		renamed.Seed++
		for i := range renamed.Stations {
			renamed.Stations[i].Name = "station " + c.Stations[i].Name
		}
		want, got := everything(), everything()
		a, b := build(t, c, want), build(t, renamed, got)
		require.NoError(t, a.Run(horizon))
		require.NoError(t, b.Run(horizon))
		require.Equal(t, want.events, got.events)
		r, s := a.Result(), b.Result()
		require.Equal(t, r.Medium, s.Medium)
		require.Equal(t, r.Medium.Attempts == 0, r.Digest == s.Digest, "names are part of the digest")
	})
}

// A station that sends nothing changes nothing, wherever it is.
func TestAnIdleStationChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := fixed(drawOddNetwork(t))
		more := copied(c)
		more.Stations = append(more.Stations, bus.Station{Name: "idle", At: drawLength(t, 1500, "idle place"), Params: drawRules(t)})
		a, b := result(t, c, horizon), result(t, more, horizon)
		require.Equal(t, a.Digest, b.Digest)
		require.Equal(t, a.Medium.Collisions, b.Medium.Collisions)
		require.Equal(t, a.AccessDelay, b.AccessDelay)
		for i := range a.Stations {
			require.Equal(t, a.Stations[i].Counters, b.Stations[i].Counters)
		}
	})
}
