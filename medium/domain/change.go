package domain

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// Change adds a change at an instant that has not been run yet. The error wraps
// [medium.ErrRefused], [medium.ErrNoStation] or [medium.ErrOver], or is the error that ended the run.
//
// What can be set are the faults, a station's queue, its backoff policy and its address. A line's speed, the rules of its MACs and the places of stations cannot. A station
// can join a cable.
func (n *Network) Change(c medium.Change) error {
	n.catchUp()
	switch {
	case n.err != nil:
		return n.err
	case n.done:
		return fmt.Errorf("domain: %w", medium.ErrOver)
	}
	return n.plan(c)
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
	if i, ok := n.stationNamed(c.Station); ok && c.Kind == medium.Skew { // bits are shorter by a fast clock, or longer
		r := skewed(n.stations[i].exactRules(), c.Value)
		n.shortest, n.gap = min(n.shortest, r.Duration(r.MinFrame)), max(n.gap, r.Gap)
	}
	if n.planned == 0 {
		n.divide()
	}
	if c.Kind == medium.Add {
		n.expectJoin(&c)
	}
	if n.rounds.able = n.rounds.able && extended; extended { // without, they know nothing of changes
		n.expectChange(&c)
	}
	n.coming++
	n.planned++
	n.agenda.Push(agenda.New(c.At, changing, 0, change, n.planned, n.changes.Add(c)))
	return nil
}

// MakeChanges makes the changes of the instant up to which the network has been run, before anything else
// that happens then. Run does so too: it is for a larger network that has to know which stations there are.
func (n *Network) MakeChanges() {
	n.catchUp()
	if n.err == nil && !n.done && n.agenda.Due(n.now, changing) {
		n.pass, n.agenda.Past = 0, n.now
		n.changeAll(n.now)
		n.push(n.now, nothing, 0, 0)
	}
}

// changeAll makes the changes of an instant, and then lets them take effect together: what is restored
// at once has not been.
func (n *Network) changeAll(t phy.Time) {
	for n.agenda.Due(t, changing) {
		n.do(n.agenda.Pop())
	}
	for k := range n.channels {
		c := &n.channels[k]
		if c.wire != nil && c.wire.now != c.wire.next {
			n.rewire(c)
		}
		for _, i := range c.faulty {
			n.settleSending(i)
		}
	}
	for p := range n.ports {
		x := &n.ports[p]
		if x.shut != x.shutNext {
			n.settleShut(int32(p))
		}
		if x.sqe.on != x.sqe.next {
			n.settleSQE(int32(p))
		}
	}
	for k := range n.channels { // what ends has ended before anybody stops hearing it
		for _, i := range n.channels[k].faulty {
			n.settleFaults(i)
		}
	}
	if extended {
		n.settleChanges()
	}
}

// checkChange returns an error if a change is not possible.
func (n *Network) checkChange(c *medium.Change) error {
	switch k := c.Kind; {
	case k.OfStation():
		i, ok := n.stationNamed(c.Station)
		if !ok && !n.joins(c.Station) {
			return medium.NoStationError("domain", "%v: there is no station %q", k, c.Station)
		}
		if ok && n.channels[n.stations[i].channel].hub && k != medium.Queue && k != medium.Policy {
			return n.notChangeable(c, c.Station)
		}
		if err := checkStationChange(c); err != nil || k != medium.Ether {
			return err
		}
		return n.checkEther(c)
	case k.OfPort():
		p, ok := n.portNamed(c.Port)
		if !ok {
			return medium.NoStationError("domain", "%v: there is no port %q", k, c.Port)
		}
		if n.ports[p].disused() {
			return refused("%v: port %q is disabled, and the network is not Changeable", k, c.Port)
		}
		if k == medium.PortSQETest && n.bit != phy.Ethernet10.BitTime {
			return refused("%v: transceivers at ports have this test at 10 Mb/s only", k)
		}
		if n.ports[p].station >= 0 {
			return n.notChangeable(c, c.Port)
		}
		return nil
	case k == medium.BitErrors:
		if err := c.Errors.Check(); err != nil {
			return refused("%v", err)
		}
		if _, ok := n.segmentNamed(c.Segment); !ok && c.Segment != "" {
			return refused("%v: there is no segment %q", k, c.Segment)
		}
		for s := range n.segments {
			if x := &n.segments[s]; !extended && (c.Segment == "" || x.Name == c.Segment) && n.shared(x) {
				return n.notChangeable(c, x.Name)
			}
		}
		return nil
	case k >= medium.Cut && k <= medium.Length:
		return n.checkCable(c)
	case k == medium.Add:
		return n.checkJoin(c)
	}
	return refused("%v is not possible", c.Kind)
}

