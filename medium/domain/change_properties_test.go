package domain_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawChange draws a change that a domain can have.
func drawChange(t *rapid.T, c *domain.Config, at phy.Time) (x medium.Change, ok bool) {
	x = medium.Change{At: at, On: rapid.IntRange(0, 2).Draw(t, "on") > 0}
	cableOf := func() *domain.Segment {
		s := &c.Segments[rapid.IntRange(0, len(c.Segments)-1).Draw(t, "segment")]
		x.Segment = s.Name
		return s
	}
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		x.Kind, x.Errors = medium.BitErrors, rapid.SampledFrom([]medium.Errors{{}, {Good: 1e-3}, {Good: 1e-4, Bad: 0.1, ToBad: 1e-3, ToGood: 1e-2}}).Draw(t, "errors")
		if rapid.Bool().Draw(t, "of one") {
			cableOf()
		}
	case 1:
		s := cableOf()
		x.Kind = medium.Cut
		if !s.Link {
			x.Place = bt(float64(rapid.IntRange(0, 100).Draw(t, "place")))
		}
	case 2:
		if s := cableOf(); s.Link {
			return x, false
		}
		x.Kind, x.Place = medium.Short, bt(float64(rapid.IntRange(0, 100).Draw(t, "place")))
	case 3:
		if s := cableOf(); s.Link {
			return x, false
		}
		x.Kind, x.Missing = medium.Terminator, medium.Ends(rapid.IntRange(0, 3).Draw(t, "missing"))
	case 4:
		r := &c.Repeaters
		if len(*r) == 0 {
			return x, false
		}
		k := (*r)[rapid.IntRange(0, len(*r)-1).Draw(t, "repeater")]
		if len(k.Ports) == 0 {
			return x, false
		}
		p := k.Ports[rapid.IntRange(0, len(k.Ports)-1).Draw(t, "port")]
		if p.Disabled {
			return x, false
		}
		x.Kind, x.Port = medium.PortOff, k.Name+"/"+p.To
	default:
		x.Station = c.Stations[rapid.IntRange(0, len(c.Stations)-1).Draw(t, "station")].Name
		x.Kind = rapid.SampledFrom([]medium.ChangeKind{medium.Deaf, medium.NoCollision, medium.Mute, medium.Jabber, medium.PowerOff,
			medium.NoSQE, medium.Babble, medium.Queue, medium.Policy, medium.Skew}).Draw(t, "fault")
		switch x.Kind {
		case medium.Babble:
			x.Value = rapid.SampledFrom([]float64{0, 0.05, 0.5}).Draw(t, "p")
		case medium.Skew:
			x.Value = rapid.SampledFrom([]float64{0, 100, -100}).Draw(t, "ppm")
		case medium.Queue:
			x.Value = 3
		case medium.Policy:
			x.New = backoff.Fixed(2)
		}
	}
	return x, true
}

// drawTimeline draws a domain with faults. The times of the transceivers are short.
func drawTimeline(t *rapid.T) domain.Config {
	c := drawDomain(t)
	for k := range c.Segments {
		if s := &c.Segments[k]; !s.Link {
			s.Delay = bt(120)
		}
		c.Segments[k].Jabber, c.Segments[k].Unjab = bt(2000), bt(3000)
	}
	at := phy.Time(0)
	for range rapid.IntRange(1, 8).Draw(t, "changes") {
		at += bt(float64(rapid.IntRange(0, 12000).Draw(t, "after")) / 4)
		if x, ok := drawChange(t, &c, at); ok {
			c.Timeline = append(c.Timeline, x)
		}
	}
	if rapid.Bool().Draw(t, "joins") {
		late := one("late", bt(40), 0, at, at+bt(100))
		late.Traffic = append(late.Traffic, traffic.Source{Kind: traffic.KindPoisson, Mean: bt(2000), Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToBroadcast}})
		for k := range c.Segments {
			if !c.Segments[k].Link {
				late.End.Segment = k
			}
		}
		c.Timeline = append(c.Timeline, medium.Change{At: at, Kind: medium.Add, New: late})
		if rapid.Bool().Draw(t, "leaves") {
			c.Timeline = append(c.Timeline, medium.Change{At: at + bt(float64(rapid.IntRange(0, 8000).Draw(t, "stays"))), Kind: medium.Remove, Station: "late"})
		}
	}
	return c
}

