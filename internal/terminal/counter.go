package terminal

import (
	"fmt"
	"os"
	"time"
)

// Counter shows on a terminal how many runs are done, if they take long.
type Counter struct {
	on    bool
	since time.Time
	first int // runs that were done at the beginning
	bar   *bar
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
	if passed < patience {
		return
	}
	if p.bar == nil {
		p.bar = &bar{to: os.Stderr, wide: columns(os.Stderr)}
	}
	if !p.bar.due(now) {
		return
	}
	rate := float64(done-p.first) / passed.Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second))
	p.bar.show(now, fmt.Sprintf("%d of %d runs, %.3g a second, %v left", done, all, rate, left.Round(time.Second)), float64(done)/float64(max(1, all)))
}

// Finish removes what is shown.
func (p *Counter) Finish() {
	if p.bar != nil {
		p.bar.remove()
	}
}
