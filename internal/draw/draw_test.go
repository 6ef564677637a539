package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

const bit = 100 * phy.Nanosecond

// run gives the scene of one of the lessons, or of a published problem.
func runOf(t require.TestingT, file string, until phy.Time) *scene.Scene {
	path := filepath.Join("../../testdata", file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	sc, err := scenario.Parse(path, text, scenario.Options{})
	require.NoError(t, err)
	net, err := bus.New(sc.Config)
	require.NoError(t, err)
	s := scene.New(net, &sc.Config, sc.Length)
	net.Observe(s)
	require.NoError(t, net.Run(until))
	s.Advance(net.Now())
	return s
}

func window(from, to float64) scene.Window {
	return scene.Window{From: phy.Time(from * float64(bit)), To: phy.Time(to * float64(bit)), Most: 300, Rows: 50}
}

func written(t require.TestingT, p Picture, format string, v *scene.View) string {
	var b bytes.Buffer
	require.NoError(t, p.Write(&b, format, v))
	return b.String()
}

// Kurose and Ross's problem of 245 bit times: each instant of its answer is to be read
// from the picture, and stands in a title of its own.
func TestTheProblemCanBeReadOff(t *testing.T) {
	v := runOf(t, "published/kr6-p19.yaml", 10*phy.Millisecond).View(window(0, 2500))
	svg := written(t, Picture{Title: "19"}, "svg", v)
	for _, label := range []string{
		"0 bt, 0 us: starts", "245 bt, 24.5 us: collision", "293 bt, 29.3 us: jam ends, draws 0 of 0-1", "538 bt, 53.8 us: silent",
		"634 bt, 63.4 us: starts attempt 2", "805 bt, 80.5 us: backoff ends", "879 bt, 87.9 us: hears A",
	} {
		assert.Contains(t, svg, ">"+label+"<")
	}
	for _, title := range []string{
		"A, frame 1, attempt 1, jam: 245 to 293 bt (24.5 to 29.3 us) at its station; began at 0 bt (0 us); collision detected at 245 bt (24.5 us); collided",
		"B gap after backoff: 805 bt (80.5 us) to 879 bt (87.9 us); carrier restarts it",
		"the signals of A and B overlap here, from 122.5 bt (12.25 us) on, 122.5 bit times from the left end",
	} {
		assert.Contains(t, svg, "<title>"+title+"</title>")
	}
}

// A picture is the same octets each time, well formed, in every format.
func TestPicturesAreDeterministic(t *testing.T) {
	for n, file := range []string{"scenarios/two-stations-collide.yaml", "scenarios/hub.yaml", "scenarios/lost-unseen.yaml", "published/kr6-p17.yaml"} {
		s := runOf(t, file, phy.Millisecond)
		for _, w := range []scene.Window{window(0, 1500), window(400, 401), {From: 0, To: phy.Second, Most: 3, Rows: 20}} {
			for _, format := range []string{"svg", "png", "pdf"} {
				if format != "svg" && (w.Most != 3 || n > 0) {
					continue // the others take long
				}
				p := Picture{Title: "a < b & \"c\"", Notes: []string{"one", "two"}}
				if format == "png" {
					p.Width, p.Height = 60, 60
				}
				one := written(t, p, format, s.View(w))
				require.Equal(t, one, written(t, p, format, s.View(w)), "%s %s", file, format)
				switch format {
				case "svg":
					wellFormed(t, one)
				case "png":
					_, err := png.Decode(strings.NewReader(one))
					require.NoError(t, err)
				default:
					require.True(t, strings.HasPrefix(one, "%PDF-"))
				}
			}
		}
	}
}

func wellFormed(t require.TestingT, svg string) {
	require.NotContains(t, svg, beginMark)
	require.NotContains(t, svg, endMark)
	require.NotContains(t, svg, "NaN")
	require.NotContains(t, svg, "Inf")
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// A copy in grey tells preamble, frame and jam apart, whoever sends.
func TestGreyCopies(t *testing.T) {
	grey := func(c interface{ RGBA() (r, g, b, a uint32) }) float64 {
		r, g, b, _ := c.RGBA()
		return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 0xffff
	}
	for i := range 6 {
		l := palette.SignalOf(i)
		assert.Greater(t, grey(l.Preamble)-grey(l.Frame), 0.12, i)
		assert.Greater(t, grey(l.Frame)-grey(l.Jam), 0.25, i)
		assert.InDelta(t, grey(palette.SignalOf(0).Frame), grey(l.Frame), 0.08, "one part is as dark as the other's")
	}
}

// Whatever the window, the size and the stations: a picture, of a size that can be
// handled, or an error.
func TestAnyWindow(t *testing.T) {
	scenes := []*scene.Scene{
		runOf(t, "scenarios/two-stations-collide.yaml", 10*phy.Millisecond), runOf(t, "scenarios/hub.yaml", 3*phy.Millisecond),
		runOf(t, "scenarios/saturated24.yaml", phy.Millisecond/4), runOf(t, "scenarios/lost-unseen.yaml", 10*phy.Millisecond),
		runOf(t, "published/kr6-p17.yaml", phy.Millisecond), runOf(t, "scenarios/two-stations-collide.yaml", 100*bit+1),
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(scenes).Draw(t, "scene")
		w := scene.Window{From: phy.Time(rapid.Int64Range(0, int64(5*phy.Millisecond)).Draw(t, "from"))}
		w.To = w.From + phy.Time(rapid.SampledFrom([]int64{1, 7, int64(bit), int64(200 * bit), int64(phy.Millisecond), int64(phy.MaxTime)}).Draw(t, "long"))
		w.Most = rapid.SampledFrom([]int{0, 10, 300}).Draw(t, "most")
		w.Rows = rapid.IntRange(1, 100).Draw(t, "rows")
		w.Stations = rapid.SampledFrom([][]int{nil, {0}, {1, 0}, {1, 1}}).Draw(t, "stations")
		p := Picture{Title: rapid.String().Draw(t, "title"), Width: rapid.SampledFrom([]float64{0, 60, 85, 400}).Draw(t, "width"),
			Height: rapid.SampledFrom([]float64{0, 60, 300}).Draw(t, "height")}
		svg := written(t, p, "svg", s.View(w))
		require.Less(t, len(svg), 10_000_000)
		wellFormed(t, svg)
		text := Text{Plain: true, Columns: rapid.SampledFrom([]int{0, 60, 80, 300}).Draw(t, "columns"), Rows: rapid.IntRange(0, 100).Draw(t, "text rows")}
		w.Rows = text.RowsOf(w.To-w.From, bit)
		require.Less(t, w.Rows, 1000)
		var b bytes.Buffer
		require.NoError(t, text.Write(&b, s.View(w)))
		for line := range strings.Lines(b.String()) {
			require.LessOrEqual(t, len(line), max(text.Columns, 80)+24, line)
			for _, r := range line {
				require.True(t, r == '\n' || r >= ' ' && r <= '~', "%q", line)
			}
		}
	})
}

func TestSidesThatCannotBe(t *testing.T) {
	v := runOf(t, "scenarios/two-stations-collide.yaml", phy.Millisecond).View(window(0, 100))
	assert.ErrorContains(t, Picture{Width: 5}.Write(io.Discard, "svg", v), "a side of 5mm is outside the range of 60mm to 2000mm")
	assert.ErrorContains(t, Picture{Height: 1e9}.Write(io.Discard, "svg", v), "is outside the range")
	assert.ErrorContains(t, Picture{}.Write(io.Discard, "gif", v), `"gif" is not a format`)
	assert.ErrorContains(t, Text{Columns: 20}.Write(io.Discard, v), "60 to 1000 columns")
}

// A hatch has no line twice, and none outside.
func TestHatch(t *testing.T) {
	square := func(x, y, side vg.Length) []vg.Point {
		return []vg.Point{{X: x, Y: y}, {X: x + side, Y: y}, {X: x + side, Y: y + side}, {X: x, Y: y + side}}
	}
	one := hatch(2, 1, square(0, 0, 20))
	assert.NotEmpty(t, one)
	assert.Equal(t, one, hatch(2, 1, square(0, 0, 20), square(0, 0, 20), square(4, 4, 4)))
	for _, c := range hatch(2, -1, square(0, 0, 20), square(10, 10, 30)) {
		in := func(low, high vg.Length) bool {
			return c.Pos.X >= low-1e-6 && c.Pos.X <= high+1e-6 && c.Pos.Y >= low-1e-6 && c.Pos.Y <= high+1e-6
		}
		assert.True(t, in(0, 20) || in(10, 40), c)
	}
}

// A path through a hub and a bridge, and its crossings, in every format; each time the same octets.
func TestPathsAreDrawn(t *testing.T) {
	for file, titles := range map[string][]string{
		"four-pairs":      {"box repeats frame 3 of a0, 8 bt after its first bit arrives", "box/b2, which passes on a0, frame 3, preamble: "},
		"two-cables":      {"bridge has frame 8 of l3 at ", "bridge/right backoff: "},
		"chain-of-hubs":   {"h6 repeats frame 1 of A, 8 bt after its first bit arrives"},
		"duplex-mismatch": {"the signals of "},
	} {
		path := filepath.Join("../../testdata/scenarios", file+".yaml")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		sc, err := scenario.Parse(path, text, scenario.Options{})
		require.NoError(t, err)
		stretch := Stretch{From: -1, To: -1}
		d, err := stretch.Run(t.Context(), path, sc)
		require.NoError(t, err)
		var one, again, small bytes.Buffer
		require.NoError(t, d.Write(&one, "svg", Look{}))
		require.NoError(t, d.Write(&again, "svg", Look{}))
		require.Equal(t, one.String(), again.String())
		wellFormed(t, one.String())
		for _, title := range titles {
			assert.True(t, strings.Contains(one.String(), "<title>"+title), "%s: %s", file, title)
		}
		require.NoError(t, d.Write(&small, "txt", Look{Plain: true}))
		for _, device := range d.Scene.View(d.Window).Devices {
			assert.Contains(t, strings.SplitN(small.String(), "\n", 3)[1], device.Name)
		}
	}
}

// A signal has the colour of the station whose frame it carries, though its links have no delay and each
// thing on the path has a column of its own.
func TestAPathWithoutDelaysHasTheColoursOfFrames(t *testing.T) {
	sc, err := scenario.Parse("zero.yaml", []byte(`
phy: 10base-t
duration: 1ms
devices: [{name: hub, kind: repeater}]
stations:
  - {name: A, via: hub, link: {length: 0m}}
  - {name: B, via: hub, link: {length: 0m}, traffic: {kind: saturated, size: 64}}
`), scenario.Options{})
	require.NoError(t, err)
	stretch := Stretch{From: -1, To: -1, Path: []string{"A", "B"}}
	d, err := stretch.Run(t.Context(), "zero.yaml", sc)
	require.NoError(t, err)
	var svg bytes.Buffer
	require.NoError(t, d.Write(&svg, "svg", Look{}))
	filled := func(c interface{ RGBA() (r, g, b, a uint32) }) string {
		r, g, b, _ := c.RGBA()
		return fmt.Sprintf("fill:#%02X%02X%02X", r>>8, g>>8, b>>8)
	}
	b := palette.SignalOf(1)
	frames := strings.SplitN(svg.String(), "<title>", 2)[1] // after the legend
	assert.Contains(t, frames, filled(b.Frame))
	for i := range 6 {
		if l := palette.SignalOf(i); l != b {
			assert.NotContains(t, frames, filled(l.Frame), i)
		}
	}
}

// A stretch that ends because enough was looked at is not said to be all of the run.
func TestTheBeginningOfALongRun(t *testing.T) {
	sc, err := scenario.Parse("crowd.yaml", []byte("duration: 10ms\nstations: [{name: \"s%d\", count: 5000, at: 0m, traffic: {kind: saturated}}]"), scenario.Options{})
	require.NoError(t, err)
	stretch := Stretch{From: -1, To: -1}
	d, err := stretch.Run(t.Context(), "crowd.yaml", sc)
	require.NoError(t, err)
	assert.Less(t, d.Window.To, 10*phy.Millisecond/2)
	assert.Equal(t, "the beginning of the run", d.What)
}
