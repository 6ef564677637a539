package compress

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"e.jsonl": false, "e": false, "": false, "-": false, "e.zst.jsonl": false,
		"e.jsonl.gz": true, "e.jsonl.zst": true, "E.JSONL.GZ": true, "a.b/e.pcapng.zst": true,
	} {
		stream, err := For(name)
		require.NoError(t, err)
		require.NoError(t, CheckName(name))
		require.Equal(t, want, stream != nil, name)
		require.Equal(t, want, Compresses(name), name)
	}
	for _, ending := range others {
		_, err := For("e.jsonl" + ending)
		require.EqualError(t, err, "csmacd compresses to .gz and .zst, not to "+ending)
		require.Equal(t, err, CheckName("e.jsonl"+ending))
	}
}

// texts are what is written: much of a line is that of the line before.
func texts() *rapid.Generator[[]string] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		return strings.Repeat(rapid.StringN(0, 100, -1).Draw(t, "line"), rapid.IntRange(0, 50).Draw(t, "times"))
	}), 0, 8)
}

// A file reads as its text after each part that is written, to this package and to the library in one go; and
// the same parts make the same octets.
func TestAFileIsWholeAfterEachPart(t *testing.T) {
	dir := t.TempDir()
	for _, ending := range []string{gzipEnding, zstdEnding} {
		path := filepath.Join(dir, "whatever its name is")
		rapid.Check(t, func(t *rapid.T) {
			stream, err := For("e" + ending)
			require.NoError(t, err)
			other, err := For("f" + ending)
			require.NoError(t, err)
			var parts, again, file []byte
			var want string
			for _, text := range texts().Draw(t, "texts") {
				parts, again = stream.Part(parts, []byte(text)), other.Part(again, []byte(text))
				require.True(t, bytes.Equal(parts, again))
				want += text
				file = stream.End(append(file[:0], parts...))

				require.NoError(t, os.WriteFile(path, file, 0o600))
				f, err := Open(path)
				require.NoError(t, err)
				got, err := io.ReadAll(f)
				require.NoError(t, err)
				require.NoError(t, f.Close())
				require.Equal(t, want, string(got))
			}
		})
	}
}

// All parts of a .zst are one frame, and a frame has a check sum.
func TestZstandardHasOneFrame(t *testing.T) {
	s := newZstd()
	var file []byte
	for i := range 5 {
		file = s.Part(file, []byte(strings.Repeat(strconv.Itoa(i), 1000)))
	}
	file = s.End(file)
	require.Equal(t, 1, bytes.Count(file, []byte("\x28\xb5\x2f\xfd")))
	file[len(file)-1] ^= 1
	r, err := NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	_, err = io.ReadAll(r)
	require.ErrorIs(t, err, zstd.ErrCRCMismatch)
}

func TestPartsTakeNoMemory(t *testing.T) {
	text := []byte(strings.Repeat("a line of a file of events\n", 1000))
	for _, ending := range []string{gzipEnding, zstdEnding} {
		stream, err := For("e" + ending)
		require.NoError(t, err)
		b := stream.Part(nil, text)
		require.Less(t, len(b), len(text)/10)
		b = make([]byte, 0, 2*len(text))
		for range 50 { // until the encoder has its window
			b = stream.Part(b[:0], text)
		}
		require.Zero(t, testing.AllocsPerRun(10, func() { b = stream.End(stream.Part(b[:0], text)) }), ending)
	}
}

// A file that is not compressed is read as it is, even if it is shorter than a mark of those that
// are.
func TestFilesThatAreNotCompressed(t *testing.T) {
	for _, text := range []string{"", "{", "\x28\xb5", "{\"ps\":0}\n"} {
		r, err := NewReader(strings.NewReader(text))
		require.NoError(t, err)
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}
}

func TestDamagedFiles(t *testing.T) {
	_, err := NewReader(strings.NewReader("\x1f\x8b and so on"))
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Open(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	broken := errors.New("broken")
	_, err = NewReader(io.MultiReader(strings.NewReader("ab"), &failing{broken}))
	require.ErrorIs(t, err, broken)

	for _, ending := range []string{gzipEnding, zstdEnding} {
		stream, err := For("e" + ending)
		require.NoError(t, err)
		whole := stream.End(stream.Part(nil, []byte(strings.Repeat("a line\n", 100))))
		r, err := NewReader(bytes.NewReader(whole[:len(whole)-3]))
		require.NoError(t, err)
		_, err = io.ReadAll(r)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, ending)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
