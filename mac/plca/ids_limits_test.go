package plca_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/plca"
)

// A number that is no ID is in no set.
func TestIDsOfOtherNumbers(t *testing.T) {
	s := plca.IDsOf([]int{-1, 3, plca.NoID, 256, 1000})
	assert.Equal(t, plca.IDsOf([]int{3}), s)
	assert.False(t, s.Has(-1))
	assert.False(t, s.Has(256))
	assert.Equal(t, 3, s.Next(-70))
}
