package policies

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// On a medium that is no cable plain numbers are of its unit, or of the policy's own.
func TestPoliciesOfAnotherUnit(t *testing.T) {
	for text, c := range map[string]struct {
		unit phy.Time
		want backoff.Policy
	}{
		"beb":                                         {phy.Second, backoff.Limit(backoff.BEB(10), 16, 0)},
		"{policy: beb, attempts: 3}":                  {phy.Second, backoff.Limit(backoff.BEB(10), 3, 0)},
		"{policy: beb, unit: 1ms}":                    {phy.Millisecond, backoff.Limit(backoff.BEB(10), 16, 0)},
		"{policy: linear, elapsed: 5}":                {phy.Second, backoff.Limit(backoff.Linear(1, 10), 0, 5)},
		"{policy: fixed, delay: 100ms}":               {phy.Second, backoff.Fixed(0.1)},
		"{policy: decorrelated, unit: 1ms, base: 1s}": {phy.Millisecond, backoff.Decorrelated(1000, 2000, 3)},
		"google":                                {phy.Second, backoff.Google(backoff.GoogleDefault, 0.001)},
		"{policy: google, base: 2}":             {phy.Second, backoff.Google(backoff.GoogleRule{Initial: 2000, Max: 60000, MaxElapsed: 900000, Multiplier: 1.5, Jitter: 0.5}, 0.001)},
		"{policy: scripted, slots: [100, 0]}":   {phy.Second, backoff.Script(nil, 100, 0)},
		"{policy: scripted, delays: [2s, 0.5]}": {phy.Second, backoff.Delays(2, 0.5)},
	} {
		r := &Reader{Reader: document.NewReader("test.yaml", &format, document.StandardLimits), Bit: phy.Ethernet10.BitTime}
		p, unit := r.InUnits(r.Choice(r.Tree([]byte(text))), phy.Second)
		require.Empty(t, r.Problems.List, text)
		require.Equal(t, c.want, p, text)
		require.Equal(t, c.unit, unit, text)
	}
}
