package plot

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/profile"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

func profiles(list ...backoff.Policy) (of []PolicyProfile) {
	for _, p := range list {
		of = append(of, PolicyProfile{p.Name(), profile.Of(p, profile.Options{Failures: 6, Clients: 500, Seed: 1, Scale: 1, Takes: 1})})
	}
	return of
}

// A figure has the delays, their sums and the rate of retries, each policy by its name,
// and what is drawn is what the profiles hold.
func TestPolicies(t *testing.T) {
	list := profiles(backoff.BEB(10), backoff.FullJitter(backoff.AWS), backoff.Decorrelated(5, 2000, 3))
	f := Policies(list, 0)
	require.Len(t, f.Panels, 3)
	assert.Equal(t, []float64{0.5, 1.5, 3.5, 7.5, 15.5, 31.5}, f.Panels[0].Series[0].Y)
	assert.Equal(t, []float64{0.5, 2, 5.5, 13, 28.5, 60}, f.Panels[1].Series[0].Y)
	assert.Equal(t, 0.625, f.Panels[2].Series[0].Y[1])
	for _, s := range f.Panels[0].Series[3:] {
		assert.Equal(t, figure.Theory, s.Mark)
		assert.Positive(t, s.Like)
	}
	var svg bytes.Buffer
	require.NoError(t, f.Write(&svg, "svg"))
	for _, name := range []string{"beb", "full-jitter", "decorrelated"} {
		assert.Equal(t, 3, strings.Count(svg.String(), ">"+name+"<"))
	}
	// In a unit, times are in the unit that suits them.
	svg.Reset()
	require.NoError(t, Policies(list, phy.Microsecond*51).Write(&svg, "svg"))
	assert.Contains(t, svg.String(), "delay (ms)")
	assert.Contains(t, svg.String(), "per 51us")
}

// Policies that never wait, that end at once, or whose delays are beyond all measure are
// drawn too.
func TestPoliciesOfNothing(t *testing.T) {
	for _, p := range []backoff.Policy{backoff.None(), backoff.Limit(backoff.BEB(10), 2, 0), backoff.Exponential(backoff.Growth{Base: 1e300, Factor: 10, Cap: 1e300}), backoff.Script(nil, 0)} {
		require.NoError(t, func() error { f := Policies(profiles(p), phy.Second); return f.Write(new(bytes.Buffer), "svg") }(), p.Name())
	}
	f := Policies(profiles(backoff.Limit(backoff.BEB(10), 1, 0)), 0)
	assert.ErrorIs(t, f.Write(new(bytes.Buffer), "svg"), figure.ErrNothing)
}
