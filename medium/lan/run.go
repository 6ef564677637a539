package lan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Run processes everything that happens before the instant until, and nothing at or after it. It
// returns early if a condition of the configuration ends the run.
// An error of a domain ends the run; [medium.ErrInterrupted] is that of
// [Network.Interrupt].
//
// The domains run apart, each up to the earliest instant at which a bridge can queue a frame in it
// (see outlook). At these barriers bridges receive what ports have heard, in order of time.
func (n *Network) Run(until phy.Time) error {
	until = min(until, phy.Forever)
	if n.err != nil || n.done {
		return n.err
	}
	if until < n.now {
		return fmt.Errorf("lan: run until %v, but the network has been run until %v already", until, n.now)
	}
	n.foreseen = false
	from := n.now
	if !n.warm && n.config.Warmup <= until {
		if n.advance(from, n.config.Warmup); n.err != nil || n.done {
			return n.err
		}
		n.endWarmup()
	}
	n.advance(from, until)
	return n.err
}

func (n *Network) advance(from, until phy.Time) {
	count := min(n.workers, len(n.parts))
	for len(n.delays) < count {
		n.delays = append(n.delays, newDelays())
	}
	n.mayLag = n.lets()
	if extended {
		n.startSchedule(until)
	}
	n.crew.start(count - 1)
	defer n.crew.stop()
	for n.err == nil && !n.done {
		if extended {
			n.tryAgain(until)
		}
		n.barrier()
		if n.halted.Load() {
			n.err = medium.ErrInterrupted
			n.show()
		}
		if n.err != nil || n.done || n.over(from, until) {
			break
		}
		if n.now >= until {
			break
		}
		if n.makeSteps(); n.err != nil {
			break
		}
		n.setLimits(until)
		n.choose()
		n.crew.run(len(n.parts), n.run, n.running)
		n.arriveUnlessFailed()
	}
	if extended {
		n.endSchedule()
	}
	if n.err != nil {
		n.settleFailure()
	}
	if n.err == nil && !n.done && until >= phy.Forever && !n.multidrop {
		n.now = max(from, n.quiet())
	}
}

// barrier processes what the domains have reported, and sets now to the instant that all of them
// have reached.
func (n *Network) barrier() {
	was := n.now
	if extended && n.schedule().on {
		n.takeStock()
	} else {
		n.takeStockOfAll()
	}
	if n.mayLag && (n.now == was || !n.looked()) {
		return
	}
	n.show()
}

// takeStockOfAll processes what the domains have reported, and sets now to the instant that all of them have reached.
func (n *Network) takeStockOfAll() {
	now := phy.Forever
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil {
			continue
		}
		if p.err != nil && n.err == nil {
			n.err = p.err
		}
		now = min(now, p.reached)
	}
	if now < phy.Forever {
		n.now = now
	}
	n.gather()
	n.receiveAll()
	n.inject()
}

// show shows what has happened before now.
func (n *Network) show() {
	if extended && n.schedule().on {
		n.adjustRest()
	}
	n.settleAll()
	n.since = n.now
	for k := range n.bridges {
		n.lookAtQueues(&n.bridges[k])
	}
	n.showEvents()
	n.callHooks(n.now)
	if len(n.ledger.settled) > n.ledger.most {
		n.forget(n.now)
		n.ledger.most = max(64, 2*len(n.ledger.settled))
	}
}

// gather puts what ports have heard in order.
func (n *Network) gather() {
	for k := range n.parts {
		if p := &n.parts[k]; len(p.heard) > 0 {
			n.heard = append(n.heard, p.heard...)
			p.heard = p.heard[:0]
		}
	}
	slices.SortStableFunc(n.heard, func(a, b heard) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.part, b.part), cmp.Compare(a.local, b.local))
	})
}

// receiveAll passes frames to bridges in order of time, then of domains. A frame that came later than
// the instant that all domains of a bridge have reached is held until they have, unless nothing that
// comes before it can matter to it, or nothing comes before it that can matter.
func (n *Network) receiveAll() {
	for k := range n.bridges {
		b := &n.bridges[k]
		b.now, b.news = phy.Forever, phy.Forever
		for i := range b.Ports {
			q := &n.ports[b.first+int32(i)]
			b.now = min(b.now, n.parts[q.part].reached)
			b.news = min(b.news, n.nextNews(q))
		}
	}
	kept := n.heard[:0]
	for k := range n.heard {
		h := &n.heard[k]
		q := &n.ports[n.parts[h.part].portOf(h)]
		switch b := &n.bridges[q.bridge]; {
		case h.at <= b.now:
			n.age(b, h.at)
			n.receive(b, h)
		case n.certain(b, q, h), n.inTurn(b, h):
			n.receive(b, h)
		default:
			kept = append(kept, *h)
		}
	}
	n.heard = kept
	for k := range n.bridges {
		b := &n.bridges[k]
		n.age(b, b.now-1)
	}
}

