package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// node is the state of one station: its MAC, the sublayer of PLCA, its PHY, and its tap.
type node struct {
	station
	latency Latency
	phase   phy.Time // of the clock of the MII
	pos     phy.Time
	reach   []group // the taps, by their distance

	had    bool // it has PLCA, or had it
	params plca.Params
	sub    plca.Node
	loss   backoff.Rand // of beacons

	txen  bool     // the MAC sends, as the clock samples it
	cmd   plca.Cmd // tx_cmd_sync
	stirs bool     // the machines are to be looked at in this round
	asks  bool     // the MAC is to be looked at in this instant

	physical        uint64   // attempts that collided on the line
	unexpected      uint64   // beacons of others, at a coordinator
	okTime, okSince phy.Time // with plca_status OK: in sum, and since when

	went  queuedFrame // the frame of the last attempt that is over
	early uint32      // the frame that was passed to the hook before its instant was processed

	quick quickNode

	deaf, mute, blind bool // faults: it hears nobody, nobody hears it, it sees no collision

	off   bool     // it has no power
	gone  bool     // it was removed; then it has no power, either
	meant bool     // PLCA is on, if it has power
	onAt  phy.Time // since when it has power

	out out
	tap tap
}

// group is a number of taps at one distance from a node.
type group struct {
	delay phy.Time
	taps  []int32
}

// state is the state of a MAC, with the frame at the head of its queue.
type state uint8

const (
	empty   state = iota // nothing to send
	waiting              // to start as soon as it may
	backing              // off
	sending
)

// station is the MAC of a node: its queue, and the processes of clause 4.
type station struct {
	rules  *rules
	rng    backoff.Rand
	memory backoff.State
	queue  queue
	source int32 // index of its first source

	ready  phy.Time // when the wait of this attempt began
	headAt phy.Time // when the frame reached the head of the queue

	state      state
	collisions uint8
	late       uint8
	deferred   bool // the first attempt was deferred
	excessive  bool // an attempt waited for longer than MaxDefer
	deferring  bool // the Defer event of this attempt has been emitted

	turn uint32 // counts what makes planned starts and ends void
	tx   transmission

	// Deference: the last busy period, and the one that has begun.
	past    mac.Deference
	carrier bool // as the MAC is told
	busy    bool
	own     bool // it sent in it
	rise    phy.Time

	sums tally.Station
	name tally.Name
}

// transmission is the current or last attempt of a MAC.
type transmission struct {
	start, end phy.Time
	collided   bool
	late       bool
	seen, lost bool // carrier, as the MAC is told; and it went off again
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

// source is the state of one station in one source of traffic.
type source struct {
	sources.Source
	asleep bool // a closed loop whose node has no power
}

// queuedFrame is a frame in a station's queue.
type queuedFrame struct {
	frame  medium.Frame
	at     phy.Time
	source int32 // index among the network's sources; -1: injected
}

// queue holds the frames of a station in a ring.
type queue struct {
	ring  []queuedFrame
	first int
	count int
}

func (q *queue) head() *queuedFrame { return &q.ring[q.first] }

// next returns the place of the frame that comes next. It is not in the queue before add.
func (q *queue) next() *queuedFrame {
	if q.count == len(q.ring) {
		ring := make([]queuedFrame, max(4, 2*len(q.ring)))
		k := copy(ring, q.ring[q.first:])
		copy(ring[k:], q.ring[:q.first])
		q.ring, q.first = ring, 0
	}
	return &q.ring[(q.first+q.count)&(len(q.ring)-1)]
}

func (q *queue) add() { q.count++ }

func (q *queue) remove() {
	q.first = (q.first + 1) & (len(q.ring) - 1)
	q.count--
}
