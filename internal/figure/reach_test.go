package figure

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A horizontal axis shows the values that it has to reach, so that panels with a common axis can be read one below the other.
func TestAnAxisReachesItsValues(t *testing.T) {
	p := Panel{X: Axis{Scale: Linear, Reach: []float64{0, 30}}, Series: []Series{{Mark: Steps, X: []float64{10, 20}, Y: []float64{1, 2}}}}
	s := p.spanX()
	require.Equal(t, []float64{0, 30}, []float64{s.low, s.high})
}
