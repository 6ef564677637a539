package terminal

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// A line replaces the one before, and is gone at the end. Nothing is written where nothing was shown.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	b := bar{to: &out, wide: 80}
	b.remove()
	assert.Empty(t, out.String())
	now := time.Unix(0, 0)
	assert.True(t, b.due(now))
	b.show(now, "3 of 6 runs", 0.5)
	assert.Equal(t, "\r\x1b[K3 of 6 runs  50% |██████████          |", out.String())
	assert.False(t, b.due(now.Add(99*time.Millisecond)))
	assert.True(t, b.due(now.Add(100*time.Millisecond)))
	out.Reset()
	b.show(now, "1s simulated", -1)
	b.remove()
	assert.Equal(t, "\r\x1b[K1s simulated\r\x1b[K", out.String())
}

// Whatever is shown, it stays on one line of the terminal.
func TestBarStaysOnALine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var out bytes.Buffer
		b := bar{to: &out, wide: rapid.IntRange(1, 100).Draw(t, "wide")}
		b.show(time.Unix(0, 0), strings.Repeat("x", rapid.IntRange(0, 120).Draw(t, "text")), rapid.Float64Range(-1, 2).Draw(t, "share"))
		line := strings.TrimPrefix(out.String(), "\r\x1b[K")
		if n := utf8.RuneCountInString(line); n >= b.wide {
			t.Fatalf("%d columns of %d", n, b.wide)
		}
	})
}
