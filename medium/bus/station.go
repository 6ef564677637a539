package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// state is what a station is doing with the frame at the head of its queue.
type state uint8

const (
	empty   state = iota // nothing to send
	waiting              // to start as soon as it may
	backing              // off, or for a slot of a persistence
	sending
)

// station is the state of one station: a line of the cache.
type station struct {
	pos    phy.Time
	rules  *rules
	rng    backoff.Rand
	ready  phy.Time // when this attempt's wait began
	headAt phy.Time // when the frame reached the head of the queue

	tail   uint32 // the last frame's place among the network's, where there is one
	queued int32
	source int32  // the first of the network's sources that is this station's
	record uint32 // of its sums, + 1; 0: it has none yet

	state      state
	collisions uint8
	late       uint8
	fresh      bool // waits for a gap of its own after a backoff
	deferred   bool // the first attempt waited
	excessive  bool // an attempt waited for longer than maxDefer
	deferring  bool // this attempt's wait has been told
}

// rules are what stations that keep the same have in common.
type rules struct {
	mac.Params
	limit  int32          // frames in a queue
	most   int32          // slots; a wait of more is not longer: for ever
	table  *backoff.Table // the policy, where it is one; else nil
	policy backoff.Policy
}

// waitedUntil notes what the wait of an attempt that starts now means for the counters.
func (st *station) waitedUntil(now phy.Time) {
	waited := now - st.ready
	if waited > 0 && st.collisions == 0 {
		st.deferred = true
	}
	if waited > st.rules.MaxDefer {
		st.excessive = true
	}
}

// source is one station's part in a source of traffic.
type source struct {
	spec    *traffic.Source
	state   traffic.State
	arrival backoff.Rand
	size    backoff.Rand
	to      backoff.Rand
	at      phy.Time // of the last arrival of a generator
	atOnce  uint32   // its arrivals at that instant
}

// queuedFrame is a frame in some station's queue, or a free place.
type queuedFrame struct {
	frame  medium.Frame
	at     phy.Time
	next   uint32 // in the queue, the last one's being the first; or the next free place
	source int32  // of the station's sources; -1: injected
}

// queue is all stations' queued frames in one slab, so that memory follows what is
// queued and not the stations.
type queue struct {
	frames []queuedFrame
	free   uint32 // place + 1 of the first free one
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

// append puts a frame behind those of a station.
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
