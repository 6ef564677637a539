package attach

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUndefinedKinds(t *testing.T) {
	assert.Equal(t, "Kind(6)", Kind(6).String())
}
