package bus

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// signal is one transmission: what a station sends, from the first bit of its preamble to the last
// bit of its frame or jam.
type signal struct {
	start    phy.Time
	end      phy.Time // planned, until ended is set
	detect   phy.Time // when its sender meets the first foreign carrier; Forever: it does not, as far as is known
	pos      phy.Time // the place of its sender
	queued   phy.Time // when the frame was queued
	frame    medium.Frame
	via      uint32 // the number of the signal that it met; with tied, one of several met at once
	group    uint32 // of attempts that detected each other: the signal that represents the group, or one nearer to it
	run      uint32 // the signals from this number to here are of one group
	previous uint32 // the number of the sender's signal before, if that is kept
	unbroken uint32 // the number of the first signal of a row at whose end this one is
	led      uint32 // how many numbers before this one a signal has that is heard nowhere later; or 0
	leader   uint32 // the number of the last one up to this one that none of the row leads
	tied     bool
	ended    bool
	again    bool // it began in the second pass of its instant
	// collided reports whether the sender has detected a collision, so that the rest of the signal
	// is jam.
	collided bool
	late     bool
	spoilt   bool // for a tap, by a signal that may no longer be kept
	judged   bool // whether it was delivered has been decided
	flawed   bool // by a bit error: damaged for all that hear it
	marked   bool // a tally found it on the cable
	attempt  uint8
	header   phy.Time // of a flawed one, what receivers take for it
	counted  counted
}

// counted is whether a group's collision is in the figures.
type counted uint8

const (
	uncounted counted = iota
	countedNow
	countedBefore // in the warm-up
)

// air holds the signals that can still matter, in order of start, in two generations. Every start
// of the new generation came, at its station's tap, at least the longest gap of any station after
// the end of the old generation there. The two are therefore a whole gap apart at every tap, since
// starts and ends travel at the same speed. To determine carrier one needs to look no further back
// than the old generation: no station defers because of anything earlier.
type air struct {
	signals  []signal
	first    uint32     // the number of signals[0]
	old      int        // the number of signals of the old generation
	oldEnds  envelope   // of the old generation
	ends     envelope   // of the ended signals of the new one
	stations int        // their number
	last     []uint32   // by station: the number of its last signal, if that is kept and its own
	past     []envelope // of the signals at the front that have ended: of each and all before it
	before   envelope   // of the signals that are no longer kept
	tryAt    int        // the number of kept signals from which on to try again to cut some off
	digestAt int        // the number of kept signals below which the taps are not digested
	joined   uint32     // the number of the last signal before which they cannot be cut off, among those tried
	lastLong lastLong
	linked   uint32 // unbroken is known of the signals before this number
	firsts   firsts
	onsets   []onsets
	active   int // number of signals that have not ended; all are of the new generation
}

// at returns the signal with a number.
func (a *air) at(number uint32) *signal { return &a.signals[number-a.first] }

// held reports whether the signal with a number is still kept.
func (a *air) held(number uint32) bool { return number-a.first < uint32(len(a.signals)) }

func (a *air) push(s signal) uint32 {
	x, number := a.begin(s.frame.Source)
	s.run, s.previous = number, x.previous
	*x = s
	return number
}

// begin adds a signal of a station, and returns it with its number, to be filled in: to build it elsewhere
// and copy it takes longer.
func (a *air) begin(i int32) (s *signal, number uint32) {
	number = a.first + uint32(len(a.signals))
	if a.last == nil {
		a.last = make([]uint32, a.stations)
	}
	if len(a.signals) == cap(a.signals) {
		a.signals = append(a.signals, signal{})
	} else {
		a.signals = a.signals[:len(a.signals)+1]
	}
	s = &a.signals[len(a.signals)-1]
	*s = signal{detect: phy.Forever, group: number, run: number, previous: a.last[i]}
	a.last[i] = number
	return s, number
}

