package server

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// stop is SIGSTOP: the server looks at nothing, and requests are kept for it.
func (n *server) stop() {
	n.Emit(medium.Event{Kind: medium.Stop, Station: medium.NoStation})
	n.accrue()
	n.stopped = true
	if n.asleep {
		n.order()
	}
}

// goOn is SIGCONT. First the server notices which clients have left, if Cancel is set. Then it
// takes in the requests that were kept for it. Then, at this same instant, it looks at every
// request whose time for a look has passed.
func (n *server) goOn() {
	n.Emit(medium.Event{Kind: medium.Continue, Station: medium.NoStation})
	n.accrue()
	n.stopped, n.rings = false, phy.Forever
	n.leave(n.left)
	n.left = 0
	for _, q := range n.kept {
		if !n.gone(&q) {
			n.take(q)
		}
	}
	n.kept = n.kept[:0]
	n.rearm()
	if n.size > 0 {
		n.catchUp()
		n.setAlarm(n.at(0).look)
	}
}

// catchUp moves the looks that were missed to now.
func (n *server) catchUp() {
	missed := n.kept[:0]
	for now := n.Now(); len(missed) < n.size && n.at(len(missed)).look <= now; {
		q := *n.at(len(missed))
		q.look = now
		missed = append(missed, q)
	}
	slices.SortStableFunc(missed, newestFirst)
	for i := range missed {
		*n.at(i) = missed[i]
	}
	n.kept = missed[:0] // reuse its memory
}

// leftBehind processes a request that its client has given up, in a server that notices.
func (n *server) leftBehind() {
	if n.stopped {
		n.left++
		return
	}
	n.leave(1)
	if n.asleep {
		n.rouse()
	}
	n.rearm()
}
