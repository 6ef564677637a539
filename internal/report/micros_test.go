package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Times have three digits, and no exponent however long they are.
func TestTimesInASummary(t *testing.T) {
	for us, want := range map[float64]string{
		0: "0us", 4.375e-7: "0us", 0.000025: "0.000025us", 0.0011: "0.0011us", 0.5: "0.5us", 999.94: "999.9us", 1000: "1ms", 1234: "1.23ms", 999_400: "999ms", 999_600: "1s", 1e6: "1s",
		1_234_567: "1.23s", 999.4e6: "999s", 999.6e6: "1000s", 84_321.4e6: "84321s",
	} {
		assert.Equal(t, want, micros(us), "%v", us)
	}
}
