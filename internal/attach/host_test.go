package attach

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUndefinedKinds(t *testing.T) {
	assert.Equal(t, "Kind(4)", Kind(4).String())
}