// settleAll takes note of the fates of frames before now: bridges have received by then what they are
// to receive of them.
func (n *Network) settleAll() {
	if n.mayLag {
		n.settleInAnyOrder()
		return
	}
	n.gatherFates()
	k := 0
	for k < len(n.fates) && n.fates[k].At < n.now {
		n.settle(&n.fates[k])
		k++
	}
	n.fates = slices.Delete(n.fates, 0, k)
}

// settleInAnyOrder does the same domain by domain, without bringing many fates in order. The figures of a frame are
// the same in any order: where addresses do not move, one copy at most reaches its destination.
func (n *Network) settleInAnyOrder() {
	early := func(f fate) bool {
		if f.At >= n.now {
			return false
		}
		n.settle(&f)
		return true
	}
	n.fates = slices.DeleteFunc(n.fates, early) // from before the network could lag
	for k := range n.parts {
		if p := &n.parts[k]; len(p.fates) > 0 {
			p.fates = slices.DeleteFunc(p.fates, func(t medium.Transit) bool { return early(fate{t, int32(k)}) })
		}
	}
}

// gatherFates puts the fates that the domains have reported in order.
func (n *Network) gatherFates() {
	for k := range n.parts {
		p := &n.parts[k]
		for _, t := range p.fates {
			n.fates = append(n.fates, fate{t, int32(k)})
			if from := p.seams.Stations[t.Frame.Source]; from < 0 && t.Frame.Destination != p.pause {
				n.queueChanges(-1-from, max(t.At, t.Settled), -1)
			}
		}
		p.fates = p.fates[:0]
	}
	slices.SortStableFunc(n.fates, func(a, b fate) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.part, b.part))
	})
}

// endWarmup resets the figures.
func (n *Network) endWarmup() {
	n.catchUp()
	n.warm = true
	for k := range n.delays {
		n.delays[k].reset()
	}
	n.ledger.sums = sums{}
	clear(n.ledger.figures)
}

// over reports whether a condition ends the run now.
func (n *Network) over(from, until phy.Time) bool {
	u := &n.config.Until
	if !n.warm {
		return false
	}
	if n.now >= n.goal && (u.FramesSent > 0 || u.FramesDelivered > 0 || u.Collisions > 0) {
		if t := n.Tally(); u.Reached(t.FramesSent, t.FramesDelivered, t.Collisions) {
			n.done = true
			n.now--
			return true
		}
	}
	if n.multidrop && (u.Idle || until >= phy.Forever) && n.now >= n.goal && n.Idle() {
		if n.done = u.Idle; n.done {
			n.now = max(from, n.now-1)
		}
		return true
	}
	if u.Idle && n.Idle() && !n.multidrop {
		if quiet := n.quiet(); quiet < until && n.Next() > quiet {
			n.now = quiet + 1 // all of this has happened, though not every domain has been run as far
			n.settleAll()
			n.showEvents()
			n.callHooks(n.now)
			if n.goal <= quiet {
				n.countLate()
			}
			n.now, n.done = max(from, quiet), true
			for k := range n.parts {
				if p := &n.parts[k]; p.engine != nil {
					p.seams.End = n.now
				}
			}
			return true
		}
	}
	return false
}

// quiet returns the instant at which the last edge so far has left the last tap of all domains.
func (n *Network) quiet() phy.Time {
	var quiet phy.Time
	for k := range n.parts {
		if e := n.parts[k].engine; e != nil {
			quiet = max(quiet, e.Quiet())
		}
	}
	return quiet
}

// Inject queues a frame at a station at an instant that has not been run yet, as
// [github.com/csmacd/csmacd/medium/bus.Network.Inject] does. Its errors wrap [medium.ErrNoStation],
// [medium.ErrRefused] or [medium.ErrOver]; after a failed run the error is that of the run.
func (n *Network) Inject(station int, at phy.Time, f medium.Frame) error {
	if station < 0 || station >= n.Len() {
		return medium.NoStationError("lan", "there is no station %d", station)
	}
	if at < n.now {
		return refused("a frame at %v, but the network has been run until %v", at, n.now)
	}
	if int(f.Destination) >= n.Len() {
		return refused("a frame for station %d, but stations are numbered from 0 to %d", f.Destination, n.Len()-1)
	}
	if n.err != nil {
		return n.err
	}
	if n.done {
		return fmt.Errorf("lan: %w", medium.ErrOver)
	}
	n.foreseen = false
	if extended {
		n.endSchedule() // a hook may have called
	}
	at2 := n.places[station]
	f.Destination = n.here(at2.part, f.Destination)
	return n.parts[at2.part].Inject(int(at2.local), at, f)
}
