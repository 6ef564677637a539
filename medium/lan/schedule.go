package lan

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Where domains may lag behind (see lag.go), a round runs few of them: often only those that bridges wait for. A schedule finds them,
// and what their runs change for others, without a look at each domain. So a round takes a time that grows as the number of bridges and the
// logarithm of the number of their ports. Limits mean what they do in [Network.limit].

// schedule is what is known of a network at a barrier.
type schedule struct {
	on      bool
	tried   phy.Time // when it was last decided whether there is one
	goal    phy.Time // that of the times in due
	rest    phy.Time // for how long a domain in which nothing happens is not run
	plans   []plan   // by bridge; then that of the domains without a port
	between []int32  // the domains with several ports
	parts   []scheduledPart
	ports   []scheduledPort
	looks   []int32 // domains that have run since their ports looked ahead
	changed []int32 // ports whose domains have, or from which a bridge has received a frame
	undue   []int32 // domains whose time in due must be worked out
	touched []int32 // plans in which what comes in by ports has changed
}

// plan is what is known of the domains at one bridge. Each time is by rank of the domain; it is Forever for one that does not matter.
type plan struct {
	parts   []int32 // by rank: the domain. They have the order of domains
	ports   []int32 // by rank: the port
	between []int32 // ranks of those with several ports
	touched bool    // it is in the list of this name
	reached least   // up to which the domain has been run
	any     least   // before which the port receives no frame but those that are certain
	news    least   // before which the port receives nothing that matters to what the bridge does with other frames
	waiting least   // when the port received the first frame that the bridge has not received yet
	due     least   // how far the limit of a domain with no other port must be for it to be run
}

// scheduledPart is what a schedule knows of a domain.
type scheduledPart struct {
	plan, rank int32    // that of its port; -1 for a domain with several
	port       int32    // -1 for a domain with none or several
	due        phy.Time // how far its limit must be for it to be run; Forever: another frame comes in before that
	undue      bool     // it is in the list of this name
}

// worthPlanning is how far a run goes at least for which a schedule is made: to make it costs a look at all domains.
const worthPlanning = 2 * piece

// A domain in which nothing happens is not run for a while. What others have reported meanwhile is kept until it has been: so it rests for
// longer and longer where they report little.
const (
	shortestRest = 20 * piece
	longestRest  = 400 * piece
	little       = 10_000 // reports of all domains
	burst        = 1_000  // reports of one domain
)

// adjustRest is called when what the domains have reported is settled.
func (n *Network) adjustRest() {
	s, reports := n.schedule(), 0
	for k := range n.parts {
		reports += n.parts[k].reports()
	}
	if reports <= little {
		s.rest = min(2*s.rest, longestRest)
	} else {
		s.rest = max(s.rest/2, shortestRest)
	}
}

// reports returns how much of what a domain has reported is kept.
func (p *part) reports() int { return len(p.fates) + len(p.events) }

// wake lets no domain rest for long, since one of them reports much.
func (n *Network) wake() {
	n.schedule().rest = shortestRest
	n.allDueAnew()
}

// fewestPorts is the number of ports of a bridge below which a look at all domains is faster, unless many ports have frames to send. It was chosen by measurement: see bench/README.md.
// Domains between bridges do not lag behind without a schedule, so that networks that have some always have one.
const fewestPorts = 28

