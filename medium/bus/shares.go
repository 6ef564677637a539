package bus

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// timeShares measures how much of the time the medium carries successful transmissions, and
// how much collisions. A period of activity lasts while any station sends, each at its own
// tap; it is settled when the last stops.
type timeShares struct {
	since              phy.Time // what came before is left out
	start              phy.Time
	sent               []interval // of this period, by attempts that met no collision
	collided           bool
	success, collision phy.Time
}

type interval struct{ start, end phy.Time }

func (s *timeShares) begin(now phy.Time) {
	s.start, s.sent, s.collided = now, s.sent[:0], false
}

// end takes an attempt that ends now; last says that no station sends any more.
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

// shares parts the period, as far as it has come, into the time that attempts
// without a collision cover and the rest.
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

// sofar returns the shares up to now, with the transmissions under way as they stand.
func (n *Network) sofar() (success, collision phy.Time) {
	s := n.sums.shares
	if n.air.active == 0 {
		return s.success, s.collision
	}
	s.sent = slices.Clone(s.sent)
	for k := range n.air.signals {
		y := &n.air.signals[k]
		switch {
		case y.ended:
		case y.collided:
			s.collided = true
		default:
			s.sent = append(s.sent, interval{y.start, n.now})
		}
	}
	success, collision = s.shares(s.sent, n.now)
	return s.success + success, s.collision + collision
}
