package t1s

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Change adds a change at an instant that has not been run yet. The error wraps
// [medium.ErrRefused], [medium.ErrNoStation] or [medium.ErrOver], or is the error that ended the run.
func (n *Network) Change(c medium.Change) error {
	switch {
	case n.err != nil:
		return n.err
	case n.done:
		return fmt.Errorf("t1s: %w", medium.ErrOver)
	}
	if q := &n.quick; q.on {
		if c.At < n.now+q.longest+q.cycle && !n.leaveQuick() {
			return refused("%v at %v: a frame is on the line", c.Kind, n.now)
		}
	}
	if err := n.plan(c); err != nil {
		return err
	}
	if q := &n.quick; q.on {
		q.quit = n.nextChange() - q.longest
		n.planTurn()
	}
	return nil
}

// nextChange returns the instant of the next change.
func (n *Network) nextChange() phy.Time {
	at := phy.Forever
	for _, c := range n.changes.All() {
		if c.Kind != medium.NoChange {
			at = min(at, c.At)
		}
	}
	return at
}

// plan checks a change and adds it to the agenda. Changes of one instant keep their order.
func (n *Network) plan(c medium.Change) error {
	if c.At < n.now || c.At >= phy.Forever {
		return refused("%v at %v, but the network has been run until %v", c.Kind, c.At, n.now)
	}
	if err := n.checkChange(&c); err != nil {
		return err
	}
	if c.Planned > 0 {
		if !n.changes.Replace(&c) {
			return refused("%v: none is planned for %v", c.Kind, c.Planned)
		}
		n.coming-- // its instant comes, and nothing happens then
	}
	n.coming++
	n.pendingChange++
	n.push(c.At, changing, 0, change, n.changes.Add(c), 0)
	return nil
}

// checkChange returns an error if a change is not possible.
func (n *Network) checkChange(c *medium.Change) error {
	if i := slices.Index(n.names, c.Station); c.Kind.OfStation() && (i < 0 || n.nodes[i].gone) {
		return medium.NoStationError("t1s", "%v: there is no station %q", c.Kind, c.Station)
	}
	switch c.Kind {
	case medium.PLCA:
		p, ok := c.New.(*plca.Params)
		if !ok && c.New != nil {
			return refused("plca: %T is not what a node has", c.New)
		}
		if p != nil {
			if err := p.Check(); err != nil {
				return refused("plca: %v", err)
			}
		}
		return nil
	case medium.PowerOff, medium.Deaf, medium.Mute, medium.NoCollision, medium.Remove:
		return nil
	case medium.Cut, medium.Short:
		if c.On && (c.Place < 0 || c.Place > phy.MaxTime) {
			return refused("%v: a place before the left end of the line, or 30 days from it", c.Kind)
		}
		return nil
	case medium.BitErrors:
		if err := c.Errors.Check(); err != nil {
			return refused("%v", err)
		}
		return nil
	case medium.BeaconLoss:
		if !(c.Value >= 0 && c.Value <= 1) {
			return refused("beacon_loss: %v is not a probability", c.Value)
		}
		return nil
	case medium.Queue:
		if c.Value < 1 || c.Value > 1<<30 || c.Value != float64(int64(c.Value)) {
			return refused("queue: %v is not a number of frames", c.Value)
		}
		return nil
	case medium.Policy:
		if _, ok := c.New.(backoff.Policy); !ok && c.New != nil {
			return refused("policy: %T is not a backoff policy", c.New)
		}
		return nil
	case medium.Ether:
		return n.checkEther(c)
	}
	return refused("%v: %s", c.Kind, WhyNot(c.Kind))
}

// WhyNot returns why this package has no change of a kind.
func WhyNot(k medium.ChangeKind) string {
	switch k {
	case medium.Terminator, medium.Length:
		return "reflections are those of coaxial lines"
	case medium.NoSQE, medium.PortSQETest:
		return "10BASE-T1S has no test of the collision signal"
	case medium.PortOff:
		return "a bus with PLCA or latencies has no repeater"
	case medium.Skew:
		return "all nodes of a bus with PLCA or latencies count the same bit times (their MII clocks differ by mii_phase)"
	case medium.Jabber, medium.Babble:
		return "not on a bus with PLCA or latencies in this version: leave out plca and latency, or write deaf, mute, no_collision or power: off"
	case medium.Add:
		return "no station joins a bus with PLCA or latencies in this version: write it among the stations, with power: off until it joins"
	}
	return "a bus with PLCA or latencies cannot do that in this version"
}

// apply sets what a change sets, when its instant has come.
func (n *Network) apply(c *medium.Change) {
	if i := slices.Index(n.names, c.Station); c.Kind.OfStation() && n.nodes[i].gone {
		return // the station left before the end of what was to last longer
	}
	e := medium.Event{Kind: medium.Changed, Station: medium.NoStation, ID: int32(c.Kind), OK: c.On || c.Value != 0}
	switch c.Kind {
	case medium.PLCA:
		i := int32(slices.Index(n.names, c.Station))
		p, _ := c.New.(*plca.Params)
		n.setPLCA(i, p)
		n.stir(i)
		e.Station, e.OK = i, p != nil
	case medium.PowerOff:
		e.Station = int32(slices.Index(n.names, c.Station))
		n.setPower(e.Station, c.On)
	case medium.Remove:
		e.Station, e.OK = int32(slices.Index(n.names, c.Station)), true
		n.setPower(e.Station, true)
		n.nodes[e.Station].gone = true
		n.absent++
	case medium.Deaf:
		e.Station = int32(slices.Index(n.names, c.Station))
		n.nodes[e.Station].deaf = c.On
	case medium.Mute:
		e.Station = int32(slices.Index(n.names, c.Station))
		n.nodes[e.Station].mute = c.On
		n.stir(e.Station)
	case medium.NoCollision:
		e.Station = int32(slices.Index(n.names, c.Station))
		n.nodes[e.Station].blind = c.On
		n.stir(e.Station)
	case medium.Short:
		n.short = c.On
	case medium.Cut:
		n.cut, n.cutAt = c.On, c.Place
	case medium.BitErrors:
		e.OK = c.Errors != medium.Errors{}
		n.setErrors(c.Errors)
	case medium.BeaconLoss:
		n.lossOf = c.Value
	case medium.Queue:
		e.Station = int32(slices.Index(n.names, c.Station))
		n.ownRules(e.Station).limit = int32(c.Value)
	case medium.Policy:
		e.Station, e.OK = int32(slices.Index(n.names, c.Station)), c.New != nil
		r := n.ownRules(e.Station)
		if r.policy, _ = c.New.(backoff.Policy); r.policy == nil {
			r.policy = backoff.BEB(r.BackoffLimit)
		}
		r.table, _ = r.policy.(*backoff.Table)
	case medium.Ether:
		e.Station, e.OK = int32(slices.Index(n.names, c.Station)), true
		n.setEther(e.Station, c)
	}
	n.initQuick()
	n.silence.marked, n.silence.length = false, 0
	if !c.Quiet {
		n.emit(e)
	}
}

// ownRules returns the rules of a station, which it no longer shares with others.
func (n *Network) ownRules(i int32) *rules {
	own := *n.nodes[i].rules
	n.nodes[i].rules = &own
	return &own
}