// A run with faults has the same result whether it is observed or not, in one piece or many, and
// whether its changes are known from the beginning or come while it runs.
func TestFaults(t *testing.T) {
	const horizon = 20000
	rapid.Check(t, func(t *rapid.T) {
		c := drawTimeline(t)
		c.Changeable = true
		r, events := watchedAndNot(t, c, bt(horizon))

		bare := c
		bare.Timeline = nil
		pieces, l := build(t, bare), &log{}
		pieces.Observe(l)
		coming := slices.Clone(c.Timeline)
		for at := phy.Time(0); at < bt(horizon); at += bt(float64(rapid.IntRange(1, 20000).Draw(t, "piece")) / 4) {
			for len(coming) > 0 && coming[0].At < at {
				require.NoError(t, pieces.Run(coming[0].At))
				require.NoError(t, pieces.Change(coming[0]))
				coming = coming[1:]
			}
			require.NoError(t, pieces.Run(at))
		}
		for _, x := range coming {
			require.NoError(t, pieces.Change(x))
		}
		require.NoError(t, pieces.Run(bt(horizon)))
		sameEvents(t, events, l.events)
		require.Equal(t, r, pieces.Result(), "in pieces")
	})
}

// sameEvents shows where events differ.
func sameEvents(t *rapid.T, want, got []medium.Event) {
	for k := range min(len(want), len(got)) {
		if want[k] != got[k] {
			t.Fatalf("event %d is different:\n%+v\n%+v", k, want[k:min(k+3, len(want))], got[k:min(k+3, len(got))])
		}
	}
	require.Len(t, got, len(want))
}

// A change that is taken back at once changes nothing but the events that show it.
func TestWhatIsRestoredAtOnceHasNotBeen(t *testing.T) {
	const horizon = 10000
	rapid.Check(t, func(t *rapid.T) {
		c := drawTimeline(t)
		c.Timeline = nil
		at := bt(float64(rapid.IntRange(0, 20000).Draw(t, "at")) / 4)
		x, ok := drawChange(t, &c, at)
		switch x.Kind {
		case medium.Queue, medium.Policy, medium.Skew, medium.Babble:
			return
		}
		if !ok {
			return
		}
		x.On = true
		back := x
		back.On, back.Missing, back.Errors = false, 0, medium.Errors{}
		want, events := run(t, build(t, c), bt(horizon))
		c.Timeline = []medium.Change{x, back}
		got, others := run(t, build(t, c), bt(horizon))
		others = slices.DeleteFunc(others, func(e medium.Event) bool { return e.Kind == medium.Changed })
		sameEvents(t, events, others)
		alike(&c, want, got)
		require.Equal(t, want, got)
	})
}

// alike removes from two results what depends on when a lost frame is counted, on which is the last of
// those that receive a frame for nobody, and on when that is counted ([domain.Config].Changeable).
func alike(c *domain.Config, a, b *medium.Result) {
	a.Delay = b.Delay
	for i, s := range c.Stations {
		x, y := &a.Stations[i], &b.Stations[i]
		d := int(x.FramesDelivered) - int(y.FramesDelivered)
		if len(s.Traffic) > 0 && s.Traffic[0].To.Whom == traffic.ToAddress && !s.Traffic[0].To.Address.Group() && max(d, -d) == 1 {
			x.FramesDelivered, x.OctetsDelivered = y.FramesDelivered, y.OctetsDelivered
			a.Medium.FramesDelivered -= uint64(d)
			a.Medium.Throughput, a.Medium.Jain = b.Medium.Throughput, b.Medium.Jain
		}
	}
	if d := int(a.Medium.FramesLost) - int(b.Medium.FramesLost); max(d, -d) <= len(a.Stations) {
		a.Medium.FramesLost = b.Medium.FramesLost
	}
}

// A network that can be changed has the results of one that cannot.
func TestAChangeableNetworkIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawTimeline(t)
		c.Timeline = nil
		want, events := run(t, build(t, c), bt(10000))
		c.Changeable = true
		got, others := run(t, build(t, c), bt(10000))
		sameEvents(t, events, others)
		alike(&c, want, got)
		require.Equal(t, want, got)
	})
}
