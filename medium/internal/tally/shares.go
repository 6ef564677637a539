package tally

import (
	"iter"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Shares measures the time in which a medium carries successful transmissions, and that in which it
// carries collisions. A period of activity lasts as long as any station sends, each at its own tap.
// It is counted when the last station stops.
type Shares struct {
	Success, Collision phy.Time // of the periods that are over

	since    phy.Time // the end of the warm-up; earlier time is left out
	start    phy.Time
	sent     []interval // the attempts of this period that met no collision
	collided bool
}

type interval struct{ start, end phy.Time }

// Restart forgets the time before an instant.
func (s *Shares) Restart(now phy.Time) { s.Success, s.Collision, s.since = 0, 0, now }

// Begin begins a period of activity.
func (s *Shares) Begin(now phy.Time) {
	s.start, s.sent, s.collided = now, s.sent[:0], false
}

// End adds an attempt that ends now. last reports whether no station is sending any more.
func (s *Shares) End(start, end phy.Time, collided, last bool) {
	if collided {
		s.collided = true
	} else {
		s.sent = append(s.sent, interval{start, end})
	}
	if last {
		success, collision := s.divide(s.sent, end)
		s.Success += success
		s.Collision += collision
	}
}

// SoFar returns the times up to now. The attempts that have not ended, given by their starts and by
// whether they have met a collision, are counted by their present state.
func (s *Shares) SoFar(now phy.Time, underWay iter.Seq2[phy.Time, bool]) (success, collision phy.Time) {
	period, sending := Shares{}, false
	for start, collided := range underWay {
		if !sending {
			sending, period = true, *s
			period.sent = slices.Clone(s.sent)
		}
		if collided {
			period.collided = true
		} else {
			period.sent = append(period.sent, interval{start, now})
		}
	}
	if !sending {
		return s.Success, s.Collision
	}
	success, collision = period.divide(period.sent, now)
	return s.Success + success, s.Collision + collision
}

// divide divides the period so far into the time in which attempts without a collision are sent and
// the rest.
func (s *Shares) divide(sent []interval, end phy.Time) (success, collision phy.Time) {
	whole := max(0, end-max(s.start, s.since))
	if !s.collided {
		return whole, 0
	}
	if len(sent) == 0 {
		return 0, whole
	}
	slices.SortFunc(sent, func(a, b interval) int { return int(min(1, max(-1, a.start-b.start))) })
	covered := s.since
	for _, v := range sent {
		if v.end > covered {
			success += v.end - max(v.start, covered)
			covered = v.end
		}
	}
	return success, whole - success
}
