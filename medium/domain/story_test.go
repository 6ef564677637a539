package domain_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// plan is a network of a story, built piece by piece.
type plan struct {
	domain.Config
	sends []sent
}

type sent struct {
	station int
	at      phy.Time
	octets  int
	to      int
}

// hub adds a repeater of 10 Mb/s.
func (p *plan) hub(name string, change ...func(*domain.Repeater)) int {
	r := domain.DefaultRepeater(bit)
	r.Name = name
	for _, c := range change {
		c(&r)
	}
	p.Repeaters = append(p.Repeaters, r)
	return len(p.Repeaters) - 1
}

func (p *plan) link(delay float64) int {
	p.Segments = append(p.Segments, domain.Segment{Name: fmt.Sprint(len(p.Segments)), Link: true, Delay: bt(delay), TransmittingEnd: bt(10.5), Middle: bt(8)})
	return len(p.Segments) - 1
}

func (p *plan) cable() int {
	p.Segments = append(p.Segments, domain.Segment{Name: fmt.Sprint(len(p.Segments)), TransmittingEnd: bt(16), Middle: bt(11)})
	return len(p.Segments) - 1
}

// station adds a station with the draws of its backoffs.
func (p *plan) station(e domain.End, draws ...int) int {
	i := len(p.Stations)
	p.Stations = append(p.Stations, domain.Station{End: e, Station: bus.Station{Name: string(rune('A' + i)),
		Backoff: backoff.Script(backoff.BEB(10), draws...)}})
	return i
}

// pc adds a station on a link to a hub.
func (p *plan) pc(hub int, delay float64, draws ...int) int {
	s := p.link(delay)
	i := p.station(domain.End{Segment: s}, draws...)
	p.port(hub, p.Stations[i].Name, domain.End{Segment: s, At: bt(delay)})
	return i
}

func (p *plan) port(hub int, to string, e domain.End) {
	r := &p.Repeaters[hub]
	r.Ports = append(r.Ports, domain.Port{To: to, End: e})
}

// join links two hubs.
func (p *plan) join(a, b int, delay float64) {
	s := p.link(delay)
	p.port(a, p.Repeaters[b].Name, domain.End{Segment: s})
	p.port(b, p.Repeaters[a].Name, domain.End{Segment: s, At: bt(delay)})
}

func (p *plan) send(station int, at float64, octets, to int) {
	p.sends = append(p.sends, sent{station, bt(at), octets, to})
}

// story is the events of a run.
type story struct {
	t *testing.T
	*log
	net    *domain.Network
	result *medium.Result
}

// tell runs a plan until a bit time. It checks that the result is the same without an observer and
// in pieces.
func (p *plan) tell(t *testing.T, until float64) *story {
	t.Helper()
	build := func() *domain.Network {
		n, err := domain.New(p.Config)
		require.NoError(t, err)
		for _, f := range p.sends {
			require.NoError(t, n.Inject(f.station, f.at, medium.Frame{Size: int32(f.octets), Destination: int32(f.to)}))
		}
		return n
	}
	s := &story{t: t, log: &log{}, net: build()}
	s.net.Observe(s)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + s.String())
		}
	})
	require.NoError(t, s.net.Run(bt(until)))
	s.result = s.net.Result()
	quiet, pieces := build(), build()
	require.NoError(t, quiet.Run(bt(until)))
	require.Equal(t, s.result, quiet.Result(), "unwatched")
	require.Equal(t, s.net.Repeaters(), quiet.Repeaters(), "unwatched")
	for at := 0.0; at < until; at += 333.25 {
		require.NoError(t, pieces.Run(bt(at)))
		pieces.Result()
	}
	require.NoError(t, pieces.Run(bt(until)))
	require.Equal(t, s.result, pieces.Result(), "in pieces")
	return s
}

func bits(t phy.Time) float64 { return math.Round(float64(t)/float64(bit)*1e6) / 1e6 }

// saw checks the bit times at which a station or port saw a kind of event: these and no others.
func (s *story) saw(who string, k medium.Kind, at ...float64) {
	s.t.Helper()
	times := []float64{}
	for _, e := range s.events {
		if s.net.Name(int(e.Station)) == who && e.Kind == k {
			times = append(times, bits(e.At))
		}
	}
	assert.Equal(s.t, append([]float64{}, at...), times, "%v at %s", k, who)
}

// heard checks the ends of a station's receptions: bit times and reasons.
func (s *story) heard(who string, want ...string) {
	s.t.Helper()
	got := []string{}
	for _, e := range s.events {
		if s.net.Name(int(e.Station)) == who && e.Kind == medium.RxEnd {
			got = append(got, strings.TrimSpace(fmt.Sprint(bits(e.At), " ", e.Octets, " ", e.Why)))
		}
	}
	assert.Equal(s.t, append([]string{}, want...), got, "receptions at %s", who)
}

