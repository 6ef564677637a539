//go:build !js

package live

import (
	"slices"
	"sync"
	"time"
)

// mostNotes is the largest number of notes kept, and noteTime the time for which one is shown.
const (
	mostNotes = 4
	noteTime  = 10 * time.Second
)

// notes are texts of the program, from any goroutine. Each disappears after a while.
type notes struct {
	mu   sync.Mutex
	kept []shownNote // the oldest first
}

type shownNote struct {
	text  string
	since time.Time // when it was first shown; zero before
}

func (n *notes) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kept = append(n.kept, shownNote{text: text})
	n.kept = n.kept[max(0, len(n.kept)-mostNotes):]
}

// shown returns the notes to show at an instant.
func (n *notes) shown(now time.Time) (texts []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kept = slices.DeleteFunc(n.kept, func(s shownNote) bool {
		return !s.since.IsZero() && now.Sub(s.since) >= noteTime
	})
	for i := range n.kept {
		if n.kept[i].since.IsZero() {
			n.kept[i].since = now
		}
		texts = append(texts, n.kept[i].text)
	}
	return texts
}
