package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// outlook is what a port of a bridge may receive, as far as its domain can tell. A domain knows the
// frames that it holds, and the next ones that most sources make. A bridge knows to which port most of
// them go. So it is mostly known which domain a frame goes to, and the others need not wait for it.
type outlook struct {
	certain []delivery // in order of time
	far     phy.Time   // from which it does not look at frames one by one
	any     phy.Time   // before which no other frame is received at the port
	news    phy.Time   // at most any; before which no frame is received at the port that teaches the bridge where its sender is
}

// delivery is a frame for another domain, and an instant before which the port does not receive it.
type delivery struct {
	port int32 // at which the bridge queues it
	at   phy.Time
}

// lookAll finds out what the ports of a domain may receive. Nothing changes meanwhile that another domain asks for.
func (n *Network) lookAll(_ int, k int32) {
	for _, ref := range n.parts[k].Ports {
		n.look(&n.ports[n.port(ref)])
	}
}

// look finds out what a port may receive.
func (n *Network) look(q *port) {
	p := &n.parts[q.part]
	q.certain, q.any, q.news = q.certain[:0], phy.Forever, phy.Forever
	q.far = max(p.reached, p.Next()) + farSight
	all := q.knowsAll(p.reached)
	coming := q.coming
	if all <= p.reached || n.config.grows() {
		coming = nil // any frame may be for all other domains; sources draw among more stations when one has joined
	}
	soonest, unknown := p.Ahead(int(q.local), q.known, coming)
	q.any = min(q.any, unknown)
	if soonest < phy.Forever {
		q.any = min(q.any, max(soonest, all))
	}
	q.news = min(q.news, q.any)
}

// farSight is how far ahead a port looks at the frames for other domains one by one, from when something happens in its domain: sources foretell several each, and
// domains are seldom run as far. Later frames may be for any domain. 10 and 50 ms take the same time.
const farSight = 25 * phy.Millisecond

// mostCertain is how many of the frames for other domains a port looks at one by one: the first ones. Later ones
// may be for any domain. Domains are seldom run as far.
const mostCertain = 32

// foresee takes note of a frame for a station that a port may receive at an instant or later.
func (n *Network) foresee(q *port, to int32, at phy.Time) {
	if at >= q.far {
		q.any = min(q.any, at)
		return
	}
	list := q.certain
	if len(list) == mostCertain && at >= list[mostCertain-1].at {
		q.any = min(q.any, at)
		return
	}
	out, until := n.whereabouts(&n.bridges[q.bridge], to)
	if at >= until {
		q.any = min(q.any, at)
		return
	}
	q.any = min(q.any, until) // the frame may come later than that
	if out == q {
		return
	}
	if len(list) == mostCertain {
		q.any = min(q.any, list[mostCertain-1].at)
		list = list[:mostCertain-1]
	}
	list = append(list, delivery{out.number, at})
	for k := len(list) - 1; k > 0 && list[k].at < list[k-1].at; k-- {
		list[k-1], list[k] = list[k], list[k-1]
	}
	q.certain = list
}

// whereabouts returns the port at which a bridge knows a station to be, and the instant until which it
// does for certain; 0 if it does not.
func (n *Network) whereabouts(b *bridge, station int32) (out *port, until phy.Time) {
	if station < 0 || int(station) >= len(n.places) || n.careful {
		return nil, 0
	}
	here := n.places[station]
	for _, ref := range n.parts[here.part].Ports {
		if &n.bridges[ref.Bridge] == b {
			q := &n.ports[n.port(ref)]
			return q, q.knownUntil(here.local)
		}
	}
	e, ok := b.table.entries[station]
	if !ok {
		return nil, 0
	}
	return &n.ports[b.first+e.port], e.at + b.Ageing
}

// knowsAll returns the instant until which the port's bridge knows all stations of its domain for
// certain, or an instant before now. What it returned before holds as long as it is later than now.
func (q *port) knowsAll(now phy.Time) phy.Time {
	if q.allUntil > now || q.missed < len(q.near) && q.near[q.missed] == 0 {
		return q.allUntil
	}
	q.allUntil = phy.Forever
	for k, at := range q.near {
		if q.seams.Port(int32(k)) {
			continue
		}
		q.allUntil = min(q.allUntil, q.knownUntil(int32(k)))
		if at == 0 {
			q.missed = k
			break
		}
	}
	return q.allUntil
}

// certain reports whether it is certain what a bridge does with a frame that a port has received,
// whatever other ports receive before it: the bridge knows the sender and the destination. What it
// does is seen by a domain whose copies wait in its inbox for other frames that come before: one with one port, or any if domains may lag behind.
func (n *Network) certain(b *bridge, q *port, h *heard) bool {
	if b.pausing != nil {
		return false
	}
	f := n.mapped(&n.parts[h.part], &h.frame)
	out, until := n.whereabouts(b, f.Destination)
	if h.at >= until || out == q || len(n.parts[out.part].Ports) > 1 && !(extended && n.mayLag) {
		return false
	}
	_, until = n.whereabouts(b, f.Source)
	return h.at < until && n.addressOf(&f) == f.Source
}

