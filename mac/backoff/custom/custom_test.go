package custom

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Variables: failure 2, the last delay 7, 40 units since the work began, and draws of u 0.25 and
// normal -1.5.
func TestExpressions(t *testing.T) {
	for code, want := range map[string]float64{
		"3":                            3,
		"attempt":                      2,
		"previous + elapsed":           47,
		"10 * u":                       2.5,
		"2 + normal":                   0.5,
		"5 * 2 ** attempt":             20,
		"5 * 2^attempt":                20,
		"2 ** attempt ** 3":            256,
		"min(2000, 5 * 2**attempt)*u":  5,
		"attempt % 2":                  0,
		"7 % 2 + 7 / 2":                4.5,
		"pow(2, 0.5) * pow(2, 0.5)":    backoff.Pow(2, 0.5) * backoff.Pow(2, 0.5),
		"exp(log(attempt))":            2,
		"floor(2.5)+ceil(2.5)":         5,
		"round(attempt * 1.3)":         3,
		"abs(-attempt)":                2,
		"max(1, attempt, 1.5)":         2,
		"attempt > 2 or u > 0.5 ? 4:5": 5,
		"attempt == 1 ? 0 : previous":  7,
		"not (u < 0.1) && true ? 1:2":  1,
		"let x = attempt; x * x":       4,
		"if u < 0.5 {1} else {2}":      1,
		"99999999999*99999999999*1e9":  backoff.MaxDelay,
	} {
		p, err := New(code)
		require.NoError(t, err, code)
		s := backoff.State{Attempt: 2, Previous: 7, Elapsed: 40}
		switch {
		case p.u:
			s.Draws = backoff.NewRecorded(backoff.RecordedDraw{Kind: backoff.UniformDraw, A: 0, B: 1, Value: 0.25})
		case p.normal:
			s.Draws = backoff.NewRecorded(backoff.RecordedDraw{Kind: backoff.NormalDraw, A: 0, B: 1, Value: -1.5})
		}
		d, stop := p.Next(&s, nil)
		require.False(t, stop, code)
		assert.Equal(t, want, d, code)
		assert.Equal(t, want, s.Previous)
		assert.NoError(t, p.Err(&s))
		assert.Equal(t, "custom", p.Name())
		assert.Equal(t, code, p.String())
	}
}

// A name that let declares is known up to the end of its expression.
func TestNamesThatLetDeclares(t *testing.T) {
	p, err := New("let k = min(attempt, 10); let j = k; 2 ^ (k + j)")
	require.NoError(t, err)
	delay, stop := p.Next(&backoff.State{Attempt: 2}, nil)
	assert.False(t, stop)
	assert.InDelta(t, 16, delay, 0)
}

func TestBadExpressions(t *testing.T) {
	for code, want := range map[string]string{
		"":                          "is not an expression over attempt, previous, elapsed, u and normal",
		"5 *":                       "is not an expression over",
		"attempts":                  "unknown name attempts",
		"sin(attempt)":              "unknown name sin",
		"2^n":                       "is not an expression over attempt, previous, elapsed, u and normal: unknown name n",
		"exp(min(n, 10))":           "unknown name n",
		"log(foo(attempt))":         "unknown name foo",
		"(let k = attempt; k) ^ k":  "unknown name k",
		"true":                      "expected a number, but got true or false",
		`"a"`:                       "is not an expression over",
		"attempt - 3":               `"attempt - 3" is -2, which is not a delay: attempt 1, previous 0, elapsed 0, u 0.5, normal 0`,
		"1 / (attempt - 1)":         "is +Inf, which is not a delay",
		"log(attempt - 2)":          "is NaN, which is not a delay",
		"previous ?? 4":             "?? is not allowed in",
		"1 in [2] ? 3 : 4":          "is not allowed in",
		"max([1, 2])":               "is not allowed in",
		"(1..1000000000)[0]":        "is not an expression over",
		"reduce(1..9, #acc + 1)":    "is not an expression over",
		"sum(map(1..9, # + 1))":     "is not an expression over",
		"2; 3":                      "is not allowed in",
		"now().Unix()":              "a method is not allowed in",
		strings.Repeat("1+", 600):   "is not an expression over",
		strings.Repeat("1 + ", 2e3): "an expression has at most 4096",
	} {
		_, err := New(code)
		assert.ErrorContains(t, err, want, "%.40s", code)
	}
}

// An error at a later failure contains the expression and the values of its variables.
func TestExpressionsThatFailLater(t *testing.T) {
	p, err := New("3 - attempt")
	require.NoError(t, err)
	s := backoff.State{Attempt: 4}
	_, stop := p.Next(&s, nil)
	require.True(t, stop)
	require.ErrorIs(t, p.Err(&s), ErrDelay)
	require.EqualError(t, p.Err(&s), `"3 - attempt" is -1, which is not a delay: attempt 4, previous 0, elapsed 0, u 0, normal 0`)
	s.Attempt = 1
	_, stop = p.Next(&s, nil)
	require.False(t, stop)
	require.NoError(t, p.Err(&s))
	// Draws that have run out have an error of their own, not that of the expression.
	p, err = New("u")
	require.NoError(t, err)
	s.Draws = backoff.NewRecorded()
	_, stop = p.Next(&s, nil)
	require.True(t, stop)
	require.NoError(t, p.Err(&s))
}

// An expression of a built-in policy has the same delays, draw for draw.
func TestExpressionIsFullJitter(t *testing.T) {
	p, err := New("min(2000, 5 * 2**attempt) * u")
	require.NoError(t, err)
	ours := backoff.FullJitter(backoff.AWS)
	a, b := backoff.NewRand(3, "A", "backoff"), backoff.NewRand(3, "A", "backoff")
	for n := 1; n < 20; n++ {
		x, _ := p.Next(&backoff.State{Attempt: n}, &a)
		y, _ := ours.Next(&backoff.State{Attempt: n}, &b)
		require.Equal(t, y, x)
	}
}

func FuzzNew(f *testing.F) {
	f.Add("min(2000, 5 * 2**attempt) * (0.5 + u/2)", 3)
	f.Add("let x = exp(normal); x > 2 ? x : pow(previous, 0.5) % 7", 1<<31)
	f.Add("1..9", 1)
	f.Fuzz(func(t *testing.T, code string, attempt int) {
		p, err := New(code)
		if err != nil {
			return
		}
		r := backoff.NewRand(1, "A", "backoff")
		s := backoff.State{Attempt: attempt}
		if d, stop := p.Next(&s, &r); !stop {
			require.True(t, d >= 0 && d <= backoff.MaxDelay)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	p, err := New("min(2000, 5 * 2**attempt) * (0.5 + u/2)")
	require.NoError(b, err)
	r := backoff.NewRand(1, "A", "backoff")
	s := backoff.State{Attempt: 3}
	b.ReportAllocs()
	for b.Loop() {
		p.Next(&s, &r)
	}
}
