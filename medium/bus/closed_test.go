package bus_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// thinker is the built-in closed loop, written as a program would.
type thinker struct{ turnaround, mean phy.Time }

func (p thinker) Next(last phy.Time, r rand.Source) (traffic.Arrival, bool) {
	if last > 0 {
		return traffic.Arrival{}, false
	}
	return p.Departed(0, r)
}

func (p thinker) Departed(now phy.Time, r rand.Source) (traffic.Arrival, bool) {
	at := now + p.turnaround + traffic.Exponential(p.mean, r)
	return traffic.Arrival{At: at, Octets: 200, To: traffic.To{Whom: traffic.ToNext}}, true
}

func TestAProgramsClosedLoopIsLikeTheBuiltIn(t *testing.T) {
	const turnaround, mean = phy.Microsecond, phy.Millisecond
	digest := func(source func() traffic.Source) (string, medium.Medium) {
		var c bus.Config
		for i := range 5 {
			c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint("h", i), At: phy.Time(i) * phy.Microsecond, Traffic: []traffic.Source{source()}})
		}
		n := build(t, c)
		require.NoError(t, n.Run(phy.Second/5))
		return n.Result().Digest, n.Result().Medium
	}
	builtIn, want := digest(func() traffic.Source {
		return traffic.Think(turnaround, mean, traffic.Octets(200), traffic.To{Whom: traffic.ToNext})
	})
	own, got := digest(func() traffic.Source { return traffic.From(thinker{turnaround, mean}) })
	assert.Equal(t, builtIn, own)
	assert.Equal(t, want, got)
	assert.Greater(t, got.Collisions, uint64(10))
}

// window is a client with a number of requests in flight, each to the next of the stations.
type window struct{ open, to, begun, departed int }

func (w *window) request(at phy.Time) traffic.Arrival {
	w.begun++
	w.to = w.to%3 + 1
	return traffic.Arrival{At: at, Octets: 64, To: traffic.To{Whom: traffic.ToStation, Station: w.to}, Ref: uint64(w.begun)}
}

func (w *window) Next(phy.Time, rand.Source) (traffic.Arrival, bool) {
	if w.open == 0 {
		return traffic.Arrival{}, false
	}
	w.open--
	return w.request(0), true
}

func (w *window) Departed(now phy.Time, _ rand.Source) (traffic.Arrival, bool) {
	w.departed++
	return w.request(now + phy.Time(w.departed%3)*phy.Millisecond), w.begun <= 100
}

// A closed loop may have several frames on their way. Each frame has a destination and a reference
// of its own, and a frame that a full queue refuses has left as well.
func TestAWindowOfRequests(t *testing.T) {
	for _, queue := range []int{10, 2} {
		w := &window{open: 4}
		n := build(t, bus.Config{Until: bus.Until{Idle: true}, Stations: []bus.Station{
			{Name: "client", Queue: queue, Traffic: []traffic.Source{traffic.From(w)}}, {Name: "a"}, {Name: "b"}, {Name: "c"},
		}})
		var seen []medium.Frame
		n.Observe(watch{medium.Of(medium.Queued), func(e *medium.Event) { seen = append(seen, e.Frame) }})
		require.NoError(t, n.Run(phy.Forever))
		assert.Len(t, seen, 100)
		refs := map[uint64]bool{}
		for _, f := range seen {
			refs[f.Ref] = true
			assert.EqualValues(t, (f.Ref-1)%3+1, f.Destination)
		}
		assert.Len(t, refs, 100)
		m := n.Result().Medium
		assert.EqualValues(t, w.departed, m.FramesSent+m.FramesDropped)
		assert.Equal(t, queue < 4, m.FramesDropped > 0)
	}
}

// watch is an observer made of a function.
type watch struct {
	kinds medium.Kinds
	f     func(*medium.Event)
}

func (w watch) Interest() medium.Interest { return medium.Interest{Kinds: w.kinds} }
func (w watch) Observe(e *medium.Event)   { w.f(e) }

// nowhere makes frames for a station that does not exist.
type nowhere struct{}

func (nowhere) Next(last phy.Time, _ rand.Source) (traffic.Arrival, bool) {
	return traffic.Arrival{At: last + phy.Millisecond, Octets: 64, To: traffic.To{Whom: traffic.ToStation, Station: 2}}, true
}

func TestAGeneratorsDestinationsAreChecked(t *testing.T) {
	n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Traffic: []traffic.Source{traffic.From(nowhere{})}}, {Name: "B"}}})
	require.EqualError(t, n.Run(phy.Second), `station "A" at 1ms: the destination is station 2, and stations are numbered from 0 to 1`)
}
