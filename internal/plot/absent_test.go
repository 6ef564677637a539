package plot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Points that never recovered are in the figure, each at its place, and are counted in it and beside it; those
// of which some runs recovered are told.
func TestPointsWithoutAValueAreDrawnAndSaid(t *testing.T) {
	points := "@load @policy recovered recovered_us recovered_us_half_width\n"
	for i := range 14 {
		for k, policy := range []string{"beb", "fixed"} {
			if i < 3 {
				points += fmt.Sprintf("%d %s %v %d 1000\n", i+1, policy, 1-0.5*float64(k), 5_000_000+1_000_000*i)
			} else {
				points += fmt.Sprintf("%d %s 0 - -\n", i+1, policy)
			}
		}
	}
	f, notes, err := Campaign(tableOf(points), Choice{X: "load", By: "policy", Y: []string{"recovered_us"}})
	require.NoError(t, err)
	assert.Equal(t, "× 22 of 28 points never recovered", f.Note)
	assert.Contains(t, notes, "22 of 28 points never recovered: × at the upper edge")
	assert.Contains(t, notes, "at 3 of 28 points some runs never recovered: the mean is that of the other runs, and the column recovered holds their share")
	require.Len(t, f.Panels[0].Absent, 22)

	var drawn, without strings.Builder
	require.NoError(t, f.Write(&drawn, "svg"))
	assert.Contains(t, drawn.String(), "22 of 28 points never recovered")
	f.Panels[0].Absent = f.Panels[0].Absent[:21]
	require.NoError(t, f.Write(&without, "svg"))
	assert.Equal(t, 2, strings.Count(drawn.String(), "<path")-strings.Count(without.String(), "<path"), "a × of two strokes")

	// A computed metric is without a value where the one that it is made of is.
	f, _, err = Campaign(tableOf(points), Choice{X: "load", By: "policy", Let: []string{"after (us) = 2*recovered_us"}, Y: []string{"after"}})
	require.NoError(t, err)
	assert.Equal(t, "× 22 of 28 points never recovered", f.Note)
}

// Where nobody recovered, nobody is the best at it.
func TestNobodyIsTheBestOfNothing(t *testing.T) {
	const points = `
@policy recovered recovered_us attempts
beb     0         -            30
fixed   0         -            10
none    0         -            20
all     0         -            40
one     0         -            50
`
	f, _, err := CrossTable(tableOf(points), Choice{By: "policy", Y: []string{"recovered", "recovered_us", "attempts"}})
	require.NoError(t, err)
	for i, row := range f.Matrix.Cells {
		assert.False(t, row[0].Best || row[1].Best || row[2].Best, f.Matrix.Rows[i])
		assert.Greater(t, row[0].Worse, 2.0)
		assert.NotEqual(t, 1.0, row[2].Worse, "fewest attempts are no merit where all fail")
	}
}

// Delays at points where much work was not finished are counted in the figure and beside it, whichever way the line
// goes; of a cable, whose queues are never empty, none are.
func TestDelaysOfFinishedWorkAreSaid(t *testing.T) {
	const points = "@medium @count delay_us_count delay_us_p99 frames_sent frames_queued frames_dropped contention_slots\n" +
		"server 200 990 9500000 990 10 0 -\n" + // just 1 in 100
		"server 900 989 9500000 989 1 10 -\n" +
		"server 1000 1 100000 1 999 0 -\n" +
		"cable 200 10 7000 10 200 5 3.5\n"
	at := func(y string, let ...string) ([]string, string) {
		f, notes, err := Campaign(tableOf(points), Choice{X: "count", By: "medium", Y: []string{y}, Let: let})
		require.NoError(t, err)
		return notes, f.Note
	}
	for _, y := range []string{"delay_us_p99", "double"} {
		notes, note := at(y, "double (us) = 2*delay_us_p99")
		assert.Equal(t, "delays at 2 of 4 points are of finished work only", note, y)
		assert.Contains(t, strings.Join(notes, "\n"), "at 2 of 4 points more than 1 in 100 pieces of work", y)
	}
	notes, note := at("frames_sent")
	assert.Empty(t, note)
	assert.NotContains(t, strings.Join(notes, "\n"), "1 in 100")
}
