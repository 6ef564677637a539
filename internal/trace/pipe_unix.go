//go:build unix

package trace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/medium"
)

// CreateUntil is [Create] for a command that a context ends: from then on it no longer waits
// for a reader to open a named pipe, and soon no longer for the reader to read from it.
func CreateUntil(ctx context.Context, path string) (*Output, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		return Create(path)
	}
	stream, err := compress.For(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	f, err := openPipe(ctx, path)
	if err != nil {
		return nil, err
	}
	o := newFile(f, path)
	o.w, o.own = pipe{f}, true
	o.pack(stream)
	context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Now().Add(lastOctets)) })
	return o, nil
}

// lastOctets is the time that the reader of a pipe has to take what is left.
const lastOctets = 300 * time.Millisecond

// pipe is a named pipe that is written to as long as a process reads it.
type pipe struct{ *os.File }

func (p pipe) Write(b []byte) (int, error) {
	n, err := p.File.Write(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = notRead{}
	}
	return n, err
}

// notRead is the error of writing to a pipe if the command is interrupted meanwhile.
type notRead struct{}

func (notRead) Error() string        { return "it was not read, and is cut short" }
func (notRead) Is(target error) bool { return target == medium.ErrInterrupted }

// openPipe waits for a reader. It does not wait in the system call, which nothing could end.
func openPipe(ctx context.Context, path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|unix.O_NONBLOCK, 0)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, unix.ENXIO) {
			return nil, files.Because(path, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: no program has opened the pipe for reading: %w", path, ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}
