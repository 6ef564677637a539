package live

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lines reads what a display writes, a line at a time.
func lines(t *testing.T, d func(w io.Writer) Display) (next func() string, end func() error) {
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	shown := d(w)
	go func() { done <- shown.Run(ctx); w.Close() }()
	read := bufio.NewReader(r)
	t.Cleanup(func() { cancel(); r.Close() })
	return func() string {
			line, err := read.ReadString('\n')
			require.NoError(t, err)
			return strings.TrimSuffix(line, "\n")
		}, func() error {
			cancel()
			_, _ = io.Copy(io.Discard, read)
			return <-done
		}
}

func TestPlainLines(t *testing.T) {
	f := saturated(4)
	var left atomic.Bool
	f.edit = func(s *Snapshot) {
		if left.Load() {
			s.Figures.Hosts[1].Left = "its device is gone"
			s.Figures.Behind, s.Figures.Stalls = 2, 1
			s.Figures.Hosts[0].Waiting = true
		}
	}
	next, end := lines(t, func(w io.Writer) Display { return NewPlain(w, f, time.Millisecond) })
	assert.Equal(t, "a cable: 4 stations (2 live) on 10base5, 10 Mb/s", next())
	sofar := `^\d\.\d s: 9\.\d\d Mb/s, medium \d\d % frames, (<1|\d+) % collisions, \d+ % idle, [\d,]+ collisions/s; in all [\d,]+ frames sent, \d+ discarded, 4 queued; speed 1, `
	assert.Regexp(t, sofar+"keeps up$", next())
	left.Store(true)
	var seen []string
	for len(seen) < 4 || !strings.Contains(seen[len(seen)-1], "queued") {
		seen = append(seen, next())
	}
	text := strings.Join(seen, "\n")
	assert.Contains(t, text, "!! DOES NOT KEEP UP: 2 s behind, 1 stall, waits for 1 host\n")
	assert.NoError(t, end())
}

// Notes come between lines, whole, and cannot play tricks on a terminal.
func TestPlainNotes(t *testing.T) {
	var out bytes.Buffer
	p := NewPlain(&out, given(nil), 0)
	p.Note("metrics: \x1b[2J\nx")
	assert.Equal(t, "metrics: ?[2J?x\n", out.String())
}

func TestPlainBeforeAndAfterTheRun(t *testing.T) {
	f := saturated(2)
	var calls atomic.Int64
	last := f.Snapshot()
	last.Over = true
	next, end := lines(t, func(w io.Writer) Display {
		return NewPlain(w, SourceFunc(func() *Snapshot {
			if calls.Add(1) < 3 {
				return nil
			}
			return last
		}), time.Millisecond)
	})
	assert.Contains(t, next(), "a cable: 2 stations")
	for range 2 {
		assert.Contains(t, next(), "0.2 s: ")
	}
	assert.NoError(t, end())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestPlainSaysThatItCannotWrite(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := NewPlain(broken{}, saturated(2), 0).Run(ctx)
	assert.ErrorContains(t, err, "no space left")
	assert.NoError(t, ctx.Err())
}

func TestNoTerminalNoView(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	for _, w := range []io.Writer{file, &bytes.Buffer{}} {
		assert.IsType(t, &Plain{}, NewDisplay(w, given(nil), 0, nil))
	}
}
