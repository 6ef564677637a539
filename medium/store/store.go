package store

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// store is the state of a store and its clients.
type store struct {
	crowd.Crowd

	leg     Leg
	rows    []uint64 // number of writes of each row
	clients []client
	sums    []sums // by group
}

// client is the additional state of a client.
type client struct {
	legs, thought backoff.Rand
	think         float64 // mean, in milliseconds
	read          uint64  // version of the row that it has read
	ok            bool    // its write succeeded
	endless       bool
	works         uint64  // number of changes still to begin
	rest          float64 // fraction of a picosecond by which its instant was rounded down
}

// sums are a group's figures.
type sums struct {
	calls uint64
	last  phy.Time // the last response to a client so far
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

// write writes a client's change, if no other client has written since it read.
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

// again makes a client whose write was refused read again, or give up.
func (n *store) again(i int32) {
	leg := n.drawn(i, n.leg.draw(n.Draws(), &n.clients[i].legs))
	if _, again := n.Fail(i); again {
		n.after(i, float64(leg*float64(unit))+n.Client(i).Wait(), read)
	} else {
		n.next(i)
	}
}

// next starts a client on its next change, if there is one.
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

// send sends a message. phase is what happens at its arrival.
func (n *store) send(i int32, phase uint8) {
	leg := n.drawn(i, n.leg.draw(n.Draws(), &n.clients[i].legs))
	n.after(i, float64(leg*float64(unit)), phase)
}

// after adds an entry for a client, ps picoseconds after the client's last instant.
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

// drawn returns a draw. A draw that is not a number ends the run.
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
