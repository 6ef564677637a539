package live

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// DefaultEvery is the usual time between two plain lines.
const DefaultEvery = 5 * time.Second

// Plain shows a run as lines of text: one at its beginning, one every few seconds, and each note at once.
type Plain struct {
	source Source
	every  time.Duration

	mu  sync.Mutex // of w
	w   io.Writer
	err error

	window window
}

// NewPlain returns a display that writes lines to w at an interval; 0 means [DefaultEvery].
func NewPlain(w io.Writer, s Source, every time.Duration) *Plain {
	if every <= 0 {
		every = DefaultEvery
	}
	return &Plain{source: s, every: every, w: w}
}

// Note writes a line.
func (p *Plain) Note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, printable(text))
	}
}

func (p *Plain) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Run implements [Display]. It returns the first error of writing.
func (p *Plain) Run(ctx context.Context) error {
	tick := time.NewTicker(min(p.every, time.Second)) // a snapshot has a cost
	defer tick.Stop()
	var said time.Time
	for begun := false; p.failed() == nil; {
		if s := p.source.Snapshot(); s != nil {
			p.window.add(s)
			switch {
			case !begun:
				begun, said = true, time.Now()
				p.Note(beginning(s))
			case time.Since(said) >= p.every:
				said = time.Now()
				p.Note(p.sofar(s))
			}
		}
		select {
		case <-ctx.Done():
			return p.failed()
		case <-tick.C:
		}
	}
	return p.failed()
}

// beginning returns the first line.
func beginning(s *Snapshot) string {
	name, scale := unit(s.Line.Rate())
	return fmt.Sprintf("%s: %s on %s, %.3g %s", s.Name, stations(s), s.Line.Name, s.Line.Rate()/scale, name)
}

// waiting says for how many hosts the run waits, if any.
func waiting(s *Snapshot) string {
	n := uint64(0)
	for i := range s.Figures.Hosts {
		if s.Figures.Hosts[i].Waiting {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return ", waits for " + many(n, "host")
}

// sofar returns the line that is written every few seconds.
func (p *Plain) sofar(s *Snapshot) string {
	r := p.window.rates()
	name, scale := unit(s.Line.Rate())
	m := &s.Result.Medium
	return fmt.Sprintf("%.1f s: %.2f %s, %s %s frames, %s collisions, %s idle, %s collisions/s; in all %s sent, %s discarded, %s queued; speed %.3g, %s",
		s.Now.Seconds(), r.throughput/scale, name, r.where(), percent(r.success), percent(r.collision), percent(1-r.success-r.collision),
		perSecond(r.collisions), many(m.FramesSent, "frame"), count(m.FramesDropped), count(m.FramesQueued), r.speed, pace(&s.Figures, r.late)) + waiting(s)
}
