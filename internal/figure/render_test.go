package figure

import (
	"bytes"
	"compress/zlib"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/figure/figuretest"
)

// lines is a figure of n measured lines and one of theory.
func lines(n int) Figure {
	p := Panel{X: Axis{Label: "stations"}, Y: Axis{Label: "throughput", Unit: "share of the line rate"}}
	for k := range n {
		s := Series{Label: "line " + string(rune('a'+k))}
		for _, x := range []float64{2, 5, 10, 20, 50, 100} {
			s.X, s.Y, s.Half = append(s.X, x), append(s.Y, 0.9-0.1*float64(k)-x/1000), append(s.Half, x/5000)
		}
		p.Series = append(p.Series, s)
	}
	p.Series = append(p.Series, Series{Label: "theory", Mark: Theory, X: []float64{2, 100}, Y: []float64{0.9, 0.7}})
	return Figure{Panels: []Panel{p}}
}

// The same figure is the same octets, in every format, and is what its format says.
func TestFiguresAreDeterministic(t *testing.T) {
	for _, format := range Formats {
		assert.Equal(t, figuretest.Written(t, lines(4), format), figuretest.Written(t, lines(4), format), format)
	}
	image, err := png.Decode(bytes.NewReader(figuretest.Written(t, lines(2), "png")))
	require.NoError(t, err)
	assert.InDelta(t, 120/25.4*300, image.Bounds().Dx(), 1, "120 mm at 300 dpi")
	pdf := figuretest.Written(t, lines(2), "pdf")
	assert.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	assert.Contains(t, string(pdf), "D:19700101000000", "no date but the beginning of all")
	assert.NotContains(t, string(pdf), "D:202")
	assert.Error(t, lines(1).Write(io.Discard, "gif"))
}

// A PDF file has its texts in the encoding of its font, and not in UTF-8.
func TestTextsOfPDF(t *testing.T) {
	f := lines(2)
	f.Panels[0].Y = Axis{Label: "délai", Unit: "us"}
	f.Note = "станция"
	pages := ""
	for _, part := range bytes.Split(figuretest.Written(t, f, "pdf"), []byte("stream\n")) {
		if z, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
			text, _ := io.ReadAll(z)
			pages += string(text)
		}
	}
	assert.Contains(t, pages, "(d\xe9lai \\(\xb5s\\))")
	assert.Contains(t, pages, "(???????)", "letters that the font has not")
}

// Names may come from anywhere: what XML or a terminal does not take is written as its number.
func TestTextsThatCannotBeShown(t *testing.T) {
	const bad = "\x1b[31m\u202e\x00\x9b\uffff"
	f := lines(2)
	p := &f.Panels[0]
	f.Note, p.Title, p.X.Label, p.Y.Label = "note"+bad, "panel"+bad, "x"+bad, "y"+bad
	p.X.Ticks = []Tick{{At: 2, Label: "tick" + bad}}
	for i := range p.Series {
		p.Series[i].Label += bad
	}
	svg := figuretest.Written(t, f, "svg")
	got := figuretest.Texts(t, f)
	for _, from := range []string{"note", "panel", "x", "y", "tick", "line a", "line b", "theory"} {
		assert.Contains(t, got, from+`\u001b[31m\u202e\u0000\x9b\uffff`)
	}
	assert.NotRegexp(t, `[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{202e}]`, string(svg))
	for _, format := range Formats {
		assert.NotEmpty(t, figuretest.Written(t, f, format))
	}
}

// A reader finds the axes with their units, the values that were measured at, and
// every line's name.
func TestFigureSaysWhatItShows(t *testing.T) {
	got := figuretest.Texts(t, lines(3))
	for _, want := range []string{"stations", "throughput (share of the line rate)", "2", "5", "10", "20", "50", "100", "line a", "line b", "line c", "theory"} {
		assert.Contains(t, got, want)
	}
	f := lines(1)
	f.Panels[0].Series = f.Panels[0].Series[:1]
	assert.NotContains(t, figuretest.Texts(t, f), "line a", "a single line needs no name")

	f.Panels[0].Y = Axis{Label: "delay", Unit: "us"}
	for i := range f.Panels[0].Series[0].Y {
		f.Panels[0].Series[0].Y[i] *= 1e5
		f.Panels[0].Series[0].Half = nil
	}
	assert.Contains(t, figuretest.Texts(t, f), "delay (ms)", "90000 us are 90 ms")
}

func TestFiguresThatCannotBe(t *testing.T) {
	nan := math.NaN()
	for want, f := range map[string]Figure{
		"nothing to draw":                      {Panels: []Panel{{Series: []Series{{X: []float64{1}, Y: []float64{nan}}}}}},
		"cannot be told apart; 12 can":         lines(13),
		"a side of 10mm is outside the range":  {Panels: lines(1).Panels, Width: 10},
		"2 x, 1 y and 0 half-widths":           {Panels: []Panel{{Series: []Series{{Label: "s", X: []float64{1, 2}, Y: []float64{1}}}}}},
		"jain has no value above 0, and a log": {Panels: []Panel{{Y: Axis{Label: "jain", Scale: Log}, Series: []Series{{X: []float64{1}, Y: []float64{0}}}}}},
	} {
		assert.ErrorContains(t, f.Write(io.Discard, "svg"), want)
	}
	assert.ErrorIs(t, Figure{}.Write(io.Discard, "svg"), ErrNothing)
}

