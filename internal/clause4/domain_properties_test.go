package clause4

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Skipping changes nothing in a network of segments either.
func TestStepsOfRepeaters(t *testing.T) {
	casetest.Same(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawDomain(t)
		c.until = min(c.until, 4000*c.net.Stations[0].Params.BitTime) // it takes long
		c.everyStep = false
		want := must(t, c.reference())
		c.everyStep = true
		got := must(t, c.reference())
		require.Equal(t, want.String(), got.String())
		require.Equal(t, want.Counters, got.Counters)
	})
}

// Stations that are listed backwards see the same, and so do ports of repeaters.
func TestOrderOfRepeaters(t *testing.T) {
	casetest.Same(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawDomain(t)
		forwards, backwards := c.reference(), c.reference()
		n := len(forwards.Stations)
		for i, s := range c.reference().Stations {
			s.Frames = slices.Clone(s.Frames)
			for k, f := range s.Frames {
				if f.To >= 0 {
					s.Frames[k].To = n - 1 - f.To
				}
			}
			backwards.Stations[n-1-i] = s
		}
		ends := n
		for i := range backwards.Repeaters {
			ports := slices.Clone(backwards.Repeaters[i].Ports)
			ends += len(ports)
			slices.Reverse(ports)
			backwards.Repeaters[i].Ports = ports
		}
		slices.Reverse(backwards.Repeaters)
		a, b := must(t, forwards), must(t, backwards)
		for i := range n {
			require.Equal(t, a.seen(i), b.seen(n-1-i))
			require.Equal(t, a.Counters[i], b.Counters[n-1-i])
		}
		for i := range ends - n {
			require.Equal(t, a.sent(n+i), b.sent(ends-1-i))
		}
	})
}

// sent returns a port's events without the numbers of stations and ports.
func (r *Result) sent(port int) (events []medium.Event) {
	for _, e := range r.Events {
		if int(e.Station) == port && e.Kind != medium.MJLP {
			events = append(events, medium.Event{At: e.At, Kind: e.Kind, OK: e.OK})
		}
	}
	slices.SortStableFunc(events, func(a, b medium.Event) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
	})
	return events
}

// Every output of a repeater begins once and ends once, is at least 96 bits long unless it has been
// interrupted, and jams at most once.
func TestBooksOfRepeaters(t *testing.T) {
	casetest.Same(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawDomain(t)
		config := c.reference()
		r := must(t, config)
		bit := c.net.Stations[0].Params.BitTime
		end := len(config.Stations)
		for _, hub := range config.Repeaters {
			for range hub.Ports {
				var since phy.Time = -1
				jams, out := false, false
				for _, e := range r.Events {
					if int(e.Station) != end {
						continue
					}
					switch e.Kind {
					case medium.RepeatStart:
						require.False(t, out)
						out, jams, since = true, false, e.At
					case medium.RepeatJam:
						require.True(t, out && !jams)
						jams = true
					case medium.RepeatEnd:
						require.True(t, out)
						out = false
						if hub.Lockup == 0 {
							require.GreaterOrEqual(t, e.At-since, 96*bit)
						}
						require.False(t, e.OK && jams)
					}
				}
				end++
			}
		}
	})
}

// A link between half-duplex ends is a cable with two stations at its ends.
func TestLinkIsACable(t *testing.T) {
	casetest.Same(t)
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		c.net.Star = false
		c.net.Stations, c.policies = c.net.Stations[:min(2, len(c.net.Stations))], c.policies[:min(2, len(c.net.Stations))]
		if len(c.net.Stations) < 2 {
			t.Skip()
		}
		for i := range c.net.Stations {
			for k := range c.net.Stations[i].Frames {
				c.net.Stations[i].Frames[k].To = min(c.net.Stations[i].Frames[k].To, 1)
			}
		}
		cable, link := c.reference(), c.reference()
		link.Segments = []Segment{{Name: "link", Link: true}}
		a, b := must(t, cable), must(t, link)
		assert.Equal(t, a.Events, b.Events)
		assert.Equal(t, a.Counters, b.Counters)
	})
}
