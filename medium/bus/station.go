package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
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

// station is the state of one station. Its size is one cache line.
type station struct {
	pos    phy.Time
	rules  *rules
	rng    backoff.Rand
	ready  phy.Time // when the wait of this attempt began, or the end of its backoff
	headAt phy.Time // when the frame reached the head of the queue

	tail    uint32 // index of its last frame in the network's queue, if it has one
	queued  int32
	traffic uint32 // index of its traffic in the network's
	record  uint32 // index of its sums, + 1; 0: it has none yet

	state      state
	collisions uint8
	late       uint8
	fresh      bool // it waits for a gap of its own after a backoff
	deferred   bool // the first attempt was deferred
	excessive  bool // an attempt waited for longer than MaxDefer
	deferring  bool // the Defer event of this attempt has been emitted
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
	some, first := waited > 0, st.collisions == 0
	both := some && first // without branches: neither can be foreseen
	st.deferred = st.deferred || both
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
	f := &q.frames[place]
	f.next = place
	if st.queued > 0 {
		last := &q.frames[st.tail]
		f.next, last.next = last.next, place
	}
	st.tail = place
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
