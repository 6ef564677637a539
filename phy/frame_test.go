package phy

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An ARP request as it went over a wire, FCS included (a published capture).
func TestFCS(t *testing.T) {
	assert.Equal(t, []byte("123456789\x26\x39\xf4\xcb"), AppendFCS([]byte("123456789")), "CRC-32's check value, 0xCBF43926, low octet first")
	frame, err := hex.DecodeString("ffffffffffff020000000001080600010800060400010200000000010a0000010000000000000a000002")
	require.NoError(t, err)
	frame = AppendFCS(append(frame, make([]byte, 18)...))
	assert.Len(t, frame, 64)
	assert.True(t, CheckFCS(frame))
	for i := range frame {
		frame[i] ^= 4
		assert.False(t, CheckFCS(frame), "octet %d", i)
		frame[i] ^= 4
	}
	assert.False(t, CheckFCS([]byte{1, 2, 3}))
}

func TestAddresses(t *testing.T) {
	for i := range 300 {
		a := StationAddress(i * 7001)
		assert.False(t, a.Group())
		assert.EqualValues(t, 2, a[0]&3, "locally administered, individual")
		got, ok := StationIndex(a)
		assert.True(t, ok)
		assert.Equal(t, i*7001, got)
	}
	a, err := ParseAddress("01:00:5e:00:00:01")
	require.NoError(t, err)
	assert.True(t, a.Group())
	assert.Equal(t, "01:00:5e:00:00:01", a.String())
	_, ok := StationIndex(a)
	assert.False(t, ok)
	assert.True(t, Broadcast.Group())
	_, err = ParseAddress("01:00:5e")
	assert.ErrorContains(t, err, "write six octets")
}

// The numbers of IEEE 802.3 Table 4-2, up to and including 100 Mb/s.
func TestLines(t *testing.T) {
	for _, l := range Lines {
		found, ok := LineByName(l.Name)
		assert.True(t, ok)
		assert.Equal(t, l, found)
		assert.Equal(t, []int{512, 96, 64, 16, 10, 32, 64, 64, 1518, 24288},
			[]int{l.SlotTime, l.InterPacketGap, l.IPGPart1, l.AttemptLimit, l.BackoffLimit, l.JamSize, l.HeaderSize, l.MinFrame, l.MaxFrame, l.MaxDefer}, l.Name)
	}
	assert.Equal(t, 51200*Nanosecond, Ethernet10.Bits(Ethernet10.SlotTime))
	assert.InDelta(t, 10e6, Ethernet10.Rate(), 0)
	for spelling, name := range map[string]string{"10BASE-T": "10base-t", "10baset": "10base-t", "10base-5": "10base5", "100Base-TX": "100base-tx"} {
		l, ok := LineByName(spelling)
		assert.True(t, ok)
		assert.Equal(t, name, l.Name)
	}
	_, ok := LineByName("token ring")
	assert.False(t, ok)
}
