package plca

import "github.com/csmacd/csmacd/phy"

// Silence returns an instant before which a node does nothing but count turns, as long as the line is silent
// and its MAC neither starts nor ends. The node has settled at now. ok is false if the node does something else,
// or may.
func (n *Node) Silence(now phy.Time, p *Params, in *Inputs) (until phy.Time, ok bool) {
	if !n.On {
		return phy.Forever, true
	}
	c := &n.Control
	until = min(n.Data.wake(n, now, in), c.invalid.wake(now), n.dynamic.wake(now))
	if n.Status.loose {
		until = min(until, n.Status.timer.wake(now))
	}
	switch c.State {
	case Disable:
		return until, n.IDs.Empty()
	case Resync:
		return until, !n.IDs.Has(0)
	case WaitTO, Yield:
		if c.Committed { // since before RESYNC: the end of this turn ends it
			return min(until, c.to.end), c.to.running
		}
		if p.Dynamic && c.CurID == 0 { // ages of claims end with turn 0, and change nothing at the end of another silent turn
			return min(until, c.to.end), c.to.running
		}
		last := NoID - 1
		if n.IDs.Has(0) {
			last = n.count(p) - 1
		}
		if n.Pending && c.Active {
			last = min(last, n.IDs.Next(c.CurID+1)-1)
		}
		return min(until, c.to.end+phy.Time(max(0, last-c.CurID))*p.ToTimer), c.to.running
	}
	return 0, false
}

// Pass makes a node count the turns that begin before an instant, which is not after the one that
// [Node.Silence] returned.
func (n *Node) Pass(t phy.Time, p *Params) {
	c := &n.Control
	if !n.On || c.State != WaitTO && c.State != Yield || c.to.end >= t {
		return
	}
	k := (t-1-c.to.end)/p.ToTimer + 1
	for id := n.IDs.Next(c.CurID + 1); id <= c.CurID+int(k) && id < NoID; id = n.IDs.Next(id + 1) {
		n.Counts.Yielded++
		c.met = true
	}
	c.to.end += k * p.ToTimer
	c.CurID += int(k)
	if c.State = WaitTO; n.IDs.Has(c.CurID) {
		c.State = Yield
	}
	n.dynamic.begin(c.CurID)
}

// Idle reports whether a node is in step, in turn 0, and has nothing to send. It returns when that turn ends.
func (n *Node) Idle() (end phy.Time, ok bool) {
	c := &n.Control
	ok = n.On && (c.State == WaitTO || c.State == Yield) && c.CurID == 0 && c.Active && !c.Committed && !c.invalid.running &&
		n.Status.OK && !n.Status.loose && n.Data.State == Idle && n.dynamic.state == unassigned // claims have an age in cycles
	return c.to.end, ok
}

// Still reports whether nothing changes in a node as time goes by, and nothing did in the last cycle: PLCA is off, or
// it has given up and hears no BEACON.
func (n *Node) Still() bool {
	c := &n.Control
	return !n.On || c.State == Resync && !n.IDs.Has(0) && !c.invalid.running && !n.Status.OK && !n.Status.loose && n.dynamic.state == unassigned
}

// Shift moves a node for which [Node.Idle] reports true to a later cycle.
func (n *Node) Shift(by phy.Time) { n.Control.to.end += by }

// Less returns what has happened since the counts were old.
func (n *Counts) Less(old *Counts) Counts {
	d := *n
	d.Add(old, ^uint64(0))
	return d
}

// Add adds what happens a number of times.
func (n *Counts) Add(c *Counts, times uint64) {
	n.Beacons += times * c.Beacons
	n.Used += times * c.Used
	n.Yielded += times * c.Yielded
	n.Lost += times * c.Lost
	n.LogicalCollisions += times * c.LogicalCollisions
	n.RXInTO += times * c.RXInTO
	n.BeaconsBeforeTO += times * c.BeaconsBeforeTO
	n.StatusChanges += times * c.StatusChanges
}
