package single

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/figure/figuretest"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// ran runs a scenario and gives the events of its senders, and the result.
func ran(t *testing.T, text string) (events []byte, r *medium.Result) {
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	net, err := bus.New(s.Config)
	require.NoError(t, err)
	var b bytes.Buffer
	out := trace.NewEvents(trace.NewOutput(&b, "events"), net, net.BitTime()).Only(medium.Interest{Kinds: medium.Senders})
	net.Observe(out)
	require.NoError(t, net.Run(s.Duration))
	require.NoError(t, out.Close())
	return b.Bytes(), net.Result()
}

const busy = `
name: busy
duration: 300ms
stations: [{name: "h%d", count: 8, spacing: 30m, traffic: {kind: poisson, load: 0.9, size: [64, 512, 1518]}}]
`

// What the figures are made of is what the engine itself has counted.
func TestFiguresOfEventsAreTheResults(t *testing.T) {
	events, r := ran(t, busy)

	w := newWaits()
	_, err := collect(bytes.NewReader(events), w)
	require.NoError(t, err)
	assert.EqualValues(t, r.AccessDelay.Count, w.access.TotalCount())
	assert.InEpsilon(t, r.AccessDelay.Mean, w.access.Mean()/1e3, 0.002)
	assert.InEpsilon(t, r.AccessDelay.P95, float64(w.access.ValueAtQuantile(95))/1e3, 0.005)
	assert.InEpsilon(t, r.AccessDelay.Max, float64(w.access.Max())/1e3, 0.002)

	o := newOverTime()
	f, err := collect(bytes.NewReader(events), o)
	require.NoError(t, err)
	sent := &f.Panels[0].Series[0]
	area := 0.0
	for i := range len(sent.X) - 1 {
		area += sent.Y[i] * (sent.X[i+1] - sent.X[i])
	}
	// The last event is not the end of the run, nor is every frame sent delivered by then.
	assert.InEpsilon(t, r.Medium.Throughput, area/3e5, 0.005)
	collided := 0.0
	for _, n := range o.collided.sums {
		collided += n
	}
	assert.InDelta(t, r.Medium.Attempts-r.Medium.FramesSent, collided, 1, "one may be under way")

	d := newDraws()
	_, err = collect(bytes.NewReader(events), d)
	require.NoError(t, err)
	assert.InDelta(t, 0.5, float64(d.by[1].sum)/float64(d.by[1].n), 0.1, "0 or 1 after the first collision")
	assert.Equal(t, 2*d.by[1].n, d.by[1].ranges)

	for _, name := range EventFigures {
		f, err := Events(bytes.NewReader(events), name)
		require.NoError(t, err, name)
		assert.NotEmpty(t, figuretest.Written(t, f, "svg"))
	}
}

func TestFiguresOfAResult(t *testing.T) {
	_, r := ran(t, busy)
	for _, draw := range []func(*medium.Result) (figure.Figure, error){Attempts, Stations, Delays} {
		f, err := draw(r)
		require.NoError(t, err)
		assert.NotEmpty(t, figuretest.Written(t, f, "svg"))
		_, err = draw(&medium.Result{})
		assert.ErrorIs(t, err, figure.ErrNothing)
	}
	f, err := Attempts(r)
	require.NoError(t, err)
	sum := 0.0
	for _, n := range f.Panels[0].Series[0].Y {
		sum += n
	}
	assert.EqualValues(t, r.Medium.FramesSent, sum)

	// A thousand stations are drawn from the least to the greatest.
	r.Stations = make([]medium.Station, 1000)
	for i := range r.Stations {
		r.Stations[i].FramesDelivered = uint64(i * 7 % 1000)
	}
	f, err = Stations(r)
	require.NoError(t, err)
	assert.IsIncreasing(t, f.Panels[0].Series[0].Y[:400])
}

func TestBadEventsAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "the file is empty",
		"hello\n":                      "line 1 is not an event",
		`{"ps":1,"event":"sneeze"}`:    "line 1 is not an event",
		`{"ps":"x","event":"backoff"}`: "line 1: json",
		`{"ps":5,"station":"a","event":"backoff"}` + "\n" + `{"ps":4,"station":"a","event":"backoff"}`: "line 2: events are not in order of time",
		`{"ps":5,"station":"a","event":"sent"}`:                                                        "there is no event of the kind backoff here: write the file with --events-of senders",
		strings.Repeat("x", 2<<20):                                                                     "line 1 is longer than an event can be",
	} {
		_, err := Events(strings.NewReader(text), "slots")
		assert.ErrorContains(t, err, want)
	}
}

// A compressed file that is cut short is not taken for one of other lines.
func TestACompressedFileThatIsCutShort(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 1000 {
		fmt.Fprintf(z, `{"ps":%d,"station":"a","event":"backoff","slots":%d}`+"\n", i, i*7919%1024)
	}
	require.NoError(t, z.Close())
	path := filepath.Join(t.TempDir(), "e.jsonl.gz")
	for _, length := range []int{packed.Len() / 2, packed.Len() - 9} {
		require.NoError(t, os.WriteFile(path, packed.Bytes()[:length], 0o600))
		_, err := OfEvents(path, "slots")
		assert.ErrorContains(t, err, "e.jsonl.gz: the compressed file is cut short")
	}
}

// Bins put together hold what they held, and steps are of 1, 2 or 5.
func TestBins(t *testing.T) {
	b := bins{width: 1e5}
	for i := range int64(100) {
		b.over(i*7e9, i*7e9+3e9, 3)
	}
	x, rates, width := b.rates(700e9)
	sum := 0.0
	for i := range len(x) - 1 {
		sum += rates[i] * (x[i+1] - x[i]) * 1e6
	}
	assert.InDelta(t, 300, sum, 1e-6)
	assert.EqualValues(t, 10e9, width)
	assert.Equal(t, 7e5, x[len(x)-1])
}

// No file of events makes it panic, or a figure that cannot be drawn.
func FuzzEvents(f *testing.F) {
	f.Add([]byte(`{"ps":0,"bits":0,"station":"A","event":"queued","frame":1,"octets":64,"to":"B"}`+"\n"+
		`{"ps":9,"bits":1,"station":"A","event":"tx_start","frame":1,"attempt":1}`+"\n"+`{"ps":99999999,"bits":3,"station":"A","event":"tx_end","frame":1,"attempt":1,"ok":true}`), 0)
	f.Add([]byte(`{"ps":9223372036854775807,"bits":1e300,"station":"A","event":"backoff","attempt":-1,"slots":-5,"range":9}`), 1)
	f.Fuzz(func(t *testing.T, text []byte, which int) {
		names := EventFigures
		figure, err := Events(bytes.NewReader(text), names[uint(which)%uint(len(names))])
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := figure.Write(&b, "svg"); err == nil && bytes.Contains(b.Bytes(), []byte("NaN")) {
			t.Errorf("%q", text)
		}
	})
}
