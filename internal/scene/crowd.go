package scene

import (
	"sort"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Crowd is what has happened so far in a run of a medium other than a cable: an observer of its network, like [Scene].
// Its stations are the clients that contend, and its transmissions their attempts: a write to a store, a request to a
// server, a job at a queue, a frame on a channel without carrier sense. Places there are none.
//
// An attempt has the instants of a [Transmission]. Start is its beginning, and End when its client knows the outcome. Of a
// write, Header is when it reaches the store; of other attempts it is Start. Collision is when an attempt failed.
type Crowd struct {
	kind  string
	names medium.Stations
	all   []client

	tries   []Transmission // in order of their starts
	dropped int            // number of earlier ones that were forgotten
	open    map[work]int   // one more than the number of the attempt that is under way
	longest phy.Time       // of the attempts that have ended
	stops   []Stop
	until   phy.Time
}

// CrowdUnit is the unit of times in pictures of such media, in place of a bit time.
const CrowdUnit = phy.Millisecond

// client is what is kept of a client.
type client struct {
	holds    []Span // backoffs and waits, in order of their beginnings
	long     phy.Time
	waits    []Span // those that have not ended: one for each piece of work between its attempts
	arrivals []Arrival
}

// work is a client's piece of work; a client that stands for many has several at once.
type work struct {
	client int32
	number uint32
}

// Stop is a time in which a server or a queue did nothing.
type Stop struct {
	From  phy.Time `json:"from"`
	Until phy.Time `json:"until"`           // None: it has not ended
	Crash bool     `json:"crash,omitempty"` // it was a crash
}

// NewCrowd returns the scene of a network of the kind that its results name. It has not run yet. The caller attaches the scene
// and tells it how far the network has run ([Crowd.Advance]).
func NewCrowd(net medium.Network) *Crowd {
	return &Crowd{kind: net.Result().Medium.Kind, names: net, all: make([]client, net.Len()), open: map[work]int{}}
}

// Kind returns the kind of the medium, as scenarios name it.
func (c *Crowd) Kind() string { return c.kind }

// Interest implements [medium.Observer].
func (c *Crowd) Interest() medium.Interest { return medium.Interest{Kinds: medium.Senders} }

// Observe implements [medium.Observer].
func (c *Crowd) Observe(e *medium.Event) {
	switch e.Kind {
	case medium.Stop, medium.Crash:
		c.stops = append(c.stops, Stop{From: e.At, Until: None, Crash: e.Kind == medium.Crash})
	case medium.Continue, medium.Restart:
		if k := len(c.stops) - 1; k >= 0 {
			c.stops[k].Until = e.At
		}
	}
	if e.Station < 0 {
		return
	}
	w, who := work{e.Station, e.Frame.Number}, &c.all[e.Station]
	switch e.Kind {
	case medium.Queued:
		who.wait(Span{Kind: c.waits(), From: e.At, Until: None, Frame: e.Frame.Number, Attempt: 1})
		who.arrivals = append(who.arrivals, Arrival{At: e.At, Frame: e.Frame.Number, Octets: e.Frame.Size, To: medium.Broadcast, Queued: 1})
	case medium.TxStart:
		if h, ok := who.waited(e.Frame.Number); ok && h.From < e.At {
			h.Until, h.Attempt = e.At, e.Attempt
			who.hold(h)
		}
		c.tries = append(c.tries, Transmission{Station: e.Station, Frame: e.Frame.Number, Attempt: e.Attempt, Octets: e.Frame.Size, To: medium.Broadcast,
			Start: e.At, Header: e.At, Collision: None, Jam: None, End: None})
		c.open[w] = c.dropped + len(c.tries)
		if c.writes() {
			c.tries[len(c.tries)-1].Header = phy.Forever // not there yet
		}
	case medium.TxEnd:
		if t := c.under(w); t != nil {
			if t.Outcome = Sent; !e.OK {
				t.Outcome, t.Collision = Collided, e.At
			}
			if c.writes() {
				t.Header = e.At
			} else {
				c.end(w, t, e.At)
			}
		}
	case medium.WriteResponse:
		if t := c.under(w); t != nil {
			c.end(w, t, e.At)
		}
	case medium.Backoff:
		who.hold(Span{Kind: Backoff, From: e.At, Until: e.Until, Frame: e.Frame.Number, Attempt: e.Attempt, Slots: e.Slots, Range: e.Range})
		who.waited(e.Frame.Number) // of a client that looked, and deferred
		who.wait(Span{Kind: c.waits(), From: e.Until, Until: None, Frame: e.Frame.Number, Attempt: e.Attempt + 1})
	case medium.Dropped:
		who.waited(e.Frame.Number)
		if t := c.last(e.Station); t != nil && t.Frame == e.Frame.Number && t.Outcome == Collided {
			t.Outcome = GivenUp
		}
	}
}

// writes reports whether attempts are writes, which take a time to the store and a time back.
func (c *Crowd) writes() bool { return c.kind == "store" }

// waits is what a client does between its wait and its attempt.
func (c *Crowd) waits() Doing {
	if c.writes() {
		return Reading
	}
	return Waiting
}

// hold adds what a client does for a while, in order.
func (k *client) hold(s Span) {
	k.holds = append(k.holds, s)
	for at := len(k.holds) - 1; at > 0 && k.holds[at-1].From > s.From; at-- {
		k.holds[at], k.holds[at-1] = k.holds[at-1], s
	}
	k.long = max(k.long, s.Until-s.From)
}

// wait adds a wait that has not ended, and waited removes and returns that of a piece of work.
func (k *client) wait(s Span) { k.waits = append(k.waits, s) }

func (k *client) waited(number uint32) (s Span, ok bool) {
	for at := range k.waits {
		if s = k.waits[at]; s.Frame == number {
			k.waits = append(k.waits[:at], k.waits[at+1:]...)
			return s, true
		}
	}
	return Span{}, false
}

// under returns the attempt of a piece of work that is under way, or nil.
func (c *Crowd) under(w work) *Transmission {
	if k := c.open[w] - 1 - c.dropped; k >= 0 {
		return &c.tries[k]
	}
	return nil
}

func (c *Crowd) end(w work, t *Transmission, at phy.Time) {
	t.End = at
	c.longest = max(c.longest, at-t.Start)
	delete(c.open, w)
}

// last returns the last attempt of a client among the latest, or nil.
func (c *Crowd) last(i int32) *Transmission {
	for k := len(c.tries) - 1; k >= max(0, len(c.tries)-4*len(c.all)); k-- {
		if c.tries[k].Station == i {
			return &c.tries[k]
		}
	}
	return nil
}

// Advance tells the scene up to which instant the network has run.
func (c *Crowd) Advance(until phy.Time) { c.until = max(c.until, until) }

// Until returns the instant before which everything is known.
func (c *Crowd) Until() phy.Time { return c.until }

// Names returns the names of the clients.
func (c *Crowd) Names() []string {
	names := make([]string, len(c.all))
	for i := range names {
		names[i] = c.names.Name(i)
	}
	return names
}

// Number returns the number in the network of a client of the scene: they are the same.
func (c *Crowd) Number(i int32) int32 { return i }

// Called returns the name of a destination: attempts have none.
func (c *Crowd) Called(int32) string { return "" }

// Tell returns the name of an event's kind. The page has the words for it.
func (c *Crowd) Tell(e *medium.Event) said.Sentence { return said.Sentence{Text: e.Kind.String()} }

// Forget drops what was over long before an instant.
func (c *Crowd) Forget(before phy.Time) {
	n := c.first(min(before, c.until) - 64*c.longest)
	if n < 4096 || n < len(c.tries)/2 {
		return
	}
	c.tries = c.tries[:copy(c.tries, c.tries[n:])]
	c.dropped += n
	for i := range c.all {
		k := &c.all[i]
		k.holds = rest(k.holds, func(h *Span) bool { return h.From >= before-k.long })
		k.arrivals = rest(k.arrivals, func(a *Arrival) bool { return a.At >= before })
	}
}

// first returns the index of the first attempt that may be under way at or after an instant.
func (c *Crowd) first(from phy.Time) int {
	back := c.longest
	for _, k := range c.open {
		if k -= c.dropped; k > 0 {
			back = max(back, c.until-c.tries[k-1].Start)
		}
	}
	return c.startedBy(from - back)
}

// startedBy returns the index of the first attempt that began at or after an instant.
func (c *Crowd) startedBy(at phy.Time) int {
	return sort.Search(len(c.tries), func(k int) bool { return c.tries[k].Start >= at })
}
