package cargo

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// A frame is padded and gets its FCS. Its place is free once its last bit has reached the far end, and no
// bridge has it.
func TestHold(t *testing.T) {
	var h Hold
	bridged := uint64(0)
	h.Held = func(ref uint64) bool { return ref == bridged }
	first, octets := h.Take([]byte{1, 2, 3}, 64)
	assert.Equal(t, phy.AppendFCS(append([]byte{1, 2, 3}, make([]byte, 57)...)), octets)
	second, long := h.Take(make([]byte, 1514), 64)
	assert.Len(t, long, 1518)
	assert.True(t, OfHost(first) && OfHost(second) && first != second)
	assert.Equal(t, octets, h.Octets(first))
	assert.Nil(t, h.Octets(1), "it is of a station's own traffic")

	bridged = second
	h.Left(first, 10)
	h.Left(second, 11)
	h.Release(15, 5)
	assert.Empty(t, h.Free, "the last bits are on their way")
	h.Release(17, 5)
	again, _ := h.Take([]byte{4}, 64)
	assert.Equal(t, first, again)
	bridged = 0
	h.Release(17+Pause, 5)
	again, _ = h.Take([]byte{5}, 64)
	assert.Equal(t, second, again)
}
