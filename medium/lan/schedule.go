package lan

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Where one bridge joins all domains, and they may lag behind (see lag.go), a round runs few of them: often only the one that is
// waited for. A schedule finds it, and what its run changes for the others, without a look at each of them. So a
// round takes a time that grows as the logarithm of their number. Limits mean what they do in [Network.limit].

// schedule is what is known of the domains of a bridge at a barrier. Each time is by domain; it is Forever for one without a port.
type schedule struct {
	on      bool
	goal    phy.Time // that of the times in due
	reached least    // up to which it has been run; those without a port, too
	any     least    // before which its port receives no frame but those that are certain
	news    least    // before which its port receives nothing that matters to what the bridge does with other frames
	next    least    // before which its port receives no frame
	waiting least    // when its port received the first frame that the bridge has not received yet
	due     least    // how far its limit must be for it to be run; Forever: another frame comes in before that
	domains []scheduled
	looks   []int32 // domains that have run since their ports looked ahead
	changed []int32 // those that have, or from which the bridge has received a frame
	undue   []int32 // those whose time in due must be worked out
}

// scheduled is what a schedule knows of one domain.
type scheduled struct {
	aims    aims    // for it
	most    int     // of them, before those that are void are dropped
	number  uint32  // counts how often its own aims for other domains have changed
	targets []int32 // those domains
	changed bool    // it is in the list of this name
	undue   bool    // and in that one
}

// aim is a frame that is certain to be for a domain, and does not come in before an instant.
type aim struct {
	at     phy.Time
	from   int32
	number uint32 // it is void if that of its domain is another one
}

// aims is a heap by time.
type aims []aim

// add adds an aim.
func (a *aims) add(x aim) {
	list := append(*a, x)
	k := len(list) - 1
	for k > 0 && list[(k-1)/2].at > x.at {
		list[k] = list[(k-1)/2]
		k = (k - 1) / 2
	}
	list[k] = x
	*a = list
}

// drop drops the first aim.
func (a *aims) drop() {
	last := len(*a) - 1
	x, list := (*a)[last], (*a)[:last]
	*a = list
	k := 0
	for child := 1; child < last; child = 2*k + 1 {
		if child+1 < last && list[child+1].at < list[child].at {
			child++
		}
		if list[child].at >= x.at {
			break
		}
		list[k], k = list[child], child
	}
	if last > 0 {
		list[k] = x
	}
}

// worthPlanning is how far a run goes at least for which a schedule is made: to make it costs a look at all domains.
const worthPlanning = 2 * piece

// rest is for how long a domain in which nothing happens is not run.
const rest = 20 * piece

// startSchedule makes the schedule of a run, if one helps.
func (n *Network) startSchedule(until phy.Time) {
	s := &n.schedule
	s.on = n.mayLag && len(n.bridges) == 1 && until-n.now >= worthPlanning
	if !s.on {
		return
	}
	for _, l := range []*least{&s.reached, &s.any, &s.news, &s.next, &s.waiting, &s.due} {
		l.init(len(n.parts))
	}
	if s.domains == nil {
		s.domains = make([]scheduled, len(n.parts))
	}
	s.goal, n.run, s.changed, s.undue = -1, n.run[:0], s.changed[:0], s.undue[:0]
	for k := len(n.heard) - 1; k >= 0; k-- { // it came before what the domain has reported since
		h := &n.heard[k]
		p := &n.parts[h.part]
		p.heard = slices.Insert(p.heard, 0, *h)
	}
	n.heard = n.heard[:0]
	for k := range n.parts {
		d := &s.domains[k]
		d.aims, d.targets, d.changed, d.undue = d.aims[:0], d.targets[:0], false, false
		if n.parts[k].engine != nil {
			n.run = append(n.run, int32(k)) // as if all had just been run
		}
	}
}

// endSchedule makes what all domains have heard that of the network.
func (n *Network) endSchedule() {
	if n.schedule.on {
		n.schedule.on = false
		n.gather()
	}
}

