package trace

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

// limited passes on so many octets and then fails.
type limited struct {
	w    io.Writer
	room int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	n, _ := l.w.Write(p[:min(len(p), l.room)])
	l.room -= n
	if n < len(p) {
		return n, l.err
	}
	return n, nil
}

func TestOutputOpensEarly(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(dir)
	require.ErrorContains(t, err, dir+": ")
	path := filepath.Join(dir, "no", "events.jsonl")
	_, err = Create(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Equal(t, 1, strings.Count(err.Error(), path), "named once")
}

func TestOutputWritesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	require.NoError(t, os.WriteFile(path, []byte("an earlier run's, and longer"), 0o600))
	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.Write([]byte("one\n"))
	require.NoError(t, err)
	require.NoError(t, o.Flush())
	_, err = o.Write([]byte("two\n"))
	require.NoError(t, err)
	require.NoError(t, o.Close())
	require.NoError(t, o.Close(), "twice does no harm")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one\ntwo\n", string(got))
}

// However the disk fills up, the file holds whole records: all that had room.
func TestOutputKeepsWholeRecords(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		f, err := os.Create(filepath.Join(dir, "f"))
		require.NoError(t, err)
		defer f.Close()
		before := "what stood there"
		_, err = f.WriteString(before)
		require.NoError(t, err)

		room := rapid.IntRange(0, 3*batchSize).Draw(t, "room")
		o := NewOutput(&limited{f, room, errors.New("no space left on device")}, "f")
		o.file, o.beside = f, rapid.Bool().Draw(t, "by a second goroutine")
		want := bytes.NewBufferString(before)
		full := false
		for i, n := range rapid.SliceOfN(rapid.IntRange(1, 2*batchSize), 0, 20).Draw(t, "records") {
			record := bytes.Repeat([]byte{'a' + byte(i)}, n)
			_, _ = o.Write(record)
			if full = full || want.Len()-len(before)+n > room; !full {
				want.Write(record)
			}
		}
		err = o.Close()
		if full {
			require.EqualError(t, err, "f: no space left on device")
			require.Same(t, err, o.Err())
			n, err := o.Write([]byte("x"))
			require.Zero(t, n)
			require.Error(t, err)
		} else {
			require.NoError(t, err)
		}
		got, err := os.ReadFile(f.Name())
		require.NoError(t, err)
		require.True(t, bytes.Equal(want.Bytes(), got))
	})
}

func TestOutputShortWrite(t *testing.T) {
	o := NewOutput(&limited{io.Discard, 2, nil}, "f")
	_, _ = o.Write([]byte("abc"))
	require.ErrorIs(t, o.Flush(), io.ErrShortWrite)
}

func TestOutputToStandardOutput(t *testing.T) {
	// As in `csmacd run ... >> log`.
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte("before\n"), 0o600))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	defer f.Close()
	defer func(f *os.File) { os.Stdout = f }(os.Stdout)
	os.Stdout = f

	o, err := Create("-")
	require.NoError(t, err)
	o.w = &limited{f, 6, errors.New("full")}
	_, _ = o.Write([]byte("one\n"))
	_, _ = o.Write([]byte("two\n"))
	require.EqualError(t, o.Close(), "standard output: full")
	_, err = f.WriteString("summary\n")
	require.NoError(t, err, "it is not ours to close")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "before\none\nsummary\n", string(got))
}
