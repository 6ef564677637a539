package draw

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
)

// A picture that plays is the picture that stands still, and a cover over its future: at first over all of the box, in
// the end, and where nothing moves, below it.
func TestPlay(t *testing.T) {
	v := runOf(t, "scenarios/two-stations-collide.yaml", 10*phy.Millisecond).View(window(0, 2500))
	still := written(t, Picture{Width: 170, Height: 150}, "svg", v)
	plays := written(t, Picture{Width: 170, Height: 150, Play: 12 * time.Second}, "svg", v)
	before, cover, found := strings.Cut(plays, "<style>")
	require.True(t, found)
	assert.Equal(t, strings.TrimSuffix(strings.TrimSpace(still), "</svg>"), before)
	for _, part := range []string{
		"animation: time 12s linear infinite", "prefers-reduced-motion: no-preference",
		"from { transform: translateY(0) } 85%, to { transform: translateY(", `<g class="future" transform="translate(0, `,
	} {
		assert.Contains(t, cover, part)
	}
	for d := xml.NewDecoder(strings.NewReader(plays)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if !assert.NoError(t, err) {
			break
		}
	}
}

// A picture plays for a second to an hour, and only an SVG file does.
func TestPlayable(t *testing.T) {
	v := runOf(t, "scenarios/two-stations-collide.yaml", 10*phy.Millisecond).View(window(0, 2500))
	for _, c := range []struct {
		play   time.Duration
		format string
		wrong  string
	}{
		{0, "png", ""},
		{time.Second, "svg", ""},
		{time.Hour, "svg", ""},
		{time.Second - 1, "svg", "999.999999ms is not between 1s and 1h0m0s"},
		{time.Hour + 1, "svg", "1h0m0.000000001s is not between 1s and 1h0m0s"},
		{-time.Second, "svg", "-1s is not between 1s and 1h0m0s"},
		{time.Second, "png", "an SVG file can play, and this one is png"},
	} {
		var b bytes.Buffer
		if err := (Picture{Play: c.play}).Write(&b, c.format, v); c.wrong == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.wrong)
			assert.Zero(t, b.Len())
		}
	}
}
