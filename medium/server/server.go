package server

import (
	"errors"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// server is the state of a server and its clients.
type server struct {
	crowd.Crowd

	rule    Rule
	cancel  bool
	stops   []Stop
	clients []client

	service            // the requests in the server
	measured           // those, if there are measured times
	kept     []request // requests that came while it was stopped
	stopped  bool
	left     int // number of clients that have left requests in the stopped server, which will notice

	inside, peak int // number of requests in the server
	delay        phy.Time
	delays       []phy.Time // by number of requests in the server, computed so far

	windows []windows // by group
}

// client is the additional state of a client.
type client struct {
	thought        backoff.Rand
	served         backoff.Rand // chooses among measured times
	think, timeout phy.Time
	wait           phy.Time // its think time before its work
	serial         uint32   // number of its requests
	waiting        bool     // for the response to the last of them
	within         bool     // the last request is in the server, not kept for it
}

// request is a request until its response.
type request struct {
	came   phy.Time
	look   phy.Time // the next time at which the server looks at it
	takes  phy.Time // its measured time
	client int32
	serial uint32
	number uint32 // of the client's work
	try    uint8  // number of the attempt
}

// The phases of an instant.
const (
	halt    uint8 = iota // the server stops or continues
	giveUp               // Tag: the serial number of the request
	think                // the think time is over
	retry                // the wait is over
	looking              // Tag: the number of the alarm
)

// Happen implements [crowd.Resource].
func (n *server) Happen(e crowd.Entry) {
	i := e.Client()
	switch e.Phase() {
	case halt:
		if e.Tag%2 == 0 {
			n.stop()
		} else {
			n.goOn()
		}
	case giveUp:
		if k := &n.clients[i]; k.waiting && k.serial == uint32(e.Tag) {
			n.giveUp(i)
		}
	case think:
		n.Offer(i)
		n.Client(i).Waited(n.clients[i].wait)
		n.send(i)
	case retry:
		n.send(i)
	case looking:
		switch {
		case e.Tag != n.alarm || n.stopped:
		case n.times != nil:
			n.finish()
		default:
			n.look()
		}
	}
}

// ponder makes a client think, and then have work.
func (n *server) ponder(i int32) {
	k := &n.clients[i]
	wait := 0.0
	if d := n.Draws(); d != nil {
		u, ok := n.recorded(d, i, "the think time")
		if !ok {
			return
		}
		wait = -backoff.Log(1 - u)
	} else if k.think > 0 {
		wait = k.thought.Exponential()
	}
	k.wait = crowd.Times(wait, k.think)
	n.Due.Push(crowd.Entry{At: n.At(k.wait), Place: crowd.PlaceOf(think, i)})
}

// recorded returns the next recorded draw, from 0 up to 1, for something of a client's. If there are no more, the run has failed.
func (n *server) recorded(d backoff.Draws, i int32, what string) (u float64, ok bool) {
	u = d.Uniform(0, 1)
	if ok = u >= 0 && u < 1; !ok {
		n.Failed(errors.New(n.Name(int(i)) + ": there are no more draws for " + what))
	}
	return u, ok
}

// send sends a client's request.
func (n *server) send(i int32) {
	k := &n.clients[i]
	k.serial++
	k.waiting = true
	n.Attempt(i)
	n.Due.Push(crowd.Entry{At: n.At(k.timeout), Place: crowd.PlaceOf(giveUp, i), Tag: uint64(k.serial)})
	if n.cancel && n.held() > 2*len(n.clients)+leeway {
		n.sweep()
	}
	if n.held() >= mostRequests {
		n.Failed(errTooMany)
		return
	}
	q := request{came: n.Now(), client: i, serial: k.serial}
	q.number, q.try = n.Client(i).Trying()
	if n.times != nil && !n.draw(&q) {
		return
	}
	if n.stopped {
		k.within = false
		n.kept = append(n.kept, q)
		return
	}
	n.take(q)
}

// take puts a request into the server.
func (n *server) take(q request) {
	n.clients[q.client].within = true
	n.emit(medium.Request, &q, true)
	n.enter()
	if n.times != nil {
		n.begin(q)
	} else {
		n.add(q)
	}
}

// held returns the number of requests that are remembered.
func (n *server) held() int { return n.size + n.ends.Len() + len(n.kept) }

// giveUp processes a client's time-out.
func (n *server) giveUp(i int32) {
	k := &n.clients[i]
	k.waiting = false
	n.Emit(medium.Event{Kind: medium.Timeout, Station: i, Why: medium.TimedOut})
	n.End(i, false)
	n.Collisions++
	n.count(i, false)
	if n.cancel && k.within {
		n.leftBehind()
	}
	if wait, again := n.Fail(i); again {
		n.Due.Push(crowd.Entry{At: n.At(wait), Place: crowd.PlaceOf(retry, i)})
	} else {
		n.ponder(i)
	}
}

// answer processes the server's response to a request that has left the server. It may be too late.
func (n *server) answer(q *request) {
	i := q.client
	k := &n.clients[i]
	inTime := n.awaited(q)
	n.emit(medium.Response, q, inTime)
	if !inTime {
		return
	}
	k.waiting = false
	n.End(i, true)
	n.count(i, true)
	n.Succeed(i)
	n.ponder(i)
}

// awaited reports whether a request's client still waits for its response.
func (n *server) awaited(q *request) bool {
	k := &n.clients[q.client]
	return k.waiting && k.serial == q.serial
}

// emit shows an event of a request, whose piece of work may be done long since.
func (n *server) emit(kind medium.Kind, q *request, ok bool) {
	if n.Wants(kind) {
		f := medium.Frame{Source: q.client, Destination: medium.Broadcast, Number: q.number}
		n.Emit(medium.Event{Kind: kind, Station: q.client, Frame: f, Attempt: q.try, OK: ok})
	}
}

// sweep removes the requests whose clients have left. A server that notices would remove each only
// when it looks at it, which may be long after. A client waits for at most one request, so that at
// least half of the requests go.
func (n *server) sweep() {
	awaited := 0
	for i := range n.size {
		if q := *n.at(i); n.awaited(&q) {
			*n.at(awaited) = q
			awaited++
		}
	}
	n.size = awaited
	n.forget(n.awaited)
	n.kept = slices.DeleteFunc(n.kept, func(q request) bool { return !n.awaited(&q) })
}

// leeway is the number of requests beyond twice the number of clients that a server that notices
// holds before a sweep.
var leeway = 1024 // a variable for a test

// mostRequests limits the memory of a server that does not recover.
var mostRequests = 1 << 23 // a variable for a test

var errTooMany = errors.New("server: more than 8 million requests are in it, or kept for it, at once: it cannot recover")
