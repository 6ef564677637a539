package store

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// store is what happens at a store and to its clients.
type store struct {
	crowd.Crowd

	leg     Leg
	rows    []uint64 // how often each has been written
	clients []client
	sums    []sums // by group
}

// client is what a client keeps besides what all have.
type client struct {
	legs, thought backoff.Rand
	think         float64 // mean, in milliseconds
	read          uint64  // version of the row
	ok            bool    // its write was
	endless       bool
	works         uint64  // still to begin
	rest          float64 // of a picosecond: what its instant was rounded down by
}

// sums are a group's figures.
type sums struct {
	calls uint64
	last  phy.Time // its last client's answer so far
}

// The phases of an instant.
const (
	begin uint8 = iota
	writeResponse
	write
	readResponse
	read
)

// Happen implements [crowd.Resource].
func (n *store) Happen(e crowd.Entry) {
	i := e.Client()
	k := &n.clients[i]
	switch e.Phase() {
	case begin:
		k.works--
		n.Offer(i)
		n.send(i, read)
	case read:
		k.read = *n.row(i)
		n.Emit(medium.Event{Kind: medium.Read, Station: i})
		n.send(i, readResponse)
	case readResponse:
		n.Emit(medium.Event{Kind: medium.ReadResponse, Station: i})
		n.Attempt(i)
		n.send(i, write)
	case write:
		n.write(i)
		n.send(i, writeResponse)
	case writeResponse:
		n.Emit(medium.Event{Kind: medium.WriteResponse, Station: i, OK: k.ok})
		if k.ok {
			n.sumsOf(i).last = n.Now()
			n.Succeed(i)
			n.next(i)
			return
		}
		n.again(i)
	}
}

// write has the store write, if nobody has since the client read.
func (n *store) write(i int32) {
	k, row := &n.clients[i], n.row(i)
	if k.ok = *row == k.read; k.ok {
		*row++
	} else {
		n.Collisions++
	}
	n.sumsOf(i).calls++
	n.Emit(medium.Event{Kind: medium.Write, Station: i, OK: k.ok})
	n.End(i, k.ok)
}

// again has a client whose write was refused read again, or give up.
func (n *store) again(i int32) {
	leg := n.drawn(i, n.leg.draw(n.Draws(), &n.clients[i].legs))
	if _, again := n.Fail(i); again {
		n.after(i, float64(leg*float64(unit))+n.Client(i).Wait(), read)
	} else {
		n.next(i)
	}
}

// next brings a client its next change, if there is one.
func (n *store) next(i int32) {
	k := &n.clients[i]
	if k.works == 0 && !k.endless {
		return
	}
	think := 0.0
	if k.think > 0 {
		think = n.drawn(i, exponentialOf(k.think, n.Draws(), &k.thought))
	}
	n.after(i, float64(think*float64(unit)), begin)
}

// send sends a message, which arrives as what the phase says.
func (n *store) send(i int32, phase uint8) {
	leg := n.drawn(i, n.leg.draw(n.Draws(), &n.clients[i].legs))
	n.after(i, float64(leg*float64(unit)), phase)
}

// after has something happen to a client so many picoseconds after its last instant.
func (n *store) after(i int32, ps float64, phase uint8) {
	k := &n.clients[i]
	ps += k.rest
	whole := math.Floor(ps + 0.5)
	if !(whole < float64(phy.Forever)) {
		return // never
	}
	k.rest = ps - whole
	n.Due.Push(crowd.Entry{At: n.At(phy.Time(whole)), Place: crowd.PlaceOf(phase, i)})
}

// drawn returns a draw; one that is no number ends the run.
func (n *store) drawn(i int32, x float64) float64 {
	if math.IsNaN(x) {
		n.Undrawn(i)
	}
	return x
}

func (n *store) row(i int32) *uint64 {
	if len(n.rows) == 1 {
		return &n.rows[0]
	}
	return &n.rows[n.Client(i).Group()]
}

func (n *store) sumsOf(i int32) *sums { return &n.sums[n.Client(i).Group()] }

// Restart implements [crowd.Resource].
func (n *store) Restart() { clear(n.sums) }

// Measure implements [crowd.Resource].
func (n *store) Measure(r *medium.Result) {
	all := sums{}
	for i, s := range n.sums {
		r.Groups[i].Store = n.result(s)
		all.calls += s.calls
		all.last = max(all.last, s.last)
	}
	r.Medium.Store = n.result(all)
}

func (n *store) result(s sums) *medium.Store {
	return &medium.Store{Calls: s.calls, CompletionUs: max(0, s.last-n.Since()).Microseconds()}
}
