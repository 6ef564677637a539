package draw

import (
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// gap is an interpacket gap that a station waits to its end, both parts of it.
type gap struct{ from, until phy.Time }

// gaps returns the gaps of a lane. One that carrier restarts does not count: the next one is whole.
func gaps(l *scene.Lane) (all []gap) {
	first := gap{until: scene.None} // a part 1 that has ended
	for _, s := range l.Spans {
		if s.Until == scene.None || s.Cut {
			continue
		}
		switch {
		case s.Kind == scene.OwnGap:
			all = append(all, gap{s.From, s.Until})
		case s.Kind == scene.GapPart1:
			first = gap{s.From, s.Until}
		case s.Kind == scene.GapPart2 && first.until == s.From:
			all = append(all, gap{first.from, s.Until})
		case s.Kind == scene.GapPart2:
			all = append(all, gap{s.From, s.Until})
		}
	}
	return all
}
