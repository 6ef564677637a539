package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// bt returns bit times of 10 Mb/s.
func bt(n float64) phy.Time { return phy.Time(n * float64(phy.Ethernet10.BitTime)) }

// rules returns the standard's numbers with a change.
func rules(change func(*mac.Params)) mac.Params {
	p := mac.For(phy.Ethernet10)
	if change != nil {
		change(&p)
	}
	return p
}

// at makes frames of 64 octets for everybody, queued at these bit times.
func at(starts ...float64) (frames []Frame) {
	for _, s := range starts {
		frames = append(frames, Frame{At: bt(s), Octets: 64, To: -1})
	}
	return frames
}

// draws returns the listed numbers, one for each backoff.
func draws(slots ...int) func(int) int {
	return func(int) int {
		r := slots[0]
		slots = slots[1:]
		return r
	}
}

// run runs stations on a cable until a bit time.
func run(t *testing.T, until float64, stations ...Station) *Result {
	t.Helper()
	for i := range stations {
		if stations[i].Name == "" {
			stations[i].Name = string(rune('A' + i))
		}
	}
	r, err := Run(Config{Stations: stations, Until: bt(until)})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + r.String())
		}
	})
	return r
}

// when returns the bit times at which a station saw a kind of event.
func (r *Result) when(station int, kind medium.Kind) []float64 {
	times := []float64{}
	for _, e := range r.of(station, kind) {
		times = append(times, float64(e.At)/float64(phy.Ethernet10.BitTime))
	}
	return times
}

// of returns a station's events of a kind.
func (r *Result) of(station int, kind medium.Kind) (events []medium.Event) {
	for _, e := range r.Events {
		if int(e.Station) == station && e.Kind == kind {
			events = append(events, e)
		}
	}
	return events
}

// has checks the first bit times at which a station saw a kind of event.
func (r *Result) has(t *testing.T, station int, kind medium.Kind, first ...float64) {
	t.Helper()
	times := r.when(station, kind)
	assert.Equal(t, first, times[:min(len(first), len(times))], "%v at station %d", kind, station)
}

// never checks that a station never saw a kind of event.
func (r *Result) never(t *testing.T, station int, kind medium.Kind) {
	t.Helper()
	assert.Empty(t, r.when(station, kind), "%v at station %d", kind, station)
}

// end is what a test says about the end of one.
type end struct {
	at     float64
	from   int32
	ok     bool
	octets int32
	why    medium.Why
}

// ends returns the receptions of a station.
func (r *Result) ends(station int) (ends []end) {
	for i, e := range r.of(station, medium.RxEnd) {
		ends = append(ends, end{r.when(station, medium.RxEnd)[i], e.From, e.OK, e.Octets, e.Why})
	}
	return ends
}