// takeStock is takeStockOfAll for the domains that have just been run.
func (n *Network) takeStock() {
	s, b := &n.schedule, &n.bridges[0]
	for _, k := range n.run {
		p := &n.parts[k]
		if p.err != nil && n.err == nil {
			n.err = p.err
		}
		s.reached.set(k, p.reached)
		s.dueAnew(k)
		if len(p.Ports) == 0 {
			p.moved = false
			continue
		}
		q := n.portOf(k)
		s.news.set(k, n.nextNews(q))
		p.heard = slices.DeleteFunc(p.heard, func(h heard) bool {
			if !n.certain(b, q, &h) {
				return false
			}
			n.receive(b, &h)
			return true
		})
		s.change(k)
		n.wait(k)
	}
	_, n.now = s.reached.first()
	b.now = n.now
	n.receiveWaiting(b)
	n.lookAgain()
	n.receiveWaiting(b)
	n.age(b, b.now-1)
	for k := range n.queued {
		s.dueAnew(n.ports[n.queued[k].port].part)
	}
	n.inject()
	for _, k := range s.changed {
		n.aim(k)
	}
	s.changed = s.changed[:0]
}

// lookAgain finds out what the ports of the domains that have been run may receive.
func (n *Network) lookAgain() {
	s := &n.schedule
	s.looks = s.looks[:0]
	for _, k := range s.changed {
		if p := &n.parts[k]; p.moved {
			s.looks, p.moved = append(s.looks, k), false
		}
	}
	slices.Sort(s.looks)
	n.crew.run(len(n.parts), s.looks, n.looking)
	for _, k := range s.looks {
		s.news.set(k, n.nextNews(n.portOf(k)))
	}
}

// portOf returns the port of a domain that has one.
func (n *Network) portOf(k int32) *port { return &n.ports[n.port(n.parts[k].Ports[0])] }

// receiveWaiting passes the frames that are in turn to the bridge.
func (n *Network) receiveWaiting(b *bridge) {
	s := &n.schedule
	_, b.news = s.news.first()
	for {
		k, at := s.waiting.first()
		if at == phy.Forever {
			return
		}
		p := &n.parts[k]
		h := &p.heard[0]
		if at <= b.now {
			n.age(b, at)
		} else if !n.inTurn(b, h) {
			return
		}
		n.receive(b, h)
		p.heard = slices.Delete(p.heard, 0, 1)
		n.wait(k)
		s.change(k)
	}
}

// wait notes the first frame from a domain that the bridge has not received.
func (n *Network) wait(k int32) {
	if p := &n.parts[k]; len(p.heard) > 0 {
		n.schedule.waiting.set(k, p.heard[0].at)
	} else {
		n.schedule.waiting.set(k, phy.Forever)
	}
}

// change notes that a domain's frames for others have changed.
func (s *schedule) change(k int32) {
	if !s.domains[k].changed {
		s.domains[k].changed = true
		s.changed = append(s.changed, k)
	}
}

// dueAnew notes that it has changed when a domain is due.
func (s *schedule) dueAnew(k int32) {
	if !s.domains[k].undue {
		s.domains[k].undue = true
		s.undue = append(s.undue, k)
	}
}

// aim works out what a domain may send to others, from what its port foresees and from what waits for the bridge.
func (n *Network) aim(k int32) {
	s := &n.schedule
	p, d := &n.parts[k], &s.domains[k]
	q := n.portOf(k)
	for _, to := range d.targets {
		if s.due.of(to) == phy.Forever {
			s.dueAnew(to)
		}
	}
	d.targets, d.changed = d.targets[:0], false
	d.number++
	other, next := q.any, q.any
	for _, c := range q.certain {
		next = min(next, c.at)
		n.aimAt(k, c.part, c.at)
	}
	b := &n.bridges[0]
	for i := range p.heard {
		h := &p.heard[i]
		if out, until := n.whereabouts(b, n.everywhere(p, h.frame.Destination)); h.at >= until {
			other = min(other, h.at)
		} else if out != q {
			n.aimAt(k, out.part, h.at)
		}
	}
	s.any.set(k, other)
	s.next.set(k, next)
}

