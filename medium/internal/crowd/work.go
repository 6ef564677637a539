package crowd

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Work is a piece of work of a client, and how far it has come.
type Work struct {
	State backoff.State // of the policy; Attempt is the failures of the work so far

	number uint32   // from 1
	since  phy.Time // when it came
	began  phy.Time // when the attempt under way did
	works  bool     // there is one
	wait   float64  // the last that the policy said, in picoseconds
}

// Part takes the work that has just been offered to a client, which can then be offered
// the next: one client may stand for many, who do not differ but in their work. Its figures
// are those of all; how much of it is queued, whoever keeps the work has to say.
func (c *Crowd) Part(i int32) (w Work) {
	k := &c.clients[i]
	w = k.Work
	k.works = false
	return w
}

// Swap returns a client that stands for many one piece of their work to go on with; once
// more, it takes it back.
func (c *Crowd) Swap(i int32, w *Work) {
	k := &c.clients[i]
	k.Work, *w = *w, k.Work
}

// Stop ends the run after this instant. Within the warm-up that ends with it, and there are
// no figures.
func (c *Crowd) Stop() { c.done = true }
