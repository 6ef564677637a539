package backoff

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRecordedSaysWhatDoesNotFit(t *testing.T) {
	for want, ask := range map[string]func(*Recorded) float64{
		"draw 1 is of normal 10 2, and one of uniform 0 5 is asked for": func(d *Recorded) float64 { return d.Uniform(0, 5) },
		"draw 1 is of normal 10 2, and one of normal 10 3 is asked for": func(d *Recorded) float64 { return d.Normal(10, 3) },
		"draw 2 is of uniform 0 5, and one of uniform 0 6 is asked for": func(d *Recorded) float64 { d.Normal(10, 2); return d.Uniform(0, 6) },
		"draw 3 is 1.5, and a uniform draw is asked for, which wants a number at least 0 and below 1": func(d *Recorded) float64 {
			d.Normal(10, 2)
			d.Uniform(0, 5*(1+1e-12)) // equal except for rounding
			return d.Uniform(0, 1)
		},
		"draw 4 (normal 0 1) is asked for, and 3 are given": func(d *Recorded) float64 {
			assert.Equal(t, 8.47, d.Normal(10, 2))
			assert.Equal(t, 3.2, d.Uniform(0, 5))
			assert.Equal(t, 103.0, d.Normal(100, 2))
			assert.Zero(t, d.Left())
			return d.Normal(0, 1)
		},
	} {
		d := NewRecorded(RecordedDraw{NormalDraw, 10, 2, 8.47}, RecordedDraw{UniformDraw, 0, 5, 3.2}, RecordedDraw{Value: 1.5})
		require.NoError(t, d.Err())
		assert.True(t, math.IsNaN(ask(d)))
		assert.ErrorIs(t, d.Err(), ErrRecorded)
		assert.ErrorContains(t, d.Err(), want)
		assert.True(t, math.IsNaN(d.Normal(10, 2)), "it stays so")
	}
}

// A plain number serves for any draw.
func TestPlainDraws(t *testing.T) {
	d, err := ReadRecorded(strings.NewReader(`{"draws": [0.5, 0, 0.25, -2]}`))
	require.NoError(t, err)
	assert.Equal(t, 15.0, d.Uniform(10, 20))
	assert.Equal(t, 7.0, d.Normal(7, 2))
	assert.Equal(t, 0.25, d.Uniform(0, 1))
	assert.Equal(t, 3.0, d.Normal(7, 2))
}

func TestReadRecordedErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                               "recorded draws: a list, such as",
		`3`:                              "recorded draws: a list, such as",
		`{"drawn": []}`:                  `the object has no key "draws"`,
		`{"draws": 3}`:                   "recorded draws: a list, such as",
		`[1, "a"]`:                       `recorded draw 2: "a" is not ["normal", mean, sd, value]`,
		`[["normal", 1, 2]]`:             "recorded draw 1: ",
		`[["gamma", 1, 2, 3]]`:           "recorded draw 1: ",
		`[["normal", 1, "2", 3]]`:        "recorded draw 1: ",
		`[["normal", 1, -2, 3]]`:         "the standard deviation is negative",
		`[0.5, ["uniform", 0, 1, 1.01]]`: "recorded draw 2: [\"uniform\", 0, 1, 1.01]: the value is not between 0 and 1",
		`[1e999]`:                        "recorded draw 1: ",
		`[1] [2]`:                        "recorded draws: ",
	} {
		_, err := ReadRecorded(strings.NewReader(text))
		assert.ErrorContains(t, err, want, text)
	}
	broken := errors.New("broken")
	_, err := ReadRecorded(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
	_, err = ReadRecorded(strings.NewReader(strings.Repeat(" ", mostRecorded+1)))
	assert.ErrorContains(t, err, "more than 64 MiB")
}

// When recorded draws have run out every policy that draws stops.
func TestPoliciesStopWithoutDraws(t *testing.T) {
	for _, p := range family() {
		s := State{Draws: NewRecorded()}
		drew := false
		for s.Attempt = 1; s.Attempt < 3; s.Attempt++ {
			_, stop := p.Next(&s, nil)
			drew = drew || stop
		}
		switch p.Name() {
		case "exponential", "sip":
			assert.False(t, drew, p.Name())
		case "none", "fixed":
		default:
			assert.True(t, drew, p.Name())
		}
	}
}

func FuzzReadRecorded(f *testing.F) {
	f.Add([]byte(`{"draws": [["normal", 10, 2, 8.47], ["uniform", 0, 5, 3.2], 0.5]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadRecorded(strings.NewReader(string(text)))
		if err != nil {
			return
		}
		for range d.Left() + 2 {
			d.Uniform(0, 1)
		}
	})
}
