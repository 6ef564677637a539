package server

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// stop is SIGSTOP: the server looks at nothing, and requests are kept for it.
func (n *server) stop() {
	n.Emit(medium.Event{Kind: medium.Stop, Station: medium.NoStation})
	n.stopped = true
	if n.asleep {
		n.order()
	}
}

// goOn is SIGCONT. The server first notices who has left, if it does; then it takes in what
// was kept for it; and when it next looks, in this same instant, that is at every
// request whose time to be looked at has passed.
func (n *server) goOn() {
	n.Emit(medium.Event{Kind: medium.Continue, Station: medium.NoStation})
	n.stopped = false
	n.leave(n.left)
	n.left = 0
	for _, q := range n.kept {
		if !n.gone(&q) {
			n.take(q)
		}
	}
	n.kept = n.kept[:0]
	if n.size > 0 {
		n.catchUp()
		n.setAlarm(n.at(0).look)
	}
}

// catchUp puts off until now what the server had no time to look at.
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
	n.kept = missed[:0] // its room
}

// leftBehind is what a server that notices does about a request that its client has
// given up.
func (n *server) leftBehind() {
	if n.stopped {
		n.left++
		return
	}
	n.leave(1)
	if n.asleep {
		n.rouse()
	}
}
