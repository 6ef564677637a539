package tap

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// framed puts the length of each frame before it.
func framed(frames ...[]byte) (b []byte) {
	for _, f := range frames {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(f))), f...)
	}
	return b
}

// plainly splits a whole stream into frames, up to an invalid length. The deframer does the same in
// pieces.
func plainly(b []byte) (frames [][]byte, garbage bool) {
	for len(b) >= 4 {
		n := binary.BigEndian.Uint32(b)
		if n == 0 || n > 1<<20 {
			return frames, true
		}
		if uint32(len(b)-4) < n {
			break
		}
		frames, b = append(frames, b[4:4+n]), b[4+n:]
	}
	return frames, false
}

// inPieces feeds a deframer pieces of the given sizes, again and again.
func inPieces(t *testing.T, b []byte, sizes []byte) (frames [][]byte, garbage bool) {
	var d deframer
	d.reset()
	p := make([]byte, len(b)) // no frame is longer
	for i := 0; ; i++ {
		n, whole, err := d.take(p)
		if err != nil {
			require.False(t, whole)
			return frames, true
		}
		if whole {
			frames = append(frames, append([]byte{}, p[:n]...))
			continue
		}
		if len(b) == 0 {
			return frames, false
		}
		space := d.space()
		require.NotEmpty(t, space)
		size := len(b)
		if len(sizes) > 0 {
			size = 1 + int(sizes[i%len(sizes)])
		}
		size = copy(space, b[:min(size, len(b))])
		d.put(size)
		b = b[size:]
	}
}

func FuzzDeframer(f *testing.F) {
	f.Add(framed([]byte("one"), []byte("another")), []byte{0, 3, 1})
	f.Add(framed(make([]byte, 70000), make([]byte, 1514), []byte("x")), []byte{255})
	f.Add([]byte{0, 0, 0, 0, 1}, []byte{0})
	f.Add([]byte{0, 0x10, 0, 1, 1}, []byte{})
	f.Add([]byte("GET / HTTP/1.1\r\n"), []byte{2})
	f.Fuzz(func(t *testing.T, stream, sizes []byte) {
		want, garbage := plainly(stream)
		got, is := inPieces(t, stream, sizes)
		assert.Equal(t, want, got)
		assert.Equal(t, garbage, is)
	})
}

// A deframer keeps no more than the longest frame, and uses at most a mebibyte.
func TestDeframerStaysSmall(t *testing.T) {
	var d deframer
	d.reset()
	assert.Len(t, d.buf, deframerSize)
	d.put(copy(d.space(), []byte{0, 0x10, 0, 0}))
	for put := 0; put < 1<<20; {
		n := len(d.space())
		put += n
		d.put(n)
	}
	n, whole, err := d.take(make([]byte, 10))
	require.NoError(t, err)
	assert.True(t, whole)
	assert.Equal(t, 1<<20, n)
	assert.Len(t, d.buf, 1<<20+4)
}