// Whatever the values, a figure is drawn or refused: no panic, no endless ticks, and
// SVG without a NaN in it.
func TestAnyValuesAreDrawn(t *testing.T) {
	value := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.Just(0.0), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)), rapid.Just(1e-300))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		list := func(name string) []float64 { return rapid.SliceOfN(value, n, n).Draw(t, name) }
		p := Panel{
			X: Axis{Label: "x", Unit: "us", Scale: Scale(rapid.IntRange(0, 2).Draw(t, "x scale")), Whole: rapid.Bool().Draw(t, "whole")},
			Y: Axis{Label: "y", Scale: Scale(rapid.IntRange(0, 2).Draw(t, "y scale"))},
		}
		for range rapid.IntRange(1, 3).Draw(t, "series") {
			p.Series = append(p.Series, Series{Label: "s", X: list("x"), Y: list("y"), Half: list("half"), Mark: Mark(rapid.IntRange(0, int(Outside)).Draw(t, "mark")), Like: rapid.IntRange(0, 1).Draw(t, "like")})
		}
		var b bytes.Buffer
		if err := (Figure{Panels: []Panel{p}}).Write(&b, "svg"); err == nil {
			require.NotContains(t, b.String(), "NaN")
			require.NotContains(t, b.String(), "Inf")
		}
	})
}

// Labels keep their order and their distance, stay within the range if they fit, and do not move where
// they need not.
func TestLabelsKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const low, high, height = 0, 200, 10
		var list []label
		for range rapid.IntRange(1, 18).Draw(t, "n") {
			list = append(list, label{end: vg.Point{Y: vg.Length(rapid.Float64Range(low, high).Draw(t, "y"))}})
		}
		apart(list, height, low, high)
		free := true
		for i := range list {
			if i > 0 {
				require.GreaterOrEqual(t, float64(list[i].y-list[i-1].y), height-1e-6)
				require.GreaterOrEqual(t, list[i].end.Y, list[i-1].end.Y)
				free = free && list[i].end.Y-list[i-1].end.Y >= height
			}
			free = free && list[i].end.Y >= low+height/2 && list[i].end.Y <= high-height/2
			require.GreaterOrEqual(t, float64(list[i].y), low+height/2-1e-6)
			require.LessOrEqual(t, float64(list[i].y), high-height/2+1e-6)
		}
		for i := range list {
			if free {
				require.InDelta(t, float64(list[i].end.Y), float64(list[i].y), 1e-9)
			}
		}
	})
}

// The colours are apart in lightness alone, so in grey and to any eyes, and no two lines
// have the same mark.
func TestColoursAreApart(t *testing.T) {
	for i := range most {
		for j := range i {
			a, b := styleOf(i, most), styleOf(j, most)
			assert.True(t, a.glyph != b.glyph || a.open != b.open, "marks of %d and %d", i, j)
		}
	}
}

func TestTicks(t *testing.T) {
	label := func(ticks []Tick) (list []string) {
		for _, k := range ticks {
			list = append(list, k.Label)
		}
		return list
	}
	assert.Equal(t, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}, label(linearTicks(0, 1, false)))
	assert.Equal(t, []string{"0", "1", "2"}, label(linearTicks(0, 2, true)))
	assert.Equal(t, []string{"-5", "0", "5", "10", "15"}, label(linearTicks(-6, 16, false)))
	assert.Equal(t, []string{"1", "10", "100", "1000", "10000"}, label(logTicks(0.9, 12000)))
	assert.Equal(t, []string{"1", "2", "5", "10", "20", "50"}, label(logTicks(1, 60)))
	assert.Equal(t, []string{"0", "5,000", "10,000"}, label(grouped([]Tick{{0, "0"}, {5000, "5000"}, {10000, "10000"}})))
	assert.Equal(t, "5e9", plain(5e9))
	assert.True(t, geometric([]float64{2, 5, 10, 20, 50, 100}))
	assert.False(t, geometric([]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}))
	assert.False(t, geometric([]float64{0, 1, 10, 100}))
}

// Labels of an axis do not run into each other; the last may be one of its own.
func TestLabelsOfAnAxisAreThinnedOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ticks []Tick
		for i := range rapid.IntRange(1, 40).Draw(t, "n") {
			ticks = append(ticks, Tick{float64(i), strings.Repeat("8", rapid.IntRange(1, 9).Draw(t, "digits"))})
		}
		last := rapid.Bool().Draw(t, "last")
		width := rapid.Float64Range(1, 40).Draw(t, "width")
		sty := Sans(7.5)
		at := func(x float64) vg.Length { return vg.Length(x * width) }
		end := vg.Length(-1e9)
		for i, k := range thin(ticks, sty, at, last) {
			require.Equal(t, ticks[i].At, k.At)
			if k.Label != "" {
				require.GreaterOrEqual(t, float64(at(k.At)-sty.Width(k.Label)/2), float64(end))
				end = at(k.At) + sty.Width(k.Label)/2
			} else {
				require.False(t, last && i == len(ticks)-1)
			}
		}
	})
}

// Every text of an SVG file says how long it is, and which fonts will do.
func TestSVGIsPortable(t *testing.T) {
	svg := string(figuretest.Written(t, lines(2), "svg"))
	n := strings.Count(svg, "<text ")
	assert.Positive(t, n)
	assert.Equal(t, n, strings.Count(svg, "textLength="))
	assert.Equal(t, n, strings.Count(svg, "'Liberation Sans',Arial,Helvetica,sans-serif"))
}
