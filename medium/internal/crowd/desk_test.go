package crowd_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// desk is the simplest resource: one client is served, for a while, and a client that comes in that
// time fails after a look. It stands for the media in the tests of what they have in common.
type desk struct {
	crowd.Crowd
	serve, look, think phy.Time
	pause              []backoff.Rand // of each client, between two pieces of work
	taken              bool
	refused            uint64
	happened           []crowd.Entry // if keep is set
	keep               bool
}

// The phases of an instant: a client that has been served leaves before others come.
const (
	leaves uint8 = iota
	looked
	comes
)

func newDesk(o crowd.Options, think phy.Time, groups ...medium.Group) (*desk, error) {
	d := &desk{serve: phy.Millisecond, look: phy.Microsecond, think: think}
	if o.Kind == "" {
		o.Kind = "desk"
	}
	if o.Unit == 0 {
		o.Unit = phy.Millisecond
	}
	if err := d.Init(o, d, groups); err != nil {
		return nil, err
	}
	for i := range int32(d.Len()) {
		d.pause = append(d.pause, d.Stream(i, "arrival"))
		d.next(i, comes, d.rest(i))
	}
	return d, nil
}

func (d *desk) rest(i int32) phy.Time {
	if d.think == 0 || d.think == phy.Forever {
		return d.think
	}
	return crowd.Times(d.pause[i].Float64(), 2*d.think)
}

func (d *desk) next(i int32, phase uint8, after phy.Time) {
	d.Due.Push(crowd.Entry{At: d.At(after), Place: crowd.PlaceOf(phase, i)})
}

func (d *desk) Happen(e crowd.Entry) {
	if d.keep {
		d.happened = append(d.happened, e)
	}
	i := e.Client()
	switch e.Phase() {
	case leaves:
		d.taken = false
		d.Success += d.serve
		d.End(i, true)
		d.Succeed(i)
		d.next(i, comes, d.rest(i))
	case looked:
		d.End(i, false)
		d.refused++
		d.Collisions++
		wait, again := d.Fail(i)
		if !again {
			wait = d.rest(i)
		}
		d.next(i, comes, wait)
	case comes:
		if !d.Client(i).Working() {
			d.Offer(i)
		}
		d.Attempt(i)
		if d.taken {
			d.next(i, looked, d.look)
			return
		}
		d.taken = true
		d.next(i, leaves, d.serve)
	}
}

func (d *desk) Restart() { d.refused = 0 }

func (d *desk) Measure(r *medium.Result) { r.Medium.Submit = &medium.Submit{Refused: d.refused} }

// people returns a group of count clients.
func people(name string, count int, p backoff.Policy) medium.Group {
	g := medium.Group{Name: name, Policy: p}
	for i := range count {
		g.Names = append(g.Names, fmt.Sprintf("%s%d", name, i))
	}
	return g
}

// diary keeps the events that it wants.
type diary struct {
	want   medium.Interest
	events []medium.Event
}

func (d *diary) Interest() medium.Interest { return d.want }
func (d *diary) Observe(e *medium.Event)   { d.events = append(d.events, *e) }

func (d *diary) of(k medium.Kind) (n uint64) {
	for i := range d.events {
		if d.events[i].Kind == k {
			n++
		}
	}
	return n
}