func checkStationChange(c *medium.Change) error {
	switch c.Kind {
	case medium.Babble:
		if !(c.Value >= 0 && c.Value <= 1) {
			return refused("babble: %v is not a probability", c.Value)
		}
	case medium.Skew:
		if !(c.Value > -1e5 && c.Value < 1e5) {
			return refused("ppm: %v is not between -100000 and 100000", c.Value)
		}
	case medium.Queue:
		if c.Value < 1 || c.Value > 1<<30 || c.Value != float64(int64(c.Value)) {
			return refused("queue: %v is not a number of frames", c.Value)
		}
	case medium.Policy:
		if _, ok := c.New.(backoff.Policy); !ok && c.New != nil {
			return refused("policy: %T is not a backoff policy", c.New)
		}
	case medium.Ether:
		if c.Address == (phy.Address{}) || c.Address.Group() {
			return refused("ether: %v is not the address of a station", c.Address)
		}
	}
	return nil
}

func (n *Network) checkCable(c *medium.Change) error {
	k, ok := n.segmentNamed(c.Segment)
	if !ok {
		return refused("%v: there is no segment %q", c.Kind, c.Segment)
	}
	s := &n.segments[k]
	length, _ := n.lengthsAt(s, c.At)
	switch {
	case s.Star:
		return refused("%v: a star has no cable of its own", c.Kind)
	case c.Kind == medium.Cut && s.Link && n.shared(s):
		return n.notChangeable(c, s.Name)
	case c.Kind == medium.Cut && s.Link:
	case s.Link:
		return refused("%v: segment %q is a link", c.Kind, s.Name)
	case c.Kind == medium.Length && (c.Place < 0 || c.Place > phy.MaxTime):
		return refused("length: %v is negative, or more than 30 days", c.Place)
	case c.Kind == medium.Length:
		return n.checkRoom(k, c)
	case (c.Kind == medium.Cut || c.Kind == medium.Short) && c.On && (c.Place < 0 || c.Place > length):
		return refused("%v: the place %v is not on the cable, which has %v", c.Kind, c.Place, length)
	}
	return nil
}

// checkRoom returns an error if something is plugged in beyond the end that a cable gets.
func (n *Network) checkRoom(segment int, c *medium.Change) error {
	s := &n.segments[segment]
	beyond := func(name string, at phy.Time) error {
		return refused("length: %q is plugged in at %v, beyond the end of a cable of %v", name, at, c.Place)
	}
	for _, i := range s.stations {
		if at := n.stations[i].pos; at > c.Place && !n.stations[i].has(gone) && !n.leavesBefore(n.names[i], c.At) {
			return beyond(n.names[i], at)
		}
	}
	for _, p := range s.ports {
		if at := n.ports[p].pos; at > c.Place {
			return beyond(n.names[len(n.stations)+int(p)], at)
		}
	}
	_, next := n.lengthsAt(s, c.At)
	planned := n.changes.All()
	for i := range planned {
		late, ok := planned[i].New.(Station)
		if !ok || planned[i].Kind != medium.Add || planned[i].At < n.now || late.End.Segment != segment || late.End.At <= c.Place {
			continue
		}
		if planned[i].At < next && !n.leavesBefore(late.Name, c.At) {
			return beyond(late.Name, late.End.At)
		}
	}
	return nil
}

// leavesBefore reports whether a station is removed at an instant or before, by the changes that are to come.
func (n *Network) leavesBefore(name string, at phy.Time) bool {
	return slices.ContainsFunc(n.changes.All(), func(c medium.Change) bool {
		return c.Kind == medium.Remove && c.Station == name && c.At <= at
	})
}

// notChangeable returns the error for what is on a link of a repeater and was not known to change.
func (n *Network) notChangeable(c *medium.Change, what string) error {
	return refused("%v: %q is on a link of a repeater, and the network is not Changeable", c.Kind, what)
}

// shared reports whether a segment is a link of a repeater in the channel of all its stations.
func (n *Network) shared(s *segment) bool {
	return s.channel < 0 && len(s.stations) == 1 && len(s.ports) == 1
}

func (n *Network) stationNamed(name string) (int32, bool) {
	i := slices.Index(n.names[:len(n.stations)], name)
	return int32(i), i >= 0 && !n.stations[i].has(gone)
}

func (n *Network) portNamed(name string) (int32, bool) {
	i := slices.Index(n.names[len(n.stations):], name)
	return int32(i), i >= 0
}

// segmentNamed returns the segment with a name; "" is the only one.
func (n *Network) segmentNamed(name string) (int, bool) {
	k := slices.IndexFunc(n.segments, func(s segment) bool { return s.Name == name })
	if k < 0 && name == "" && len(n.segments) == 1 {
		k = 0
	}
	return k, k >= 0
}

