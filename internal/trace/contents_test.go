package trace

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func TestFrameSaysWhoseItIs(t *testing.T) {
	s := Simulated{names{"A", "B"}}
	got := s.AppendFrame(nil, frame(0, 1, 17, 64))

	require.Len(t, got, 64)
	require.Equal(t, []byte{2, 0, 0, 0, 0, 2}, got[0:6], "destination")
	require.Equal(t, []byte{2, 0, 0, 0, 0, 1}, got[6:12], "source")
	require.Equal(t, []byte{0x88, 0xb5}, got[12:14])
	require.Equal(t, "csmacd A frame 17 csmacd A frame 17 csmacd A f", string(got[14:60]))
	require.True(t, phy.CheckFCS(got))

	require.Equal(t, phy.Broadcast[:], s.AppendFrame(nil, frame(0, medium.Broadcast, 1, 64))[:6])
	require.Equal(t, []byte{1, 0, 0x5e, 0, 0, 0}, s.AppendFrame(nil, frame(0, group, 1, 64))[:6])
}

func TestFrameOfAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Simulated{names{rapid.String().Draw(t, "name"), "B"}}
		f := frame(0, 1, rapid.Uint32().Draw(t, "number"), rapid.Int32Range(-2, 2000).Draw(t, "size"))
		before := rapid.SliceOf(rapid.Byte()).Draw(t, "before")

		got := s.AppendFrame(bytes.Clone(before), f)
		require.Equal(t, before, got[:len(before):len(before)])
		got = got[len(before):]
		require.Len(t, got, max(0, int(f.Size)))
		if f.Size >= phy.FCSSize {
			require.True(t, phy.CheckFCS(got))
		}
		if f.Size >= 18 {
			require.Equal(t, []byte{0x88, 0xb5}, got[12:14])
		}
		// The same frame has the same octets, whatever stood in the buffer.
		dirty := bytes.Repeat([]byte{0xee}, 4000)
		require.Equal(t, got, s.AppendFrame(dirty[:0], f))
	})
}

func TestFrameTakesNoMemory(t *testing.T) {
	s := Simulated{names{"A", "B"}}
	b := make([]byte, 0, 1522)
	require.Zero(t, testing.AllocsPerRun(100, func() { s.AppendFrame(b, frame(0, 1, 4294967295, 1518)) }))
}

// maker supplies the octets of frames by Ref, however many it pleases.
type maker map[uint64][]byte

func (m maker) AppendFrame(b []byte, f medium.Frame) []byte { return append(b, m[f.Ref]...) }

func TestFrameOfAnotherMaker(t *testing.T) {
	c := chosen{Simulated{names{"A", "B"}}, maker{7: []byte("live"), 8: bytes.Repeat([]byte("x"), 100)}}
	f := frame(0, 1, 1, 64)

	require.Equal(t, c.simulated.AppendFrame(nil, f), c.appendFrame(nil, f), "no Ref: made up")
	f.Ref = 7
	short := c.appendFrame([]byte("before"), f)
	require.Equal(t, append([]byte("beforelive"), make([]byte, 60)...), short, "padded to its size")
	f.Ref = 8
	require.Len(t, c.appendFrame(nil, f), 64, "and cut to it")
	c.own = nil
	require.Equal(t, c.simulated.AppendFrame(nil, f), c.appendFrame(nil, f))
}
