package live

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// refresh is how often a display takes a snapshot.
const refresh = 250 * time.Millisecond

// Display shows a run to whoever started it.
type Display interface {
	// Run shows the run until the context ends. The error says why that was not
	// possible, which need not end the run.
	Run(ctx context.Context) error
	// Note shows a text at once, from any goroutine.
	Note(text string)
}

// NewDisplay shows a run on out: as a [View] where that is a terminal that can be drawn
// on, and ours to read keys from, of which q and Ctrl-C call quit; else as [Plain] lines,
// one each so often.
func NewDisplay(out io.Writer, s Source, every time.Duration, quit func()) Display {
	if f, ok := out.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" && inForeground(f) {
		return NewView(nil, out, s, quit)
	}
	return NewPlain(out, s, every)
}
