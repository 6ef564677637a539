package mac_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
)

// The String of an undefined value shows its number.
func TestNamesOfUndefinedValues(t *testing.T) {
	for want, v := range map[string]fmt.Stringer{
		"retry": mac.Retry, "late_collision": mac.LateCollision, "Next(3)": mac.Next(3), "Next(255)": mac.Next(255),
		"too_long": mac.TooLong, "Reception(5)": mac.Reception(5),
	} {
		assert.Equal(t, want, v.String())
	}
}
