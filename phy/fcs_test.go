package phy

import (
	"encoding/hex"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A frame with a published FCS: the UDP packet that fpga4fun.com's 10BASE-T transmitter sends,
// octet by octet from destination address to FCS.
const published = "ffffffffffff" + "000000041413" + "0800" +
	"4500002e000000004011" + "7ac0" + "00000000" + "ffffffff" + "000050da00120000" +
	"424242424242424242424242424242424242" + "9bf6d0fd"

func TestFCSOfAPublishedFrame(t *testing.T) {
	frame, err := hex.DecodeString(published)
	require.NoError(t, err)
	require.Len(t, frame, 64)
	assert.True(t, CheckFCS(frame))
	assert.Equal(t, frame, AppendFCS(frame[:60:60]))
}

// A receiver may run the whole frame, FCS included, through the register. The residue is the same
// for every frame (3.2.9; 0xC704DD7B there, here reflected and complemented).
func TestFCSLeavesTheSameResidue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		frame := AppendFCS(rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "frame"))
		require.Equal(t, uint32(0x2144df1c), crc32.ChecksumIEEE(frame))
		require.True(t, CheckFCS(frame))
		i := rapid.IntRange(0, 8*len(frame)-1).Draw(t, "bit")
		frame[i/8] ^= 1 << (i % 8)
		require.False(t, CheckFCS(frame), "one bit is enough")
	})
}
