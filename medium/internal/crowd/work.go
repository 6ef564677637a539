package crowd

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Work is a piece of work of a client, and its state.
type Work struct {
	State backoff.State // of the policy; Attempt is the number of failures of the work so far

	number uint32   // counts the client's work, from 1
	since  phy.Time // when it was offered
	began  phy.Time // when the current attempt began
	works  bool     // there is a piece of work
	wait   float64  // the policy's last delay, in picoseconds
}

// Part takes the work that has just been offered to a client, so that the client can be offered
// another piece. One client may thus stand for many that differ only in their work. Its figures are
// those of all. The caller counts how much of the work is queued.
func (c *Crowd) Part(i int32) (w Work) {
	k := &c.clients[i]
	w = k.Work
	k.works = false
	return w
}

// Swap switches a client that stands for many to one piece of their work to continue with. A second call
// takes it back.
func (c *Crowd) Swap(i int32, w *Work) {
	k := &c.clients[i]
	k.Work, *w = *w, k.Work
}

// Stop ends the run after this instant. During the warm-up it ends the warm-up too, and there are
// no figures.
func (c *Crowd) Stop() { c.done = true }
