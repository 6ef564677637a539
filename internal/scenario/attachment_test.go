package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAttachKindsThatAreNone(t *testing.T) {
	assert.Equal(t, "AttachKind(4)", AttachKind(4).String())
}