// lastOf returns the last signal of a station; nil if it is not kept.
func (a *air) lastOf(i int32) *signal {
	if a.last == nil || !a.held(a.last[i]) || a.at(a.last[i]).frame.Source != i {
		return nil
	}
	return a.at(a.last[i])
}

// beforeOf returns the signal of the same station before one; nil if it is not kept.
func (a *air) beforeOf(s *signal) *signal {
	if !a.held(s.previous) {
		return nil
	}
	if y := a.at(s.previous); y.frame.Source == s.frame.Source && y.start < s.start {
		return y
	}
	return nil
}

// settle brings past up to the first signal that has not ended.
func (a *air) settle() {
	for k := len(a.past); k < len(a.signals) && a.signals[k].ended; k++ {
		e := *a.pastOf(k - 1)
		e.add(&a.signals[k])
		a.past = append(a.past, e)
	}
}

// pastOf returns the envelope of the signal with an index, which has ended like all before, and of
// all before.
func (a *air) pastOf(k int) *envelope {
	if k < 0 {
		return &a.before
	}
	return &a.past[k]
}

// drop forgets the first n signals, which have ended.
func (a *air) drop(n int) {
	a.settle()
	a.before = *a.pastOf(n - 1)
	a.past = a.past[:copy(a.past, a.past[n:])]
	a.tryAt, a.digestAt = a.tryAt-n, a.digestAt-n
	a.signals = a.signals[:copy(a.signals, a.signals[n:])]
	a.first += uint32(n)
	a.joined, a.lastLong.seen = a.after(a.joined), a.after(a.lastLong.seen)
	a.lastLong.number, a.linked = a.after(a.lastLong.number), a.after(a.linked)
}

// after returns a number, or that of the first kept signal if it is later.
func (a *air) after(number uint32) uint32 {
	if int32(number-a.first) < 0 {
		return a.first
	}
	return number
}

// envelope bounds the last trailing edge of a set of ended signals at every place of the cable: the
// maximum over them of end + distance. At place x that is the larger of max(end - pos) + x and
// max(end + pos) - x. In a star it is the last end plus the delay, except at the sender of that
// signal, where there is no delay.
type envelope struct {
	right  phy.Time // max(end - pos), of edges that travel to the right
	left   phy.Time // max(end + pos), of edges that travel to the left
	last   phy.Time // max(end)
	sender int32    // of the signal that ends last
	others phy.Time // max(end) of other senders' signals
}

var noEnds = envelope{right: -phy.Forever, left: -phy.Forever, last: -phy.Forever, sender: -1, others: -phy.Forever}

func (e *envelope) add(s *signal) { e.join(s.end, s.pos, s.frame.Source) }

// join adds the end of a station's signal at its place.
func (e *envelope) join(end, pos phy.Time, sender int32) {
	e.right, e.left = max(e.right, end-pos), max(e.left, end+pos)
	switch {
	case end > e.last:
		if sender != e.sender {
			e.others = e.last
		}
		e.last, e.sender = end, sender
	case sender != e.sender:
		e.others = max(e.others, end)
	}
}

func (e *envelope) merge(f envelope) {
	e.right, e.left = max(e.right, f.right), max(e.left, f.left)
	if f.last > e.last {
		e.last, e.sender, e.others, f = f.last, f.sender, f.others, *e
	}
	// Now f is the one that ended first.
	if f.sender != e.sender {
		e.others = max(e.others, f.last)
	}
	e.others = max(e.others, f.others)
}

// everywhere returns the instant at which the last trailing edge has left the last tap.
func (e *envelope) everywhere(n *Network) phy.Time {
	if n.star {
		return e.last + n.span
	}
	return max(e.right+n.leftmost+n.span, e.left-n.leftmost)
}

// at returns the last trailing edge at a station's tap.
func (e *envelope) at(n *Network, i int32) phy.Time {
	switch {
	case !n.star:
		pos := n.stations[i].pos
		return max(e.right+pos, e.left-pos)
	case i == e.sender:
		return max(e.last, e.others+n.delay)
	}
	return e.last + n.delay
}
