package terminal

import (
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/csmacd/csmacd/phy"
)

// Columns returns the width of the terminal of standard output, or 80.
func Columns() int {
	if wide, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && wide > 0 {
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
	bar   *progressbar.ProgressBar
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
	passed := time.Since(p.since)
	if !p.on || passed < patience {
		return
	}
	if p.bar == nil {
		steps := int64(-1) // a spinner
		if p.end > 0 {
			steps = int64(p.end / phy.Nanosecond)
		}
		p.bar = progressbar.NewOptions64(steps,
			progressbar.OptionSetWriter(os.Stderr), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))
	}
	simulated := fmt.Sprintf("%.3fs simulated", now.Seconds())
	rate := now.Seconds() / passed.Seconds()
	left := ""
	if p.end > 0 {
		simulated = fmt.Sprintf("%.3fs of %.4gs simulated", now.Seconds(), p.end.Seconds())
		remaining := time.Duration((p.end - now).Seconds() / rate * float64(time.Second))
		left = fmt.Sprintf(", %v left", remaining.Round(time.Second))
	}
	p.bar.Describe(fmt.Sprintf("%s, %.3g times real time%s", simulated, rate, left))
	_ = p.bar.Set64(int64(now / phy.Nanosecond))
}

// Finish removes what is shown.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
