package bus_test

import (
	"cmp"
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
	"github.com/csmacd/csmacd/phy"
)

// The stations of a story, by the order in which they are listed.
const (
	A = iota
	B
	C
	D
)

const all = int(medium.Broadcast)

// ps is a picosecond, in bit times.
const ps = 0.00001

// bt returns n bit times of 10 Mb/s.
func bt(n float64) phy.Time { return phy.Time(math.Round(n * float64(phy.Ethernet10.BitTime))) }

// actor is a station of a story.
type actor struct {
	at    float64     // its place, in bit times
	sends []frame     // its frames
	draws []int       // of its backoffs; one backoff more ends the story
	rules *mac.Params // nil: the standard's
}

// frame is queued at an instant, in bit times.
type frame struct {
	at     float64
	octets int
	to     int
}

// frames makes frames of 64 octets for everybody.
func frames(at ...float64) (list []frame) {
	for _, t := range at {
		list = append(list, frame{t, 64, all})
	}
	return list
}

// draws lists the slots of each backoff.
func draws(slots ...int) []int { return slots }

// rules returns the standard's rules with a change.
func rules(change func(*mac.Params)) *mac.Params {
	p := mac.For(phy.Ethernet10)
	change(&p)
	return &p
}

// story is the events of a run.
type story struct {
	t      *testing.T
	net    *bus.Network
	events []medium.Event
	result *medium.Result
}

func (s *story) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (s *story) Observe(e *medium.Event)   { s.events = append(s.events, *e) }

// tell runs stations on a cable until a bit time.
func tell(t *testing.T, until float64, cast ...actor) *story {
	t.Helper()
	return tellOn(t, bus.Config{}, until, cast...)
}

// tellOn runs stations on a medium of its own kind. For every story it checks that the events are
// in the order of rule 10, and that the result is the same without an observer and with the
// stations in reverse order.
func tellOn(t *testing.T, c bus.Config, until float64, cast ...actor) *story {
	t.Helper()
	s := &story{t: t}
	s.net = stage(t, c, cast, false)
	s.net.Observe(s)
	require.NoError(t, s.net.Run(bt(until)))
	s.result = s.net.Result()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + s.String())
		}
	})

	s.inOrder()
	unwatched := stage(t, c, cast, false)
	require.NoError(t, unwatched.Run(bt(until)))
	require.Equal(t, s.result, unwatched.Result(), "unwatched")

	backwards := stage(t, c, cast, true)
	require.NoError(t, backwards.Run(bt(until)))
	r := backwards.Result()
	slices.Reverse(r.Stations)
	require.Equal(t, s.result, r, "backwards")
	return s
}

// stage builds the network and queues the frames.
func stage(t *testing.T, c bus.Config, cast []actor, backwards bool) *bus.Network {
	t.Helper()
	number := func(i int) int {
		if backwards && i >= 0 {
			return len(cast) - 1 - i
		}
		return i
	}
	c.Stations = make([]bus.Station, len(cast))
	for i, a := range cast {
		limit := phy.Ethernet10.BackoffLimit
		if a.rules != nil {
			limit = a.rules.BackoffLimit
		}
		c.Stations[number(i)] = bus.Station{Name: name(i), At: bt(a.at), Params: a.rules,
			Backoff: backoff.Script(backoff.BEB(limit), a.draws...)}
	}
	n, err := bus.New(c)
	require.NoError(t, err)
	for i, a := range cast {
		for _, f := range a.sends {
			require.NoError(t, n.Inject(number(i), bt(f.at),
				medium.Frame{Size: int32(f.octets), Destination: int32(number(f.to))}))
		}
	}
	return n
}

func name(i int) string { return string(rune('A' + i)) }

// phases of an instant, by rule 10.
var phases = map[medium.Kind]int{
	medium.Queued: 1, medium.TxEnd: 1, medium.Backoff: 1, medium.Sent: 1, medium.Dropped: 1,
	medium.TxStart: 3,
	medium.RxStart: 4, medium.RxEnd: 4, medium.CarrierOn: 4, medium.CarrierOff: 4,
	medium.Collision: 5, medium.JamStart: 5, medium.Defer: 5,
}

// inOrder checks that the events come by time, then by phase, then by station. A gap
// of 0 repeats the phases.
func (s *story) inOrder() {
	s.t.Helper()
	for i := range s.net.Len() {
		if s.net.Params(i).Gap == 0 {
			return
		}
	}
	order := func(a, b medium.Event) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(phases[a.Kind], phases[b.Kind]), cmp.Compare(a.Station, b.Station))
	}
	assert.True(s.t, slices.IsSortedFunc(s.events, order), "order of events")
}

// of returns a station's events of a kind.
func (s *story) of(station int, k medium.Kind) (events []medium.Event) {
	for _, e := range s.events {
		if int(e.Station) == station && e.Kind == k {
			events = append(events, e)
		}
	}
	return events
}

// when returns the bit times of a station's events of a kind.
func (s *story) when(station int, k medium.Kind) []float64 {
	times := []float64{}
	for _, e := range s.of(station, k) {
		times = append(times, bits(e.At))
	}
	return times
}

func bits(t phy.Time) float64 { return float64(t) / float64(phy.Ethernet10.BitTime) }

// saw checks the bit times at which a station saw a kind of event: these and no others.
func (s *story) saw(station int, k medium.Kind, at ...float64) {
	s.t.Helper()
	assert.Equal(s.t, append([]float64{}, at...), s.when(station, k), "%v at %s", k, name(station))
}

// began checks the first of those bit times.
func (s *story) began(station int, k medium.Kind, at ...float64) {
	s.t.Helper()
	times := s.when(station, k)
	assert.Equal(s.t, at, times[:min(len(at), len(times))], "%v at %s, the first ones", k, name(station))
}

func (s *story) never(station int, k medium.Kind) {
	s.t.Helper()
	s.saw(station, k)
}

// counted checks a station's counters.
func (s *story) counted(station int, want mac.Counters) {
	s.t.Helper()
	assert.Equal(s.t, want, s.counters(station), "counters of %s", name(station))
}

func (s *story) counters(station int) mac.Counters { return s.result.Stations[station].Counters }

// heard is the end of a reception.
type heard struct {
	at     float64
	from   int
	octets int
	why    medium.Why // NoReason: a whole frame
}

// ends returns the ends of a station's receptions.
func (s *story) ends(station int) (ends []heard) {
	for _, e := range s.of(station, medium.RxEnd) {
		assert.Equal(s.t, e.Why == medium.NoReason, e.OK)
		ends = append(ends, heard{bits(e.At), int(e.From), int(e.Octets), e.Why})
	}
	return ends
}

// String returns the story as text, for a test that failed.
func (s *story) String() string {
	var b strings.Builder
	for _, e := range s.events {
		fmt.Fprintf(&b, "%10.2f %s %v", bits(e.At), s.net.Name(int(e.Station)), e.Kind)
		if e.Frame.Number > 0 {
			fmt.Fprintf(&b, ", frame %d of %s, attempt %d", e.Frame.Number, s.net.Name(int(e.Frame.Source)), e.Attempt)
		}
		if e.Kind == medium.RxEnd || e.Kind == medium.TxEnd {
			fmt.Fprintf(&b, ", ok %t", e.OK)
		}
		if e.Kind == medium.Backoff {
			fmt.Fprintf(&b, ", %d of %d slots until %.2f", e.Slots, e.Range, bits(e.Until))
		}
		fmt.Fprintf(&b, " %v\n", e.Why)
	}
	return b.String()
}
