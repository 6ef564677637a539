package mac_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Each named set of deviations can be run, and describes itself.
func TestDeviations(t *testing.T) {
	for _, d := range mac.Deviations {
		found, ok := mac.DeviationByName(d.Name)
		require.True(t, ok)
		assert.Equal(t, d.Title, found.Title)
		assert.NotEmpty(t, d.Source)
		for _, l := range phy.Lines {
			standard, p := mac.For(l), mac.For(l)
			d.Apply(&p)
			assert.NoError(t, p.Check(), "%s on %s", d.Name, l.Name)
			assert.Equal(t, len(d.Differs) == 0, p == standard && d.Backoff == nil, d.Name)
		}
	}
	_, ok := mac.DeviationByName("token ring")
	assert.False(t, ok)
}
