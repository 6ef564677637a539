package draw

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

func text(t *testing.T, d Text, v *scene.View) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.Write(&b, v))
	return b.String()
}

// Two stations, 245 bit times apart, in a terminal.
func TestText(t *testing.T) {
	v := runOf(t, "scenarios/two-stations-collide.yaml", 10*phy.Millisecond).View(window(0, 1000))
	assert.Equal(t, `two stations collide
          A                             B
bit times 0                           245 bt
        0 |====::::::::     ::::::::====|  0 (0 us) A, B: starts
      100 |=====XXXXXXXXXXXXXXXXXXX=====|
      200 |%%%%%%XXXXXXXXXXXXXXXXX%%%%%%|  245 (24.5 us) A, B: collision
          |%%%%%%XXXXXXXXXXXXXXXXX%%%%%%|  277 (27.7 us) A: jam ends, draws 0
          |%%%%%%XXXXXXXXXXXXXXXXX%%%%%%|   of 0-1
          |%%%%%%XXXXXXXXXXXXXXXXX%%%%%%|  277 (27.7 us) B: jam ends, draws 1
          |%%%%%%XXXXXXXXXXXXXXXXX%%%%%%|   of 0-1
      300 d==%%%%%%%%%%%%%%%%%%%%%%%%%==d
      400 d############## ##############d
      500 2##                         ##2  522 (52.2 us) A, B: silent, gap 96
          2##                         ##2   bt
      600 |==::::::::                   2  618 (61.8 us) A: starts attempt 2
      700 |==============::::::::      :|  789 (78.9 us) B: starts attempt 2
      800 |================XXXXXXXXX%%%%|  863 (86.3 us) B: collision
          |================XXXXXXXXX%%%%|  895 (89.5 us) B: jam ends, draws 2
          |================XXXXXXXXX%%%%|   of 0-3
      900 |====XXXXXXXXX%%%%%%%%%%%%%%%%d
: preamble = frame # jam X overlapping signals % jam over another signal | a
station; while it does not send: d defers 1, 2 part of the gap b backoff. A row
is 100 bit times (10us).
`, text(t, Text{Title: "two stations collide", Plain: true, Rows: 10}, v))
	assert.Contains(t, text(t, Text{Rows: 10}, v), "\n      100 │▒▒▒▒▒╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳▒▒▒▒▒│\n")
}

// The cable is below itself in all rows, however long the times beside it are.
func TestTextOfLongTimes(t *testing.T) {
	w := window(1000, 1800)
	w.From += 12_345_678 // picoseconds: 123.45678 bit times
	v := runOf(t, "scenarios/two-stations-collide.yaml", 10*phy.Millisecond).View(w)
	for _, columns := range []int{60, 80} {
		lines := strings.Split(text(t, Text{Plain: true, Rows: 10, Columns: columns}, v), "\n")
		require.True(t, strings.HasPrefix(lines[2], "  bit times 0 "), lines[2])
		require.True(t, strings.HasPrefix(lines[3], "1,123.45678 "), lines[3])
		for _, line := range lines[3:10] {
			require.Contains(t, "|d2", string(line[len("1,123.45678 ")]), line)
			require.LessOrEqual(t, len(line), columns, line)
		}
	}
}

// A text leaves out idle time, names the gaps that stations wait, and every frame that gets through.
func TestTextOfIdleTime(t *testing.T) {
	v := runOf(t, "scenarios/deference.yaml", 10*phy.Millisecond).View(window(0, 12_000))
	drawn := text(t, Text{Plain: true, Rows: 30}, v)
	t.Log(drawn)
	assert.Contains(t, drawn, " bit times idle\n")
	frames := 0
	for k := range v.Transmissions {
		if x := &v.Transmissions[k]; x.Outcome == scene.Sent && x.End < v.To {
			frames++
		}
	}
	require.Positive(t, frames)
	assert.Equal(t, frames, strings.Count(drawn, ": sent"))
	assert.Contains(t, drawn, "gap 96 bt")
	assert.Contains(t, drawn, "gap 40 bt")
}
