package backoff_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
)

// madeOf returns a policy of each constructor that takes numbers, one of them x, by the number's name.
func madeOf(x float64) map[string]backoff.Policy {
	n := math.MinInt
	if x == x {
		n = int(x)
	}
	growth := backoff.Growth{Base: 1, Factor: 2, Cap: 10}
	policies := map[string]backoff.Policy{
		"fixed": backoff.Fixed(x), "geometric": backoff.Geometric(x), "exponential-window, base": backoff.ExponentialWindow(x, 10),
		"beb": backoff.BEB(n), "windowed": backoff.Windowed(n), "opencores": backoff.OpenCores(n), "uniform": backoff.Uniform(n),
		"exponential-window, limit": backoff.ExponentialWindow(2, n), "rcp": backoff.RCP(1, 10, n),
		"polynomial, degree": backoff.Polynomial(n, 10), "polynomial, limit": backoff.Polynomial(2, n),
		"linear, step": backoff.Linear(n, 10), "linear, limit": backoff.Linear(1, n),
		"decorrelated, base": backoff.Decorrelated(x, 10, 3), "decorrelated, cap": backoff.Decorrelated(1, x, 3), "decorrelated, factor": backoff.Decorrelated(1, 10, x),
		"ftsh, base":   backoff.Ftsh(backoff.FtshRule{Min: int64(n), Max: 9, Factor: 2}, 1),
		"ftsh, second": backoff.Ftsh(backoff.FtshDefault, x),
		"google, interval": backoff.Google(backoff.GoogleRule{
			Initial: int64(n), Max: 9, MaxElapsed: 99, Multiplier: 2,
		}, 1),
		"google, jitter": backoff.Google(backoff.GoogleRule{
			Initial: 1, Max: 9, MaxElapsed: 99, Multiplier: 2, Jitter: x,
		}, 1),
		"google, millisecond":  backoff.Google(backoff.GoogleDefault, x),
		"article, base":        backoff.NormVariateArticle(backoff.NormVariateRule{Min: x, Cap: 9, Factor: 2, Jitter: 0.1}),
		"code, jitter":         backoff.NormVariateCode(backoff.NormVariateRule{Min: 1, Cap: 9, Factor: 2, Jitter: x}, 1),
		"code, second":         backoff.NormVariateCode(backoff.NormVariateDefault, x),
		"sip, t1":              backoff.SIPInvite(x),
		"sip, t2":              backoff.SIPNonInvite(0.5, x),
		"limit, attempts":      backoff.Limit(backoff.BEB(10), n, 0),
		"limit, elapsed":       backoff.Limit(backoff.BEB(10), 0, x),
		"limit, of the policy": backoff.Limit(backoff.Fixed(x), 5, 0),
		"limit, of a table":    backoff.Limit(backoff.Uniform(n), 5, 0),
	}
	for name, of := range map[string]func(backoff.Growth) backoff.Policy{
		"exponential": backoff.Exponential, "full-jitter": backoff.FullJitter, "equal-jitter": backoff.EqualJitter, "thain": backoff.Thain,
	} {
		for number, field := range map[string]*float64{"base": &growth.Base, "factor": &growth.Factor, "cap": &growth.Cap} {
			kept := *field
			*field = x
			policies[name+", "+number] = of(growth)
			*field = kept
		}
	}
	return policies
}

// A program computes the delay of its policy, and divides by 0 or subtracts too much. The policy fails; it does not
// hammer the server without a wait.
func TestPoliciesOfImpossibleNumbersFail(t *testing.T) {
	for _, x := range []float64{math.NaN(), -3} {
		for name, p := range madeOf(x) {
			require.ErrorIs(t, backoff.Check(p), backoff.ErrParameter, "%s of %v", name, x)
			s, r := backoff.State{Attempt: 1}, backoff.NewRand(1, "A", "backoff")
			_, stop := p.Next(&s, &r)
			require.True(t, stop, "%s of %v", name, x)
			require.ErrorIs(t, s.Failed, backoff.ErrParameter, "%s of %v", name, x)
		}
	}
	for name, p := range madeOf(1) {
		require.NoError(t, backoff.Check(p), name)
	}
	for text, p := range map[string]backoff.Policy{
		"the delay of fixed is -3, and must be at least 0":                  backoff.Fixed(-3),
		"the k of uniform is 0, and must be at least 1":                     backoff.Uniform(0),
		"the p of geometric is 1.5, and must be from 0 to 1":                backoff.Geometric(1.5),
		"the length of a second of ftsh is 0, and must be above 0":          backoff.Ftsh(backoff.FtshDefault, 0),
		"the first exponent of exponential is -1, and must be at least 0":   backoff.Exponential(backoff.Growth{Base: 1, Factor: 2, Cap: 9, First: -1}),
		"the limit of time of full-jitter is -1, and must be at least 0":    backoff.Limit(backoff.FullJitter(backoff.AWS), 0, -1),
		"the base of exponential-window is 0.5, and must be at least 1":     backoff.ExponentialWindow(0.5, 10),
		"the smallest k of rcp is 0, and must be at least 1":                backoff.RCP(1, 0),
		"the factor of norm-variate is -2, and must be at least 0":          backoff.NormVariateArticle(backoff.NormVariateRule{Min: 1, Factor: -2}),
		"the longest time of google is -1, and must be at least 0":          backoff.Google(backoff.GoogleRule{MaxElapsed: -1}, 1),
		"the length of a millisecond of google is NaN, and must be above 0": backoff.Google(backoff.GoogleDefault, math.NaN()),
	} {
		assert.EqualError(t, backoff.Check(p), "a parameter of a backoff policy is out of range: "+text)
	}
}

// Of a list of delays only the wrong one fails.
func TestListedDelaysAreDelays(t *testing.T) {
	for _, x := range []float64{math.NaN(), -1} {
		p, s := backoff.Delays(2, x), backoff.State{Attempt: 1}
		delay, stop := p.Next(&s, nil)
		require.False(t, stop)
		require.Equal(t, 2.0, delay)
		_, stop = p.Next(&s, nil)
		require.True(t, stop)
		require.ErrorIs(t, p.Err(&s), backoff.ErrScriptRange)
		require.ErrorContains(t, p.Err(&s), "delay 2 is ")
	}
}
