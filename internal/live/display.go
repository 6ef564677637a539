package live

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// refresh is the time between two snapshots of a display.
const refresh = 250 * time.Millisecond

// Display shows a run to the user who started it.
type Display interface {
	// Run shows the run until the context ends. The error says why that was not possible; the
	// run may go on without a display.
	Run(ctx context.Context) error
	// Note shows a text at once, from any goroutine.
	Note(text string)
}

// NewDisplay returns a display on out: a [View] if out is a terminal from which the process may read keys,
// where q and Ctrl-C call quit, and else [Plain] lines at the given interval.
func NewDisplay(out io.Writer, s Source, every time.Duration, quit func()) Display {
	if f, ok := out.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" && inForeground(f) {
		return NewView(nil, out, s, quit)
	}
	return NewPlain(out, s, every)
}
