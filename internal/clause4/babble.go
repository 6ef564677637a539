package clause4

import "github.com/csmacd/csmacd/mac/backoff"

// babble is what a station does that sends now and then without deference: in each slot time, counted from the
// instant of the change, it begins with some probability to send garbage, unless it is sending.
type babble struct {
	stream *backoff.Rand
	rate   float64 // the probability that it does not, as in package backoff
	next   instant // when it is to begin next
	end    instant // when what it sends ends; never: it sends none
	fresh  bool    // it is to be drawn anew when all changes of this instant have been made
	holds  bool    // before this instant, what it sends would have been on the line, and it did not jabber
}

// babbleBits is the length of the garbage, after a header.
const babbleBits = 512

// babbles reports whether the station sends garbage.
func (s *station) babbles() bool { return s.babble.end != never }

// setBabble makes the station babble with another probability.
func (s *station) setBabble(p float64) {
	b := &s.babble
	rate := backoff.FailureRate(p)
	if rate == b.rate {
		return
	}
	if b.stream == nil {
		stream := backoff.NewRand(s.m.seed, s.name, "babble")
		b.stream = &stream
	}
	b.rate, b.next, b.fresh = rate, s.m.now, true
}

// drawBabble draws when the station begins next.
func (s *station) drawBabble() {
	b := &s.babble
	b.fresh = false
	slots := b.stream.Trials(b.rate)
	if b.rate == 0 || slots > int64((never-b.next)/s.n.slot) {
		b.next = never
		return
	}
	b.next += instant(slots) * s.n.slot
}

// babbleTimers begins or ends garbage that is due, and reports whether it has.
func (s *station) babbleTimers() (changed bool) {
	b := &s.babble
	if b.next == s.m.now {
		s.drawBabble()
		if b.holds && !s.transmitting && s.jab == silence {
			s.beginStray()
			b.end = s.m.now + instant(s.n.headerBits+babbleBits)*s.n.bit
			return true
		}
	}
	if b.end == s.m.now {
		s.endBabble()
		return true
	}
	return false
}

func (s *station) endBabble() { s.jab, s.babble.end = silence, never }