// startSchedule makes the schedule of a run, if one helps.
func (n *Network) startSchedule(until phy.Time) {
	s := n.schedule()
	if s.on = false; !n.mayLag {
		return
	}
	if s.plans == nil {
		n.makePlans()
	}
	s.tried = n.now
	s.on = until-n.now >= worthPlanning && (len(s.between) > 0 || len(n.ports) >= fewestPorts || n.manyWait())
	if !s.on {
		n.mayLag = len(s.between) == 0
		return
	}
	for i := range s.plans {
		x := &s.plans[i]
		for _, l := range []*least{&x.reached, &x.any, &x.news, &x.waiting, &x.due} {
			l.init(len(x.parts))
		}
		x.touched = false
	}
	for i := range s.ports {
		s.ports[i].reset(&n.parts[n.ports[i].part])
	}
	s.goal, n.run, s.changed, s.undue, s.touched = -1, n.run[:0], s.changed[:0], s.undue[:0], s.touched[:0]
	for k := len(n.heard) - 1; k >= 0; k-- { // it came before what the domain has reported since
		h := &n.heard[k]
		p := &n.parts[h.part]
		p.heard = slices.Insert(p.heard, 0, *h)
	}
	n.heard = n.heard[:0]
	n.letWait()
	for k := range n.parts {
		s.parts[k].undue = false
		if n.parts[k].engine != nil {
			n.run = append(n.run, int32(k)) // as if all had just been run
		}
	}
}

// tryAgain makes a schedule after some time, if one helps by now.
func (n *Network) tryAgain(until phy.Time) {
	if s := n.schedule(); n.mayLag && !s.on && n.now-s.tried >= unsettled {
		n.startSchedule(until)
	}
}

// makePlans finds out which domains are at which bridge.
func (n *Network) makePlans() {
	s := n.schedule()
	s.plans, s.rest = make([]plan, len(n.bridges)+1), shortestRest
	s.parts, s.ports = make([]scheduledPart, len(n.parts)), make([]scheduledPort, len(n.ports))
	for k := range n.parts {
		p := &n.parts[k]
		if len(p.Ports) > 1 {
			s.between = append(s.between, int32(k))
		}
		for _, ref := range p.Ports {
			x, number := &s.plans[ref.Bridge], n.port(ref)
			rank := int32(len(x.parts))
			s.parts[k] = scheduledPart{plan: int32(ref.Bridge), rank: rank, port: number}
			s.ports[number] = scheduledPort{part: int32(k), plan: int32(ref.Bridge), rank: rank, latency: n.bridges[ref.Bridge].Latency}
			x.parts, x.ports = append(x.parts, int32(k)), append(x.ports, number)
			if len(p.Ports) > 1 {
				s.parts[k].plan, s.parts[k].port = -1, -1
				x.between = append(x.between, rank)
			}
		}
		if x := &s.plans[len(n.bridges)]; len(p.Ports) == 0 {
			s.parts[k] = scheduledPart{plan: int32(len(n.bridges)), rank: int32(len(x.parts)), port: -1}
			x.parts = append(x.parts, int32(k))
		}
	}
}

// endSchedule makes what all domains have heard that of the network.
func (n *Network) endSchedule() {
	if s := n.schedule(); s.on {
		s.on = false
		n.mayLag = len(s.between) == 0
		n.endWaiting()
		n.gather()
	}
}

// takeStock is takeStockOfAll for the domains that have just been run.
func (n *Network) takeStock() {
	s := n.schedule()
	for _, k := range n.run {
		p := &n.parts[k]
		if p.err != nil && n.err == nil {
			n.err = p.err
		}
		s.dueAnew(k)
		if p.reports() > burst && s.rest > shortestRest {
			n.wake()
		}
		for _, ref := range p.Ports {
			n.hear(n.port(ref))
		}
		if len(p.Ports) == 0 {
			p.moved = false
			s.plans[len(n.bridges)].reached.set(s.parts[k].rank, p.reached)
		}
	}
	n.now = phy.Forever
	for i := range s.plans {
		_, reached := s.plans[i].reached.first()
		n.now = min(n.now, reached)
		if i < len(n.bridges) {
			n.bridges[i].now = reached
			n.receiveWaiting(i)
		}
	}
	n.lookAgain()
	for i := range n.bridges {
		b := &n.bridges[i]
		n.receiveWaiting(i)
		n.age(b, b.now-1)
	}
	n.noteQueued()
	n.inject()
	if n.now >= n.goal {
		n.queueBehind()
	}
	for _, number := range s.changed {
		n.aim(number)
	}
	s.changed = s.changed[:0]
	n.spread()
}