func (s *story) port(name string) domain.PortResult {
	for _, r := range s.net.Repeaters() {
		for _, p := range r.Ports {
			if r.Name+"/"+p.To == name {
				return p
			}
		}
	}
	s.t.Fatal("no port", name)
	return domain.PortResult{}
}

func (s *story) counters(i int) mac.Counters { return s.result.Stations[i].Counters }

func (s *story) String() string {
	var b strings.Builder
	for _, e := range s.events {
		fmt.Fprintf(&b, "%10.2f %s %v", bits(e.At), s.net.Name(int(e.Station)), e.Kind)
		if e.Frame.Number > 0 {
			fmt.Fprintf(&b, ", frame %d of %s", e.Frame.Number, s.net.Name(int(e.Frame.Source)))
		}
		if slices.Contains([]medium.Kind{medium.RxEnd, medium.TxEnd, medium.RepeatEnd}, e.Kind) {
			fmt.Fprintf(&b, ", ok %t", e.OK)
		}
		fmt.Fprintf(&b, " %v\n", e.Why)
	}
	return b.String()
}

// A frame of 64 octets takes 576 bits. It is at the hub 10 bit times after it was sent, goes out
// 8 later, and is at B and C after the delay of their links.
func TestAHubRepeatsAFrame(t *testing.T) {
	var p plan
	h := p.hub("hub")
	a, b := p.pc(h, 10), p.pc(h, 20)
	p.pc(h, 0)
	p.send(a, 0, 64, b)
	s := p.tell(t, 2000)
	s.saw("hub/B", medium.RepeatStart, 18)
	s.saw("hub/C", medium.RepeatEnd, 18+576)
	s.saw("hub/A", medium.RepeatStart)
	s.heard("B", "614 64")
	s.heard("C", "594 64")
	s.heard("A")
	assert.EqualValues(t, 1, s.result.Medium.FramesDelivered)
	assert.EqualValues(t, 1, s.counters(b).FramesReceivedOK)
	assert.Zero(t, s.counters(2))
	assert.EqualValues(t, 61.4, s.result.Delay.Max)
	assert.Equal(t, domain.PortCounters{ReadableFrames: 1, ReadableOctets: 64}, s.port("hub/A").Counters)
}

// A and B begin together. Both are at the hub at 10, two ports rise at once, and jam is on all
// ports from 16.5: A and B meet it at 26.5, send their headers and jam until 96. The fragments fall
// at the hub at 106; jam has been sent for 96 bits at 112.5. C hears 96 bits of it.
func TestTwoPortsRiseAtOnce(t *testing.T) {
	var p plan
	h := p.hub("hub")
	a, b := p.pc(h, 10, 0), p.pc(h, 10, 1)
	c := p.pc(h, 10)
	p.send(a, 0, 64, b)
	p.send(b, 0, 64, a)
	s := p.tell(t, 900)
	s.saw("A", medium.Collision, 26.5)
	s.saw("B", medium.TxEnd, 96)
	s.saw("hub/C", medium.RepeatStart, 16.5, 236.5)
	s.saw("hub/C", medium.RepeatJam, 16.5)
	s.saw("hub/A", medium.RepeatEnd, 112.5)
	s.saw("C", medium.RxEnd, 122.5, 122.5+96+10+8+10+576)
	s.saw("A", medium.TxStart, 0, 122.5+96)
	assert.EqualValues(t, 1, s.counters(c).Fragments)
	assert.EqualValues(t, 0, s.counters(a).Fragments)
	assert.EqualValues(t, 1, s.result.Medium.Collisions)
	assert.EqualValues(t, 1, s.net.Repeaters()[0].TransmitCollisions)
	assert.EqualValues(t, 1, s.port("hub/A").Counters.Collisions)
}

// Two hubs in a row, on a link without delay.
func TestTwoHubsRepeatAFrame(t *testing.T) {
	var p plan
	one, two := p.hub("one"), p.hub("two")
	a := p.pc(one, 10)
	b := p.pc(two, 20)
	p.join(one, two, 0)
	p.send(a, 0, 64, b)
	s := p.tell(t, 2000)
	s.saw("two/B", medium.RepeatStart, 26)
	s.heard("B", "622 64")
	assert.Equal(t, domain.PortCounters{ReadableFrames: 1, ReadableOctets: 64}, s.port("two/one").Counters)
	assert.EqualValues(t, 1, s.result.Medium.FramesDelivered)
}
