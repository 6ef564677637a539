package compress

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"e.jsonl": false, "e": false, "": false, "-": false, "e.zst.jsonl": false,
		"e.jsonl.gz": true, "e.jsonl.zst": true, "E.JSONL.GZ": true, "a.b/e.pcapng.zst": true,
	} {
		part, err := For(name)
		require.NoError(t, err)
		require.NoError(t, CheckName(name))
		require.Equal(t, want, part != nil, name)
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

// A file reads as its text after each part that is written, and a part does not depend on those
// before it.
func TestPartsAreFilesOfTheirOwn(t *testing.T) {
	dir := t.TempDir()
	for _, ending := range []string{gzipEnding, zstdEnding} {
		path := filepath.Join(dir, "whatever its name is")
		part, err := For("e" + ending)
		require.NoError(t, err)
		other, err := For("f" + ending)
		require.NoError(t, err)
		rapid.Check(t, func(t *rapid.T) {
			var file []byte
			var want string
			for _, text := range texts().Draw(t, "texts") {
				before := len(file)
				file, want = part(file, []byte(text)), want+text
				if rapid.Bool().Draw(t, "compare") {
					require.True(t, bytes.Equal(other(nil, []byte(text)), file[before:]))
				}

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

func TestPartsTakeNoMemory(t *testing.T) {
	text := []byte(strings.Repeat("a line of a file of events\n", 1000))
	for _, ending := range []string{gzipEnding, zstdEnding} {
		part, err := For("e" + ending)
		require.NoError(t, err)
		b := part(nil, text)
		require.Less(t, len(b), len(text)/10)
		require.Zero(t, testing.AllocsPerRun(10, func() { b = part(b[:0], text) }), ending)
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
		part, err := For("e" + ending)
		require.NoError(t, err)
		whole := part(nil, []byte(strings.Repeat("a line\n", 100)))
		r, err := NewReader(bytes.NewReader(whole[:len(whole)-3]))
		require.NoError(t, err)
		_, err = io.ReadAll(r)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, ending)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
