package plca

import "github.com/csmacd/csmacd/phy"

// Status is the status state diagram of a node (Figure 148-7). The zero value is INACTIVE.
type Status struct {
	OK    bool // plca_status
	loose bool // HYSTERESIS: the node is out of step, and may come back
	timer timer
}

// step takes one transition, if there is one, and reports whether it did.
func (s *Status) step(n *Node, now phy.Time) bool {
	was := *s
	switch {
	case !n.On:
		*s = Status{}
	case n.Control.Active:
		*s = Status{OK: true}
	case s.OK && !s.loose:
		s.loose = true
		s.timer.start(now, StatusTimer)
	case s.OK && s.timer.done(now):
		*s = Status{}
	}
	if s.OK != was.OK {
		n.Counts.StatusChanges++
		n.Notes.Status = true
	}
	return *s != was
}
