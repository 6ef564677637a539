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

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/medium"
)

// A file has the same octets whether one goroutine writes it or two, and reads as its records.
func TestOneGoroutineOrTwo(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(dir, "f"+rapid.SampledFrom([]string{"", ".gz", ".zst"}).Draw(t, "ending"))
		records := rapid.SliceOfN(rapid.IntRange(1, batchSizeCompressed/2), 0, 8).Draw(t, "records")
		flush := rapid.IntRange(-1, len(records)).Draw(t, "flush before")
		var written [2][]byte
		var want bytes.Buffer
		for i := range written {
			o, err := Create(path)
			require.NoError(t, err)
			o.beside = i == 1
			want.Reset()
			for k, n := range records {
				if k == flush {
					require.NoError(t, o.Flush())
				}
				record := bytes.Repeat([]byte{'a' + byte(k)}, n)
				want.Write(record)
				_, err = o.Write(record)
				require.NoError(t, err)
			}
			require.NoError(t, o.Close())
			written[i], err = os.ReadFile(path)
			require.NoError(t, err)
		}
		require.True(t, bytes.Equal(written[0], written[1]))
		f, err := compress.Open(path)
		require.NoError(t, err)
		defer f.Close()
		got, err := io.ReadAll(f)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want.Bytes(), got))
	})
}

// However the disk fills up, a compressed file holds whole lines, all those of its parts.
func TestCompressedOutputOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	full := errors.New("no space left on device")
	var all bytes.Buffer
	observe := func(e *Events) {
		for at := bits(0); at < bits(100_000) && e.Err() == nil; at += bit {
			e.Observe(&medium.Event{At: at, Kind: medium.CarrierOn})
		}
	}
	observe(NewEvents(NewOutput(&all, "test"), names{"A"}, bit))
	for i := range 10 {
		room := []int{0, 50, 5000, 10_000, 50_000}[i/2]
		path := filepath.Join(dir, "events.jsonl"+[]string{".gz", ".zst"}[i%2])
		o, err := Create(path)
		require.NoError(t, err)
		o.w.(*packed).w = &limited{o.file, room, full}
		o.beside = i > 1
		e := NewEvents(o, names{"A"}, bit)
		observe(e)
		require.EqualError(t, e.Close(), path+": no space left on device")

		f, err := compress.Open(path)
		require.NoError(t, err)
		defer f.Close()
		text, err := io.ReadAll(f)
		require.NoError(t, err, "the file is valid")
		require.True(t, bytes.HasPrefix(all.Bytes(), text))
		require.True(t, len(text) == 0 || bytes.HasSuffix(text, []byte("}\n")))
		least := 10_000 // octets of a part
		if strings.HasSuffix(path, ".gz") {
			least = 50_000
		}
		require.Equal(t, room >= least, len(text) > 0)
	}
}

// A compressed file is whole whenever it is looked at; what comes through a pipe is when it ends.
func TestCompressedOutputIsWholeMeanwhile(t *testing.T) {
	line := []byte(strings.Repeat("a line ", 20) + "\n")
	for _, ending := range []string{".gz", ".zst"} {
		path := filepath.Join(t.TempDir(), "e.jsonl"+ending)
		o, err := Create(path)
		require.NoError(t, err)
		r, w, err := os.Pipe()
		require.NoError(t, err)
		piped := newFile(w, "pipe"+ending)
		stream, err := compress.For("e" + ending)
		require.NoError(t, err)
		piped.pack(stream)
		piped.own = true
		through := make(chan []byte)
		go func() {
			octets, _ := io.ReadAll(r)
			through <- octets
		}()
		written := 0
		for range 5 {
			for range 3 * batchSizeCompressed / len(line) {
				_, err = o.Write(line)
				require.NoError(t, err)
				_, err = piped.Write(line)
				require.NoError(t, err)
				written += len(line)
			}
			if o.second != nil {
				o.second.wait()
			}
			octets, err := os.ReadFile(path)
			require.NoError(t, err)
			text := expand(t, octets)
			require.NotEmpty(t, text)
			require.Less(t, written-len(text), batchSizeCompressed+len(line))
			require.Zero(t, len(text)%len(line), "whole lines")
		}
		require.NoError(t, o.Close())
		require.NoError(t, piped.Close())
		octets, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Len(t, expand(t, octets), written)
		require.Equal(t, octets, <-through, "a pipe gets the same octets")
		require.NoError(t, r.Close())
	}
}

// expand returns the text of a file.
func expand(t *testing.T, octets []byte) []byte {
	r, err := compress.NewReader(bytes.NewReader(octets))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return text
}

// A run that writes no event leaves a file that programs can expand.
func TestCompressedOutputWithoutRecords(t *testing.T) {
	for _, ending := range []string{".gz", ".zst"} {
		path := filepath.Join(t.TempDir(), "e.jsonl"+ending)
		o, err := Create(path)
		require.NoError(t, err)
		require.NoError(t, o.Close())
		octets, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NotEmpty(t, octets)
		require.Empty(t, expand(t, octets))
	}
	_, err := Create(filepath.Join(t.TempDir(), "e.jsonl.bz2"))
	require.ErrorContains(t, err, "not to .bz2")
}

func TestSecondGoroutineTakesNoMemory(t *testing.T) {
	o, err := Create(filepath.Join(t.TempDir(), "e.jsonl.gz"))
	require.NoError(t, err)
	o.beside = true
	defer func() { require.NoError(t, o.Close()) }()
	record := []byte(strings.Repeat("x", 1000))
	write := func() {
		for range 2 * batchSizeCompressed / len(record) {
			_, err = o.Write(record)
			require.NoError(t, err)
		}
	}
	for range 20 {
		write() // until the runtime has what goroutines wait with
	}
	require.Zero(t, testing.AllocsPerRun(5, write))
}

// The second goroutine ends with the file, whether it is closed or abandoned.
func TestAbandonedWhileWriting(t *testing.T) {
	o, err := Create(filepath.Join(t.TempDir(), "e.jsonl"))
	require.NoError(t, err)
	o.beside = true
	for range 10 {
		_, err = o.Write(make([]byte, batchSize))
		require.NoError(t, err)
	}
	require.NotNil(t, o.second)
	o.Abandon()
	require.Nil(t, o.second)
	require.NoError(t, o.Close())
}
