package lab_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
)

// guessesAreWrong holds that a tolerance is for chance and rounding, and not for those who guess:
// nothing at all, no effect (1, of a pure number), twice the answer and half of it are wrong, and
// so is what is more than a quarter off.
func guessesAreWrong(t *testing.T, l *exercise.Lab, n int, want float64) {
	q := &l.Questions[n-1]
	if want != 0 {
		assert.LessOrEqual(t, q.Tolerance.Absolute, max(want, -want)/4, "%s %d: the sheet promises more than counts", l.ID, n)
	}
	guesses := []float64{0, 2 * want, want / 2, 1.26 * want, 0.74 * want}
	if q.Unit == "" {
		guesses = append(guesses, 1)
	}
	for _, guess := range guesses {
		if guess == want {
			continue
		}
		v, err := q.Judge(want, strconv.FormatFloat(guess, 'f', -1, 64), l)
		require.NoError(t, err)
		assert.False(t, v.Right, "%s %d takes %v for %v, %s", l.ID, n, guess, want, q.Leeway())
	}
}

// So it is in labs that others write, whatever they take for a tolerance.
func TestNoToleranceTakesAGuess(t *testing.T) {
	for _, tolerance := range []string{"25%", "9"} {
		l, err := lab.Load(folder(strings.Replace(good, "tolerance: 10%", "tolerance: "+tolerance, 1), "x"), "mine")
		require.NoError(t, err)
		for answer, right := range map[string]bool{"9": true, "7": true, "11": true, "6": false, "12": false, "0": false, "18": false} {
			v, err := exercise.Check(context.Background(), l, 2, answer)
			require.NoError(t, err)
			assert.Equal(t, right, v.Right, "%s, within %s", answer, tolerance)
		}
	}
	_, err := lab.Load(folder(strings.Replace(good, "tolerance: 10%", "tolerance: 26%", 1), "x"), "mine")
	assert.ErrorContains(t, err, "tolerance: 26% is too large a tolerance: the most is 25% of the answer")
}

// Who draws the smaller number sends first; who draws the same may win yet. The share of races
// that are won is what the draws make it, within its interval.
func TestRacesAreDecided(t *testing.T) {
	l := load(t, "capture-effect")
	w := exercise.NewWork(l)
	figure := map[string]float64{}
	for i := range l.Figures {
		v, err := w.Answer(context.Background(), &exercise.Question{Answer: l.Figures[i].Formula, Seeds: 1})
		require.NoError(t, err)
		figure[l.Figures[i].Name] = v.(float64)
	}
	exact := 13/16. + 1/8.*(54/64.+1/16.*(220/256.+1/32.*(888/1024.+1/64.*0.875)))
	assert.Greater(t, figure["third_races"], 50.)
	assert.Less(t, figure["third_race_low"], exact)
	assert.Greater(t, figure["third_race_high"], exact)
	assert.Greater(t, figure["third_race_won"], figure["third_draw_smaller"])
	v, err := exercise.Check(context.Background(), l, 3, "13/16")
	require.NoError(t, err)
	assert.False(t, v.Right, "the draw is not the race")
}
