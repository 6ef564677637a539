package scene

import "github.com/csmacd/csmacd/phy"

// Choice is a window that is worth a look, and what it shows.
type Choice struct {
	From, To phy.Time
	What     string
}

// Whole is what a Choice shows that goes from the first transmission to the end.
const Whole = "all of the run"

// shortRun is the length in bit times, ten slots, up to which a run is shown as a whole.
const shortRun = 5120

// Choose returns a window to look at first. For a short run that is over it is the whole run. Else it goes
// from the first transmission to the first frame that gets through after a collision. ok is false while
// more of the run is needed for a choice. If last is true, the run is over or there is nothing more to wait
// for, and ok is always true.
func (s *Scene) Choose(last bool) (c Choice, ok bool) {
	if s.sections != nil {
		if c, ok := s.choosePath(last); ok || !last {
			return c, ok
		}
	}
	end := phy.Time(0)
	for k := range s.sent {
		end = max(end, min(s.sent[k].end(), s.until)+s.span)
	}
	margin := 32 * s.bit
	switch {
	case len(s.sent) == 0:
		return Choice{0, max(s.until, s.bit), "nothing was sent: all of the run"}, last
	case last && end-s.sent[0].Start <= shortRun*s.bit:
		return Choice{max(0, s.sent[0].Start-margin), end + s.gap + margin, Whole}, true
	}
	from, first := max(0, s.sent[0].Start-margin), "the beginning"
	if k := s.firstUsed(); k >= 0 {
		from, first = max(0, s.sent[k].Start-margin), "from the BEACON before the first frame"
	} else if s.turns && !last {
		return Choice{}, false
	}
	if !last && s.until-from <= shortRun*s.bit {
		return Choice{}, false // the run may be a short one
	}
	collided := false
	for k := range s.sent {
		t := &s.sent[k]
		collided = collided || t.Collision != None
		if !collided || t.Collision != None || s.stations[t.Station].repeater {
			continue
		}
		if t.Outcome == UnderWay {
			break // it may still collide
		}
		to := min(end, t.End+s.span+s.gap, t.Start+s.span+shortRun/10*s.bit) + margin
		return Choice{from, to, "from the first transmission to the first that gets through after a collision"}, true
	}
	if !last {
		return Choice{}, false
	}
	what := first + ", up to ten slots: there is no collision"
	if collided {
		what = first + ", up to ten slots: no frame gets through after the first collision"
	}
	return Choice{from, min(end+margin, from+shortRun*s.bit), what}, true
}

// firstUsed returns the number of the BEACON before the first frame of a bus whose nodes take turns, or -1.
func (s *Scene) firstUsed() int {
	beacon := -1
	for k := range s.sent {
		switch s.sent[k].Signal {
		case Beacon:
			beacon = k
		case Preamble: // a frame
			return beacon
		}
	}
	return -1
}
