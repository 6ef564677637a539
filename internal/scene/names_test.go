package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A value that has no name is written as a number.
func TestValuesWithoutANameAreNumbers(t *testing.T) {
	assert.Equal(t, "Doing(255) Outcome(255) Part(255)", Doing(255).String()+" "+Outcome(255).String()+" "+Part(255).String())
}
