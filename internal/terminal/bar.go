package terminal

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// bar is a line of a terminal that says how far something has come. Each text replaces the one before.
type bar struct {
	to    io.Writer
	wide  int // columns of the terminal
	shown time.Time
}

// barCells is the width of the bar itself.
const barCells = 20

// between is the time between two texts. A terminal that is far away takes no more.
const between = 100 * time.Millisecond

// due reports whether it is time for another text.
func (b *bar) due(now time.Time) bool { return now.Sub(b.shown) >= between }

// show replaces the line. share is how much is done, from 0 to 1; less than 0: that is not known.
func (b *bar) show(now time.Time, text string, share float64) {
	b.shown = now
	if share >= 0 {
		full := min(barCells, int(share*barCells))
		text = fmt.Sprintf("%s %3d%% |%s%s|", text, min(100, int(share*100)), strings.Repeat("█", full), strings.Repeat(" ", barCells-full))
	}
	if r := []rune(text); len(r) >= b.wide { // a line that is broken could not be replaced
		text = string(r[:max(0, b.wide-1)])
	}
	fmt.Fprintf(b.to, "\r\x1b[K%s", text)
}

// remove empties the line, if there is one.
func (b *bar) remove() {
	if !b.shown.IsZero() {
		fmt.Fprint(b.to, "\r\x1b[K")
	}
}
