package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A policy whose parameter is negative or not a number gives up at the first failure and says why.
// If it took the number for 0, a client would send its request again and again without a pause.
func TestParametersThatCannotBe(t *testing.T) {
	for _, bad := range []float64{-0.5, math.NaN(), math.Inf(-1)} {
		growth := Growth{Base: bad, Factor: 2, Cap: 100}
		rule := GoogleDefault
		rule.Jitter = bad
		variate := NormVariateDefault
		variate.Cap = bad
		for _, p := range []Policy{
			Fixed(bad), Exponential(growth), FullJitter(growth), EqualJitter(growth), Thain(growth),
			Exponential(Growth{1, bad, 100, 0}), FullJitter(Growth{1, 2, bad, 0}),
			Decorrelated(bad, 2000, 3), Decorrelated(5, bad, 3), Decorrelated(5, 2000, bad),
			Ftsh(FtshDefault, bad), Google(rule, 1), Google(GoogleDefault, bad),
			NormVariateArticle(variate), NormVariateCode(variate, 1), NormVariateCode(NormVariateDefault, bad),
			SIPInvite(bad), SIPNonInvite(0.5, bad), SIPNonInvite(bad, 4), Limit(Fixed(bad), 3, 0),
		} {
			s, r := State{Attempt: 1}, NewRand(1, "A", "backoff")
			_, stop := p.Next(&s, &r)
			assert.True(t, stop, p.Name())
			failed, ok := p.(Err)
			if assert.True(t, ok, p.Name()) {
				assert.ErrorContains(t, failed.Err(&s), "0 or more", p.Name())
			}
		}
	}
	s, r := State{Attempt: 1}, NewRand(1, "A", "backoff")
	p := Fixed(math.NaN())
	p.Next(&s, &r)
	assert.EqualError(t, p.(Err).Err(&s), "the delay of the policy fixed is NaN, which must be 0 or more")
}
