// Package noise draws the bit errors of a line.
//
// Time on a line is a sequence of slots of one bit time. Whether a slot is wrong does not depend on the
// sender: the bits of a transmission that begins at s are in the slots from s divided by the bit time on,
// one each. A stream of random numbers says how many slots it is until the next one that is wrong, so
// that errors cost time when they happen and not for each bit. Which slots are wrong does not depend on
// what is sent, on the caller, or on the order of calls.
package noise

import (
	"sort"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Line is the errors of one line, or of one direction of a link. Make one with [New].
type Line struct {
	bit phy.Time
	rng backoff.Rand

	errors   medium.Errors
	rates    [2]state // good, bad
	bad      bool
	turn     int64 // the first slot of the other state
	wrong    int64 // the next slot that is wrong, if the state lasts until then
	decided  int64 // slots before this one are decided
	settings []setting

	hits []int64 // the wrong slots, among the decided ones that may still be asked for
	last int64   // the last of them, or -1

	cleanFrom, cleanTo phy.Time // the bits of what is sent between are not wrong
}

type state struct{ errors, leave float64 } // rates

// setting is what the errors become.
type setting struct {
	slot   int64
	errors medium.Errors
}

// never is a slot that does not come.
const never = 1 << 62

// kept is the number of slots up to which queries may go back: more than the longest frame has.
const kept = 1 << 20

// The purposes of the streams of a segment.
const (
	Forth = "bit errors"      // of a cable or star, and of what the first end of a link sends
	Back  = "bit errors back" // of what the second end of a link sends
)

// New returns the line of a segment with a name, without errors. purpose is Forth or Back.
func New(seed uint64, segment, purpose string, bit phy.Time) *Line {
	return &Line{bit: bit, rng: backoff.NewRand(seed, segment, purpose), turn: never, wrong: never, last: -1}
}

// Set changes the errors from an instant on. It must not be called for an instant before that of an
// earlier call, or before a slot that has been asked for.
func (l *Line) Set(at phy.Time, e medium.Errors) {
	slot := int64((at + l.bit - 1) / l.bit)
	if k := len(l.settings); k > 0 && l.settings[k-1].slot == slot {
		l.settings = l.settings[:k-1] // what is restored at once has not been
	}
	before := l.errors
	if k := len(l.settings); k > 0 {
		before = l.settings[k-1].errors
	}
	if e != before {
		l.settings = append(l.settings, setting{slot, e})
	}
	l.decided = min(l.decided, slot)
	l.cleanTo = min(l.cleanTo, phy.Time(slot)*l.bit)
}

// Clean reports whether no bit of a transmission is wrong.
func (l *Line) Clean(start, end phy.Time) bool {
	if start >= l.cleanFrom && end <= l.cleanTo {
		return true
	}
	from, to := l.slots(start, end)
	if to > l.decided {
		l.decide(to)
		l.cleanFrom = phy.Time(l.last+1) * l.bit
		l.cleanTo = phy.Time(min(l.decided, int64(phy.Forever/l.bit))) * l.bit
	}
	return l.last < from || l.firstHit(from) >= to
}

// slots returns the slots of the bits of a transmission.
func (l *Line) slots(start, end phy.Time) (from, to int64) {
	from = int64(start / l.bit)
	return from, from + int64((end-start)/l.bit)
}

// firstHit returns the first wrong slot, from a slot on, that is known.
func (l *Line) firstHit(from int64) int64 {
	if k := l.search(from); k < len(l.hits) {
		return l.hits[k]
	}
	return never
}

func (l *Line) search(from int64) int {
	return sort.Search(len(l.hits), func(k int) bool { return l.hits[k] >= from })
}

// decide draws until all slots before to are decided.
func (l *Line) decide(to int64) {
	for l.decided < to {
		if len(l.hits) > 64 && l.hits[len(l.hits)/2] < l.decided-kept {
			l.hits = l.hits[:copy(l.hits, l.hits[len(l.hits)/2:])]
		}
		end := l.turn
		if len(l.settings) > 0 {
			end = min(end, l.settings[0].slot)
		}
		switch {
		case l.wrong < end && l.wrong < to:
			l.hits = append(l.hits, l.wrong)
			l.last, l.decided = l.wrong, l.wrong+1
			l.wrong += l.rng.Trials(l.rates[l.state()].errors)
		case end >= to:
			l.decided = min(l.wrong, end) // nothing happens before
		case len(l.settings) > 0 && end == l.settings[0].slot:
			l.begin(l.settings[0])
			l.settings = l.settings[:copy(l.settings, l.settings[1:])]
		default:
			l.enter(!l.bad, l.turn)
		}
	}
}

func (l *Line) state() int {
	if l.bad {
		return 1
	}
	return 0
}

// begin begins with other errors, in the good state.
func (l *Line) begin(s setting) {
	e := s.errors
	l.errors = e
	l.rates = [2]state{
		{backoff.FailureRate(e.Good), backoff.FailureRate(e.ToBad)},
		{backoff.FailureRate(e.Bad), backoff.FailureRate(e.ToGood)},
	}
	l.enter(false, s.slot)
}

// enter begins a state: the number of slots that it lasts is drawn, then that until the first error.
func (l *Line) enter(bad bool, slot int64) {
	l.bad = bad
	r := l.rates[l.state()]
	l.turn = min(slot+l.rng.Trials(r.leave), never)
	l.wrong = min(slot-1+l.rng.Trials(r.errors), never)
}

// Next returns the first slot, from a slot on, that may be wrong, as far as is known: those before it are not.
func (l *Line) Next(slot int64) int64 {
	if l.last >= slot {
		return l.firstHit(slot)
	}
	next := min(l.wrong, l.turn)
	if len(l.settings) > 0 {
		next = min(next, l.settings[0].slot)
	}
	return max(next, slot)
}
