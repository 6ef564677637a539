package domain

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// timeShares measures the share of time in which the medium carries successful transmissions, and
// that in which it carries collisions. A period of activity lasts as long as any station sends,
// each at its own tap. It is counted when the last station stops.
type timeShares struct {
	since              phy.Time // the end of the warm-up; earlier time is left out
	start              phy.Time
	sent               []interval // the attempts of this period that met no collision
	collided           bool
	success, collision phy.Time
}

type interval struct{ start, end phy.Time }

func (s *timeShares) begin(now phy.Time) {
	s.start, s.sent, s.collided = now, s.sent[:0], false
}

// end adds an attempt that ends now. last reports whether no station is sending any more.
func (s *timeShares) end(start, end phy.Time, collided, last bool) {
	if collided {
		s.collided = true
	} else {
		s.sent = append(s.sent, interval{start, end})
	}
	if last {
		success, collision := s.shares(s.sent, end)
		s.success += success
		s.collision += collision
	}
}

// shares divides the period so far into the time in which attempts without a collision are sent and
// the rest.
func (s *timeShares) shares(sent []interval, end phy.Time) (success, collision phy.Time) {
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

// sofar returns the shares up to now. Transmissions that have not ended are counted by their
// present state.
func (n *Network) sofar() (success, collision phy.Time) {
	s := n.sums.shares
	if n.active == 0 {
		return s.success, s.collision
	}
	s.sent = slices.Clone(s.sent)
	for i := range n.stations {
		switch st := &n.stations[i]; {
		case st.state != sending:
		case st.tx.collided:
			s.collided = true
		default:
			s.sent = append(s.sent, interval{st.tx.start, n.now})
		}
	}
	success, collision = s.shares(s.sent, n.now)
	return s.success + success, s.collision + collision
}
