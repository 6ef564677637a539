package attach

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKindsThatAreNone(t *testing.T) {
	assert.Equal(t, "Kind(4)", Kind(4).String())
}
