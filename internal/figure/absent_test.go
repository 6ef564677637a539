package figure

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// An axis reaches the last point without a value.
func TestAnAxisReachesAbsentPoints(t *testing.T) {
	p := Panel{Series: []Series{{X: []float64{1, 3}, Y: []float64{5, 7}}}, Absent: []Absent{{X: 4}, {X: 14}}}
	assert.GreaterOrEqual(t, p.spanX().high, 14.0)
}