// aimAt notes that a domain has a frame for another.
func (n *Network) aimAt(from, to int32, at phy.Time) {
	s := &n.schedule
	s.domains[from].targets = append(s.domains[from].targets, to)
	if at+n.bridges[0].Latency < s.due.of(to) {
		s.dueAnew(to)
	}
	d := &s.domains[to]
	if len(d.aims) > d.most {
		d.aims = slices.DeleteFunc(d.aims, s.void)
		slices.SortFunc(d.aims, func(x, y aim) int { return cmp.Compare(x.at, y.at) }) // a heap, too
		d.most = max(64, 2*len(d.aims))
	}
	d.aims.add(aim{at, from, s.domains[from].number})
}

// void reports whether a domain has other aims now.
func (s *schedule) void(x aim) bool { return x.number != s.domains[x.from].number }

// firstAim returns an instant before which no frame comes into a domain that is certain to be for it.
func (s *schedule) firstAim(k int32) phy.Time {
	d := &s.domains[k]
	for len(d.aims) > 0 {
		if x := d.aims[0]; !s.void(x) {
			return x.at
		}
		d.aims.drop()
	}
	return phy.Forever
}

// limitOf returns up to which instant a domain can be run.
func (n *Network) limitOf(k int32) phy.Time {
	if len(n.parts[k].Ports) == 0 {
		return n.goal
	}
	return min(n.goal, min(n.schedule.any.others(k), n.schedule.firstAim(k))+n.bridges[0].Latency)
}

// dueOf returns how far the limit of a domain must be for it to be run though nothing waits for it: then it is run by a whole piece
// in which something happens. It is Forever if a frame for it may come in before that, or it has got as far as all are to get.
func (n *Network) dueOf(k int32) phy.Time {
	p := &n.parts[k]
	switch {
	case p.err != nil || p.reached >= n.goal:
		return phy.Forever
	case len(p.Ports) == 0:
		return p.reached
	}
	happens := min(p.Next(), p.reached+rest)
	if len(p.inbox) > 0 {
		happens = min(happens, p.inbox[0].at)
	}
	due := min(n.goal, max(p.reached, happens)+piece)
	if n.schedule.firstAim(k)+n.bridges[0].Latency < due {
		return phy.Forever
	}
	return due
}

// chooseScheduled determines which domains are run, as choose does.
func (n *Network) chooseScheduled() {
	s := &n.schedule
	if s.goal != n.goal {
		s.goal = n.goal
		for k := range n.parts {
			if n.parts[k].engine != nil {
				s.dueAnew(int32(k))
			}
		}
	}
	for _, k := range s.undue {
		s.domains[k].undue = false
		s.due.set(k, n.dueOf(k))
	}
	s.undue, n.run = s.undue[:0], n.run[:0]
	for {
		k, due := s.due.first()
		if due == phy.Forever || !n.runIf(k, due) {
			break
		}
	}
	if k, _ := s.any.first(); s.due.of(k) < phy.Forever { // its limit is higher than those of others
		n.runIf(k, s.due.of(k))
	}
	if k, at := s.news.first(); at < phy.Forever {
		n.runIf(k, n.parts[k].reached+1)
	}
	if k, at := s.next.first(); len(n.run) == 0 && at < phy.Forever {
		n.runIf(k, n.parts[k].reached+1)
	}
	if len(n.run) == 0 {
		for k := range n.parts {
			if p := &n.parts[k]; p.engine != nil && p.err == nil {
				n.runIf(int32(k), p.reached+1)
			}
		}
	}
	slices.Sort(n.run)
}

// runIf adds a domain to those that are run, if its limit is at least an instant. It reports whether it is among them.
func (n *Network) runIf(k int32, least phy.Time) bool {
	p := &n.parts[k]
	if p.moved { // it has been added
		return true
	}
	limit := n.limitOf(k)
	if limit < least || limit <= p.reached || p.err != nil {
		return false
	}
	p.limit, p.moved = limit, true
	n.run = append(n.run, k)
	n.schedule.due.set(k, phy.Forever)
	return true
}
