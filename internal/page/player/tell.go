package player

import (
	"sort"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Len returns the number of events so far.
func (p *Player) Len() int { return len(p.events) }

// Event returns one of them.
func (p *Player) Event(k int) Event { return p.events[k] }

// Before returns the number of events before an instant, and Upto the number of events that are
// not after it.
func (p *Player) Before(at phy.Time) int {
	return sort.Search(len(p.events), func(k int) bool { return p.events[k].At >= at })
}

// Upto returns the number of events that are not after an instant.
func (p *Player) Upto(at phy.Time) int {
	return sort.Search(len(p.events), func(k int) bool { return p.events[k].At > at })
}

// FirstCollision returns the number of the first collision that a station detects, or -1 if
// there has been none.
func (p *Player) FirstCollision() int {
	for k := range p.events {
		if p.events[k].Kind == medium.Collision {
			return k
		}
	}
	return -1
}

// Drawn returns the number of a station's first backoff at an instant or after it, or -1 if
// there has been none.
func (p *Player) Drawn(station int32, at phy.Time) int {
	for k := p.Before(at); k < len(p.events); k++ {
		if e := &p.events[k]; e.Kind == medium.Backoff && e.Station == station {
			return k
		}
	}
	return -1
}

// Tell describes an event in a sentence.
func (p *Player) Tell(k int) said.Sentence {
	if k < 0 || k >= len(p.events) {
		return said.Sentence{}
	}
	if k < len(p.told) {
		return p.told[k]
	}
	if p.again == nil || k < p.again.first {
		p.again = newTeller(p)
	}
	p.again.end = p.Scene.Until()
	return p.again.tell(k)
}

// teller runs a scenario once more for the sentences that were not kept.
type teller struct {
	net   medium.Network
	watch *watch
	end   phy.Time        // the instant up to which there are events to describe
	seen  int             // events so far
	want  int             // the number of the first event to describe
	first int             // the number of the first sentence that is kept
	told  []said.Sentence // the latest sentences
}

// block is about the number of sentences that a teller keeps.
const block = 4096

func newTeller(p *Player) *teller {
	net, shown, err := p.stage()
	if err != nil {
		return &teller{} // it was built before, and has not changed
	}
	t := &teller{net: net}
	t.watch = &watch{picture: shown, see: t.see}
	t.watch.scene, _ = shown.(*scene.Scene)
	net.Observe(shown)
	net.Observe(t.watch)
	return t
}

func (t *teller) see(e *medium.Event, tell func() said.Sentence) {
	if t.seen >= t.want {
		t.told = append(t.told, tell())
	}
	t.seen++
}

func (t *teller) tell(k int) said.Sentence {
	if k >= t.first+len(t.told) && t.net != nil {
		// The sentences around this one are asked for next.
		t.want = max(k-block/2, t.seen)
		t.first, t.told = t.want, t.told[:0]
		for t.seen < t.first+block && !t.net.Done() && t.net.Now() < t.end {
			now := t.net.Now()
			if t.net.Run(now+4096*t.net.BitTime()) != nil {
				break
			}
			t.watch.ran(t.net.Now(), t.net.Done())
			t.watch.picture.Advance(t.net.Now())
			t.watch.picture.Forget(t.net.Now())
		}
	}
	if k -= t.first; k >= 0 && k < len(t.told) {
		return t.told[k]
	}
	return said.Sentence{}
}
