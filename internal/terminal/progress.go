package terminal

import (
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"github.com/csmacd/csmacd/phy"
)

// Columns returns the width of the terminal of standard output, or 80.
func Columns() int { return columns(os.Stdout) }

// columns returns the width of the terminal of a file, or 80.
func columns(f *os.File) int {
	if wide, _, err := term.GetSize(int(f.Fd())); err == nil && wide > 0 {
		return wide
	}
	return 80
}

// patience is how long a run may take before its progress is shown.
const patience = time.Second

// Progress shows on a terminal how far a run has come, if it takes long.
type Progress struct {
	on    bool
	since time.Time
	end   phy.Time // 0: not known
	bar   *bar
}

// watched reports whether standard error, where progress is shown, is a terminal.
func watched() bool {
	fd := os.Stderr.Fd()
	return isatty.IsTerminal(fd) || isatty.IsCygwinTerminal(fd)
}

// NewProgress begins to show a run until the simulated time end; 0 means that the end is not known.
func NewProgress(end phy.Time, quiet bool) *Progress {
	return &Progress{on: !quiet && watched(), since: time.Now(), end: end}
}

// Show shows how far the run has come.
func (p *Progress) Show(now phy.Time) {
	at := time.Now()
	passed := at.Sub(p.since)
	if !p.on || passed < patience {
		return
	}
	if p.bar == nil {
		p.bar = &bar{to: os.Stderr, wide: columns(os.Stderr)}
	}
	if !p.bar.due(at) {
		return
	}
	simulated := fmt.Sprintf("%.3fs simulated", now.Seconds())
	rate := now.Seconds() / passed.Seconds()
	left, share := "", -1.0
	if p.end > 0 {
		simulated = fmt.Sprintf("%.3fs of %.4gs simulated", now.Seconds(), p.end.Seconds())
		remaining := time.Duration((p.end - now).Seconds() / rate * float64(time.Second))
		left = fmt.Sprintf(", %v left", remaining.Round(time.Second))
		share = now.Seconds() / p.end.Seconds()
	}
	p.bar.show(at, fmt.Sprintf("%s, %.3g times real time%s", simulated, rate, left), share)
}

// Finish removes what is shown.
func (p *Progress) Finish() {
	if p.bar != nil {
		p.bar.remove()
	}
}
