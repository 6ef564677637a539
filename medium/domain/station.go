package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// state is the state of a station, with the frame at the head of its queue.
type state uint8

const (
	empty   state = iota // nothing to send
	waiting              // to start as soon as it may
	backing              // off, or waits for a slot of a persistence
	sending
)

// station is the state of one station.
type station struct {
	rules   *rules
	rng     backoff.Rand
	pos     phy.Time // the place on its cable, or the delay of its link to a repeater
	channel int32
	port    int32 // at the other end of its link to a repeater; -1: none
	class   int32 // among the listeners of its channel

	ready  phy.Time // when the wait of this attempt began; of a station that backs off, when it will
	headAt phy.Time // when the frame reached the head of the queue

	tail   uint32 // index of its last frame in the network's queue, if it has one
	queued int32
	source int32 // index of its first source in the network's sources

	state      state
	collisions uint8
	late       uint8
	fresh      bool // it waits for a gap of its own after a backoff
	deferred   bool // the first attempt was deferred
	excessive  bool // an attempt waited for longer than MaxDefer
	deferring  bool // the Defer event of this attempt has been emitted
	full       bool // its end of the link is full duplex
	obeys      bool // PAUSE frames

	paused  phy.Time // the end of the pause
	turn    uint32   // counts what makes planned starts and ends void
	tx      transmission
	fault   *faults // nil: it never had one
	star    bool    // on a star: pos is the delay from any other station
	segment int32
	tap     tap
	awaits  awaited // while it waits for signals to end
	muted   uint64  // the last signal that it does not count because it was sending itself

	sums tally.Station
	name tally.Name
}

// transmission is the current or last transmission of a station.
type transmission struct {
	start, end phy.Time // the end is planned, until ended is set
	signal     uint32
	group      uint32
	ended      bool
	again      bool // it began in the second pass of its instant
	collided   bool
	late       bool
	made       bool // there was one
	hushed     bool // nobody hears it, or the rest of it
	hushedAt   phy.Time
	judged     phy.Time // up to which its carrier has been judged
	missed     bool     // carrier was missing at some time before
	seen       bool     // there was carrier before
	lost       bool     // carrier was missing: a CarrierSenseError, if this is the last attempt of the frame
}

// heardUntil returns the instant up to which the last transmission of a station is at its own tap, so
// that it receives nothing. One that a fault keeps off the medium is not.
func (st *station) heardUntil() phy.Time {
	switch tx := &st.tx; {
	case tx.hushed && tx.hushedAt == tx.start:
		return -1
	case tx.hushed:
		return tx.hushedAt
	case tx.ended:
		return tx.end
	}
	return phy.Forever
}

// rules are what stations with equal rules share.
type rules struct {
	mac.Params
	limit  int32          // capacity of the queue in frames
	most   int32          // slots; a longer wait is treated as endless
	table  *backoff.Table // the policy, if it is a table; otherwise nil
	policy backoff.Policy
}

// waitedUntil records the wait of an attempt that starts now for the counters.
func (st *station) waitedUntil(now phy.Time) {
	waited := now - st.ready
	if waited > 0 && st.collisions == 0 {
		st.deferred = true
	}
	if waited > st.rules.MaxDefer {
		st.excessive = true
	}
}

// queuedFrame is a frame in a station's queue, or a free place.
type queuedFrame struct {
	frame  medium.Frame
	at     phy.Time
	next   uint32 // the next frame in the queue; of the last frame the first; of a free place the next free one
	source int32  // index among the network's sources; -1: injected
}

// queue holds the queued frames of all stations in one slice, so that memory depends on the number
// of frames and not of stations.
type queue struct {
	frames []queuedFrame
	free   uint32 // index + 1 of the first free place
}

func (q *queue) add(f queuedFrame) uint32 {
	if q.free > 0 {
		i := q.free - 1
		q.free = q.frames[i].next
		q.frames[i] = f
		return i
	}
	q.frames = append(q.frames, f)
	return uint32(len(q.frames) - 1)
}

// head returns the frame at the head of a station's queue.
func (q *queue) head(st *station) *queuedFrame { return &q.frames[q.frames[st.tail].next] }

// append adds a frame at the end of a station's queue.
func (q *queue) append(st *station, place uint32) {
	q.prepend(st, place)
	st.tail = place
}

// prepend adds a frame at the head of a station's queue.
func (q *queue) prepend(st *station, place uint32) {
	f := &q.frames[place]
	f.next = place
	if st.queued > 0 {
		last := &q.frames[st.tail]
		f.next, last.next = last.next, place
	} else {
		st.tail = place
	}
	st.queued++
}

// insert adds a frame to a station's queue, behind the one at its head and those of a kind that follow
// it.
func (q *queue) insert(st *station, place uint32, kind func(*medium.Frame) bool) {
	before := q.frames[st.tail].next
	for before != st.tail && kind(&q.frames[q.frames[before].next].frame) {
		before = q.frames[before].next
	}
	if before == st.tail {
		q.append(st, place)
		return
	}
	q.frames[place].next, q.frames[before].next = q.frames[before].next, place
	st.queued++
}

// remove frees the place of the frame at the head of a station's queue.
func (q *queue) remove(st *station) {
	last := &q.frames[st.tail]
	place := last.next
	last.next = q.frames[place].next
	st.queued--
	q.release(place)
}

func (q *queue) release(place uint32) {
	q.frames[place].next = q.free
	q.free = place + 1
}
