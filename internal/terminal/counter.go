package terminal

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Counter shows on a terminal how many runs are done, if they take long.
type Counter struct {
	on           bool
	since, shown time.Time
	first        int // runs that were done at the beginning
	bar          *progressbar.ProgressBar
}

// NewCounter begins to show how many runs are done.
func NewCounter(quiet bool) *Counter {
	return &Counter{on: !quiet && watched(), since: time.Now(), first: -1}
}

// Show shows how many of all runs are done.
func (p *Counter) Show(done, all int) {
	if !p.on {
		return
	}
	if p.first < 0 {
		p.first = done - 1
	}
	now := time.Now()
	passed := now.Sub(p.since)
	if passed < patience || now.Sub(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = now
	if p.bar == nil {
		p.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))
	}
	rate := float64(done-p.first) / passed.Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second))
	p.bar.ChangeMax(all)
	p.bar.Describe(fmt.Sprintf("%d of %d runs, %.3g a second, %v left", done, all, rate, left.Round(time.Second)))
	_ = p.bar.Set(min(done, all-1)) // a complete bar disappears, and more runs may follow
}

// Finish removes what is shown.
func (p *Counter) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
