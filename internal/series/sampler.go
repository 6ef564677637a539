package series

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Sampler makes a series of a network: it reads the network's counts when an interval ends. The
// caller must not run the network past [Sampler.Until], and calls [Sampler.Sample] after each run.
// A Sampler observes no events, so that it does not slow the run. A nil Sampler samples nothing.
//
// An interval is passed on when everything about it is known: also the outcome of the frames that were on the
// medium when it ended.
type Sampler struct {
	net    medium.Network
	placer medium.Placer // nil: the network does not tell when frames were sent
	turns  turnTaker     // nil: no node takes turns
	width  phy.Time
	take   func(*Interval)

	began bool     // the warm-up is over
	from  phy.Time // of the current interval; before the first, the end of the warm-up
	last  medium.Tally
	open  []Interval // intervals that have ended and are not passed on yet
	spans []span     // of frames delivered in the current interval
}

// turnTaker is a network whose nodes can have PLCA.
type turnTaker interface {
	InStep() (nodes, ok int)
}

// span is the time during which the bits of a frame were sent.
type span struct{ from, until phy.Time }

// NewSampler returns a sampler that passes intervals of a network to take, in order, from the end of its warm-up on.
func NewSampler(net medium.Network, warmup, width phy.Time, take func(*Interval)) *Sampler {
	s := &Sampler{net: net, width: width, take: take, from: warmup}
	if p, ok := net.(medium.Placer); ok {
		s.placer = p
		p.EachPlaced(func(from, until phy.Time) {
			if s.began {
				s.spans = append(s.spans, span{from, until})
			}
		})
	}
	if t, ok := net.(turnTaker); ok {
		if nodes, _ := t.InStep(); nodes > 0 {
			s.turns = t
		}
	}
	if warmup == 0 {
		s.begin()
	}
	return s
}

// Turns reports whether nodes of the network take turns, so that intervals have InStep.
func (s *Sampler) Turns() bool { return s != nil && s.turns != nil }

func (s *Sampler) begin() { s.began, s.last = true, medium.TallyOf(s.net) }

// Until returns the instant up to which the network may be run before the next sample, at most t.
func (s *Sampler) Until(t phy.Time) phy.Time {
	switch {
	case s == nil:
		return t
	case !s.began:
		return min(t, s.from)
	}
	return min(t, s.from+s.width)
}

// Sample ends the current interval, if the network has reached its end.
func (s *Sampler) Sample() {
	switch {
	case s == nil:
	case s.began && s.net.Now() == s.from+s.width:
		s.interval(s.width)
		s.release(s.placed())
	case !s.began && s.net.Now() == s.from:
		s.begin()
	}
}

// Finish passes on the last intervals, at the end of the run.
func (s *Sampler) Finish() {
	if s == nil || !s.began {
		return
	}
	// A run that a condition ends stops after its last instant. If an interval begins at
	// that instant, what happened there is an interval without length.
	if s.net.Now() > s.from || medium.TallyOf(s.net) != s.last {
		s.interval(s.net.Now() - s.from)
	}
	s.release(phy.Forever)
}

func (s *Sampler) interval(length phy.Time) {
	now, last := medium.TallyOf(s.net), &s.last
	s.open = append(s.open, Interval{From: s.from, Length: length, Tally: medium.Tally{
		FramesOffered: now.FramesOffered - last.FramesOffered, FramesSent: now.FramesSent - last.FramesSent,
		FramesDelivered: now.FramesDelivered - last.FramesDelivered, FramesDropped: now.FramesDropped - last.FramesDropped,
		Attempts: now.Attempts - last.Attempts, Collisions: now.Collisions - last.Collisions,
		FramesQueued: now.FramesQueued, Carried: now.Carried - last.Carried,
	}})
	latest := &s.open[len(s.open)-1]
	if s.turns != nil {
		_, latest.InStep = s.turns.InStep()
	}
	for _, f := range s.spans {
		latest.Carried -= f.until - f.from
		s.share(f)
	}
	s.from, s.last, s.spans = s.from+length, now, s.spans[:0]
}

// share credits a frame to the intervals in which its bits were sent. Bits sent in the
// warm-up are in no interval.
func (s *Sampler) share(f span) {
	for k := len(s.open) - 1; k >= 0; k-- {
		i := &s.open[k]
		i.Carried += max(0, min(f.until, i.From+i.Length)-max(f.from, i.From))
		if i.From <= f.from {
			return
		}
	}
}

// placed returns the instant before which the carried bits of each interval are known.
func (s *Sampler) placed() phy.Time {
	if s.placer == nil {
		return phy.Forever
	}
	return s.placer.Placed()
}

// release passes on the intervals that end at or before an instant.
func (s *Sampler) release(placed phy.Time) {
	k := 0
	for ; k < len(s.open) && s.open[k].From+s.open[k].Length <= placed; k++ {
		s.take(&s.open[k])
	}
	s.open = s.open[:copy(s.open, s.open[k:])]
}