// setLimits determines up to which instant each domain can be run.
func (n *Network) setLimits(until phy.Time) {
	was := n.goal
	if n.now >= n.goal || n.goal > until {
		n.goal = min(until, n.soonest())
		if n.config.Until.Idle && n.warm || until >= phy.Forever {
			n.goal = min(n.goal, n.idles())
		}
	}
	if len(n.steps) > 0 {
		n.goal = min(n.goal, n.steps[0].at)
	}
	if n.goal > was {
		n.countLate()
	}
	if !extended || !n.schedule().on {
		n.limit(n.goal)
	}
}

// limit determines up to which instant each domain can be run, if none is to be run further than to a
// goal: before it, bridges queue nothing there but what is in its inbox.
func (n *Network) limit(goal phy.Time) {
	n.run = n.run[:0]
	for k := range n.parts {
		p := &n.parts[k]
		p.limit = goal
		if p.moved && p.engine != nil && len(p.Ports) > 0 {
			n.run = append(n.run, int32(k))
		}
		p.moved = false
	}
	n.crew.run(len(n.parts), n.run, n.looking)
	for k := range n.ports {
		q := &n.ports[k]
		n.horizons[k] = q.any
		latency := n.bridges[q.bridge].Latency
		for _, d := range q.certain {
			p := &n.parts[n.ports[d.port].part]
			p.limit = min(p.limit, d.at+latency)
		}
	}
	for k := range n.heard { // held until all domains of the bridge are as far
		h := &n.heard[k]
		p := &n.parts[h.part]
		number := p.portOf(h)
		q := &n.ports[number]
		b := &n.bridges[q.bridge]
		if out, until := n.whereabouts(b, n.everywhere(p, h.frame.Destination)); h.at >= until {
			n.horizons[number] = min(n.horizons[number], h.at)
		} else if out != q {
			d := &n.parts[out.part]
			d.limit = min(d.limit, h.at+b.Latency)
		}
	}
	for k := range n.bridges {
		n.limitPausing(&n.bridges[k])
	}
	// A frame that reaches a domain from one side can go on to the next: the limit of a domain is at
	// most that of its neighbour, and a frame later.
	for changed := true; changed; {
		changed = false
		for k := range n.bridges {
			changed = n.limitBy(&n.bridges[k]) || changed
		}
	}
	n.limitFallible()
}

// limitBy lowers the limits of the domains at a bridge to what can come through it. It reports
// whether a limit has changed that another bridge depends on.
func (n *Network) limitBy(b *bridge) (changed bool) {
	// The two earliest instants: the second is for the domain of the first.
	first, second, at := phy.Forever, phy.Forever, -1
	ports := n.ports[b.first:][:len(b.Ports)]
	for i := range ports {
		q := &ports[i]
		h := n.horizons[b.first+int32(i)]
		if p := &n.parts[q.part]; len(p.Ports) > 1 { // what comes through another port
			h = min(h, p.limit+q.shortest)
			if extended && len(p.inbox) > 0 { // from when it could lag behind
				h = min(h, p.enters(b.first+int32(i))+q.shortest)
			}
		}
		switch {
		case h < first:
			first, second, at = h, first, i
		case h < second:
			second = h
		}
	}
	for i := range ports {
		h := first
		if i == at {
			h = second
		}
		p := &n.parts[ports[i].part]
		if h += b.Latency; h < p.limit {
			p.limit = h
			changed = changed || len(p.Ports) > 1
		}
	}
	return changed
}

// runPart makes a worker run a domain to its limit, with the copies that come before it, and hand its ports what arrives at that
// very instant, unless the network may fail: see arriveUnlessFailed.
func (n *Network) runPart(worker int, k int32) {
	p := &n.parts[k]
	before := p.limit
	if extended && p.patient != nil {
		before = p.settled
	}
	if p.err = p.takeIn(before); p.err == nil {
		if extended && p.patient != nil {
			p.limit = max(p.limit, n.waitsUntil(p))
		}
		p.err = p.Run(p.limit)
	}
	if p.reached = p.Now(); len(p.Ports) > 0 && !n.mayFail {
		p.Arriving()
	}
	n.delays[worker].count(p.seams)
}

// askedBy returns the function that a domain calls for frames that it holds when a port looks ahead.
func (n *Network) askedBy(q *port) func(f *medium.Frame, at phy.Time) {
	return func(f *medium.Frame, at phy.Time) {
		if extended && n.mayLag && q.seams.Port(f.Source) {
			q.news = min(q.news, max(at, n.copyKnownUntil(q, f)))
		} else {
			q.news = min(q.news, max(at, q.knownUntil(f.Source)))
		}
		if d := f.Destination; d >= 0 && !q.seams.Port(d) { // for a station of the domain
			q.any = min(q.any, max(at, q.knownUntil(d)))
			return
		}
		n.foresee(q, n.everywhere(&n.parts[q.part], f.Destination), at)
	}
}