// hear takes note that the domain of a port has been run, and passes the frames that are certain to the bridge.
func (n *Network) hear(number int32) {
	s, q := n.schedule(), &n.ports[number]
	b, p, x, rank := &n.bridges[q.bridge], &n.parts[q.part], &s.plans[q.bridge], s.ports[number].rank
	x.reached.set(rank, p.reached)
	x.news.set(rank, n.nextNews(q))
	p.heard = slices.DeleteFunc(p.heard, func(h heard) bool {
		if h.local != q.local || !n.certain(b, q, &h) {
			return false
		}
		n.receive(b, &h)
		return true
	})
	s.change(number)
	n.wait(number)
}

// lookAgain finds out what the ports of the domains that have been run may receive.
func (n *Network) lookAgain() {
	s := n.schedule()
	s.looks = s.looks[:0]
	for _, number := range s.changed {
		k := n.ports[number].part
		if p := &n.parts[k]; p.moved {
			s.looks, p.moved = append(s.looks, k), false
		}
	}
	slices.Sort(s.looks)
	n.crew.run(len(n.parts), s.looks, n.looking)
	for _, k := range s.looks {
		for _, ref := range n.parts[k].Ports {
			number := n.port(ref)
			s.plans[ref.Bridge].news.set(s.ports[number].rank, n.nextNews(&n.ports[number]))
		}
	}
}

// receiveWaiting passes the frames that are in turn to a bridge.
func (n *Network) receiveWaiting(bridge int) {
	s := n.schedule()
	b, x := &n.bridges[bridge], &s.plans[bridge]
	_, b.news = x.news.first()
	for {
		rank, at := x.waiting.first()
		if at == phy.Forever {
			return
		}
		number := x.ports[rank]
		p := &n.parts[x.parts[rank]]
		i := n.firstHeard(number)
		h := &p.heard[i]
		if at <= b.now {
			n.age(b, at)
		} else if !n.inTurn(b, h) {
			return
		}
		n.receive(b, h)
		p.heard = slices.Delete(p.heard, i, i+1)
		n.wait(number)
		s.change(number)
	}
}

// firstHeard returns the place, among what a domain has heard, of the first frame that waits at a port for its bridge, or -1.
func (n *Network) firstHeard(number int32) int {
	q := &n.ports[number]
	return slices.IndexFunc(n.parts[q.part].heard, func(h heard) bool { return h.local == q.local })
}

// wait notes the first frame from a port that its bridge has not received.
func (n *Network) wait(number int32) {
	q, at := &n.ports[number], phy.Forever
	if i := n.firstHeard(number); i >= 0 {
		at = n.parts[q.part].heard[i].at
	}
	n.schedule().plans[q.bridge].waiting.set(n.schedule().ports[number].rank, at)
}

// waits reports whether a frame waits for a bridge.
func (s *schedule) waits() bool {
	return slices.ContainsFunc(s.plans, func(x plan) bool {
		_, at := x.waiting.first()
		return at < phy.Forever
	})
}

// noteQueued notes which domains the copies concern that bridges have queued.
func (n *Network) noteQueued() {
	for k := range n.queued {
		number := n.queued[k].port
		part := n.ports[number].part
		n.schedule().dueAnew(part)
		for _, ref := range n.parts[part].Ports { // it may come out by these
			if other := n.port(ref); other != number {
				n.schedule().change(other)
			}
		}
	}
}

// change notes that the frames that a port receives for other domains have changed.
func (s *schedule) change(number int32) {
	if x := &s.ports[number]; !x.changed {
		x.changed = true
		s.changed = append(s.changed, number)
	}
}

// allDueAnew notes that it has changed when any domain is due.
func (n *Network) allDueAnew() {
	for k := range n.parts {
		if n.parts[k].engine != nil {
			n.schedule().dueAnew(int32(k))
		}
	}
}

// dueAnew notes that it has changed when a domain is due.
func (s *schedule) dueAnew(k int32) {
	if !s.parts[k].undue {
		s.parts[k].undue = true
		s.undue = append(s.undue, k)
	}
}
