package scene

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// choosePath returns a window of a path: from the transmissions that collide first until the first frame
// that gets through afterwards, or, without a collision, the first frame that crosses a device, until the
// last device of the path has passed it on. ok is as in [Scene.Choose].
func (s *Scene) choosePath(last bool) (c Choice, ok bool) {
	margin := 32 * s.bit
	first, what := -1, ""
	for k := range s.sent {
		if c := s.sent[k].Collision; c != None && c >= s.meets {
			first, what = k, "from the first collision to the first frame that gets through after it"
			break
		}
	}
	from := phy.Time(0)
	through := -1
	if first >= 0 {
		if from = s.sent[first].Start; first > 0 && s.sent[first-1].end() > from {
			from = s.sent[first-1].Start // whose signal it met, or followed
		}
		through = s.nextSent(s.sent[first].end())
		from = s.cameFrom(from)
	} else if s.meets > 0 && !last {
		return Choice{}, false
	} else {
		what = "the first frame that a device passes on: there is no collision"
		for ; s.looked < len(s.sent); s.looked++ {
			if c, ok := s.crossing(s.sent, s.looked); ok {
				through = c.In
				break
			}
		}
		if through < 0 {
			return Choice{}, false
		}
		from = s.sent[through].Start
	}
	if through < 0 {
		return Choice{}, false
	}
	// Bridges pass it on later: they get the time of a few of the longest frames.
	to := s.passed(through)
	if !last && s.until < to+s.patience() {
		return Choice{}, false
	}
	if !s.bridged() && first >= 0 {
		to = min(to, s.sent[through].Start+shortRun/10*s.bit) // the beginning of a long frame is enough
	}
	return Choice{max(0, from-margin), to + s.span + margin, what}, true
}

// bridged reports whether there is a bridge on the path.
func (s *Scene) bridged() bool {
	return slices.ContainsFunc(s.devices, func(d Device) bool { return d.Bridge })
}

// cameFrom returns where the frames began that bridges of the path send between an instant and the next
// longest frame: not long before it.
func (s *Scene) cameFrom(from phy.Time) phy.Time {
	begin := from
	if !s.bridged() {
		return begin
	}
	for k := s.startedBy(from); k < len(s.sent) && s.sent[k].Start < from+s.longest; k++ {
		t := &s.sent[k]
		for n := k - 1; n >= 0 && s.sent[n].Start > from-6*s.longest; n-- {
			if v := &s.sent[n]; v.Origin == t.Origin && v.Frame == t.Frame && v.Frame > 0 {
				begin = min(begin, v.Start)
			}
		}
	}
	return begin
}

// nextSent returns the index of the first transmission from an instant on that a station or bridge counts as
// sent; -1: there is none yet.
func (s *Scene) nextSent(after phy.Time) int {
	for k := s.startedBy(after); k < len(s.sent); k++ {
		if s.sent[k].Outcome == Sent {
			return k
		}
	}
	return -1
}

// passed returns the instant at which the last copy of a transmission's frame has left a device of the path.
func (s *Scene) passed(k int) phy.Time {
	t := &s.sent[k]
	to := t.end()
	for n := k + 1; n < len(s.sent); n++ {
		if v := &s.sent[n]; v.Origin == t.Origin && v.Frame == t.Frame && v.End != None {
			to = max(to, v.End)
		}
	}
	return to
}

// patience is how long a choice waits for bridges to pass a frame on.
func (s *Scene) patience() phy.Time {
	wait := s.span
	for _, d := range s.devices {
		if d.Bridge {
			wait += 3 * s.longest
		}
	}
	return wait
}

// ChooseFrom makes [Scene.Choose] look for the first collision at or after an instant, in place of the first
// frame that crosses a device.
func (s *Scene) ChooseFrom(at phy.Time) { s.meets = at }