// apply sets what a change sets, when its instant has come.
func (n *Network) apply(c *medium.Change) {
	n.quiet = max(n.quiet, n.now) // a run until nothing is to come does not end before
	e := medium.Event{Kind: medium.Changed, Station: medium.NoStation, ID: int32(c.Kind), OK: c.On}
	switch {
	case c.Kind.OfStation():
		i, ok := n.stationNamed(c.Station)
		if !ok && i >= 0 {
			return // the station was removed before the end of what was to last longer
		}
		if !ok {
			n.err = fmt.Errorf("%v at %v: there is no station %q", c.Kind, c.At, c.Station)
			return
		}
		e.Station = i
		e.OK = e.OK || c.Value != 0 || c.Kind >= medium.Remove && c.Kind <= medium.Ether
		n.applyToStation(i, c)
	case c.Kind.OfPort():
		p, _ := n.portNamed(c.Port)
		e.Station = n.numberOf(p)
		if c.Kind == medium.PortSQETest {
			n.ports[p].sqe.next = c.On
		} else {
			n.ports[p].shutFor(portOff, c.On)
		}
	case c.Kind == medium.Add:
		i, ok := n.applyJoin(c)
		if !ok {
			return
		}
		e.Station, e.OK = i, true
	case c.Kind == medium.BitErrors:
		e.OK = c.Errors != medium.Errors{}
		for s := range n.segments {
			if c.Segment == "" || n.segments[s].Name == c.Segment {
				n.setErrors(&n.segments[s], c)
			}
		}
	default:
		e.OK = e.OK || c.Missing != 0 || c.Kind == medium.Length
		s, _ := n.segmentNamed(c.Segment)
		n.applyToCable(&n.segments[s], c)
	}
	if !c.Quiet {
		n.emit(e)
	}
}

// flagOf is the fault that a change of a station begins or ends; 0: the change is of another kind.
var flagOf = map[medium.ChangeKind]flags{
	medium.Deaf: deaf, medium.NoCollision: noCollision, medium.Mute: mute,
	medium.Jabber: jabbering, medium.PowerOff: off, medium.NoSQE: noSQE,
}

func (n *Network) applyToStation(i int32, c *medium.Change) {
	if f := flagOf[c.Kind]; f != 0 {
		n.set(i, f, c.On)
		return
	}
	switch c.Kind {
	case medium.Remove:
		n.set(i, gone, true)
		n.absent++
	case medium.Promiscuous:
		n.setPromiscuous(i, c.On)
	case medium.Ether:
		n.setEther(i, c)
	case medium.Babble:
		n.setBabble(i, c.Value)
	case medium.Skew:
		n.setClock(i, c.Value)
	case medium.Queue:
		n.ownRules(i, func(r *rules) { r.limit = int32(c.Value) })
	case medium.Policy:
		n.ownRules(i, func(r *rules) {
			if r.policy = backoff.Policy(backoff.BEB(r.BackoffLimit)); c.New != nil {
				r.policy = c.New.(backoff.Policy)
			}
		})
	}
}

// set makes a station have some faults, or not, from the end of the changes of this instant on.
func (n *Network) set(i int32, f flags, on bool) {
	if x := n.faulty(i); on {
		x.next |= f
	} else {
		x.next &^= f
	}
}

func (n *Network) applyToCable(s *segment, c *medium.Change) {
	if s.Link {
		n.cutLink(s, c.On)
		return
	}
	if s.channel < 0 {
		return // nothing is plugged in
	}
	x := &n.channels[s.channel]
	if x.wire == nil {
		length := n.lengthOf(s)
		x.wire = &wire{now: condition{length: length}, next: condition{length: length}}
	}
	w := &x.wire.next
	switch c.Kind {
	case medium.Cut:
		if w.cut = c.On; w.cut {
			w.cutAt = c.Place
		} else {
			w.cutAt = 0
		}
	case medium.Short:
		if w.short = c.On; w.short {
			w.shortAt = c.Place
		} else {
			w.shortAt = 0
		}
	case medium.Terminator:
		w.missing = c.Missing
	case medium.Length:
		w.length = c.Place
	}
	// A fault of a piece that is taken away goes with it.
	if w.cut && w.cutAt > w.length {
		w.cut, w.cutAt = false, 0
	}
	if w.short && w.shortAt > w.length {
		w.short, w.shortAt = false, 0
	}
}

// cutLink cuts a link, or mends it: both ends go down, or come back.
func (n *Network) cutLink(s *segment, cut bool) {
	for _, i := range s.stations {
		n.set(i, down, cut)
	}
	for _, p := range s.ports {
		n.ports[p].shutFor(linkDown, cut)
	}
}

// setErrors changes the bit errors of a segment.
func (n *Network) setErrors(s *segment, c *medium.Change) {
	n.rounds.noisy = true
	line := func(l **noise.Line, purpose string) {
		if *l == nil {
			*l = noise.New(n.seed, s.Name, purpose, n.bit)
		}
		(*l).Set(n.now, c.Errors)
	}
	switch {
	case s.channel >= 0:
		x := &n.channels[s.channel]
		line(&x.noise, noise.Forth)
		if s.Link {
			line(&x.back, noise.Back)
		}
	case extended && n.shared(s):
		x := n.linkOf(s.ports[0], s.stations[0])
		line(&x.ends[0], noise.Forth)
		line(&x.ends[1], noise.Back)
	case len(s.ports) == 2:
		for _, p := range s.ports {
			if n.ports[p].pos == 0 {
				line(&n.ports[p].noise, noise.Forth)
			} else {
				line(&n.ports[p].noise, noise.Back)
			}
		}
	}
}
