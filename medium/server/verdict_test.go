package server

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// The outcome of a server that has been stopped for 10 s depends on the retries of its clients.
func TestVerdicts(t *testing.T) {
	gets := func(p backoff.Policy, o Overflow, cancel bool) (up bool, late float64) {
		c := stopped(1, p, 10*phy.Second)
		c.Overflow, c.Cancel = o, cancel
		s := run(t, c, 3*60*phy.Second).Result().Medium
		return s.RecoveredUs != nil, s.Windows[len(s.Windows)-1].OK
	}
	fixed := backoff.Fixed(0.1)
	up, ok := gets(fixed, Saturate, false)
	assert.False(t, up, "under fixed retry it never gets up again")
	assert.Zero(t, ok)
	up, ok = gets(article, Saturate, false)
	assert.False(t, up, "nor under the article's pseudo-code")
	assert.Zero(t, ok)
	early := backoff.Growth{Base: 0.1, Factor: 2, Cap: 300}
	others := []backoff.Policy{backoff.FullJitter(early), backoff.EqualJitter(early), backoff.Decorrelated(0.1, 300, 3), backoff.Exponential(early)}
	for _, p := range others {
		up, _ = gets(p, Saturate, false)
		assert.False(t, up, "nor under %s from 0.1 s on", p.Name())
	}
	up, ok = gets(code, Saturate, false)
	assert.True(t, up, "under the code's exponential backoff it does")
	assert.InDelta(t, 99, ok, 20)
	for _, p := range append(others, fixed, article, code) {
		up, _ = gets(p, Saturate, true)
		assert.True(t, up, "and under any, if it notices that clients have left")
	}
	up, _ = gets(fixed, Wrap, false)
	assert.False(t, up, "a delay that wraps does not get it up again")
}

// If delays wrap, the original responds to some requests again as soon as it has 7793, and never
// has more. Otherwise the number grows without limit.
func TestOverflow(t *testing.T) {
	c := stopped(1, backoff.Fixed(0.1), 10*phy.Second)
	c.Overflow = Wrap
	wrapped := run(t, c, 90*phy.Second)
	assert.InDelta(t, 7793, wrapped.server.peak, 10)
	answered := 0.0
	for _, w := range wrapped.Result().Medium.Windows[9:] {
		answered += w.OK
	}
	assert.Positive(t, answered)
	assert.Greater(t, run(t, stopped(1, backoff.Fixed(0.1), 10*phy.Second), 90*phy.Second).server.peak, 20000)

	r := Standard
	assert.Equal(t, phy.Time(100*phy.Millisecond), r.delayOf(30))
	assert.Equal(t, phy.Forever, r.delayOf(7793))
	r.Overflow = Wrap
	assert.Equal(t, phy.Forever, r.delayOf(7792)) // 292 years, and not wrapped yet
	assert.Equal(t, overNow, r.delayOf(7793))
	assert.Equal(t, 1861852722*phy.Nanosecond, r.delayOf(929)) // as the original printed it
	r.Delay = 0
	assert.Zero(t, r.delayOf(1e9))
}
