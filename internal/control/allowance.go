package control

import (
	"sync"
	"time"
)

// perSecond is the number of commands that all clients of a run together may give in a second. As
// many may come at once after a second of silence.
const perSecond = 200

// allowance is a bucket of tokens, one for each command.
type allowance struct {
	mu    sync.Mutex
	left  float64
	since time.Time
}

// take reports whether a command may be done at an instant.
func (a *allowance) take(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() {
		a.left = perSecond
	} else if passed := now.Sub(a.since); passed > 0 {
		a.left = min(perSecond, a.left+passed.Seconds()*perSecond)
	}
	a.since = now
	if a.left < 1 {
		return false
	}
	a.left--
	return true
}
