package domain

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A station joins a cable or star, and leaves it. It has the next number; those of repeaters' ports follow. It
// hears what reaches its tap from its instant on. A frame for everybody is for those that were there
// when it began.

// checkJoin returns an error if a station cannot join.
func (n *Network) checkJoin(c *medium.Change) error {
	s, ok := c.New.(Station)
	if !ok {
		return refused("add: %T is not a station of this package", c.New)
	}
	if s.Name == "" || slices.Contains(n.names, s.Name) || n.joins(s.Name) {
		return refused("add: the name %q is empty or taken", s.Name)
	}
	if s.End.Segment < 0 || s.End.Segment >= len(n.segments) {
		return refused("add: there is no segment %d", s.End.Segment)
	}
	x := &n.segments[s.End.Segment]
	if x.Link {
		return refused("add: a station can join a cable or a star, not segment %q", x.Name)
	}
	if s.End.Full || s.End.At < 0 || !x.Star && s.End.At > n.roomFrom(x, c.At) {
		return refused("add: there is no such place on segment %q", x.Name)
	}
	if err := checkMAC(&s, n.bit, len(n.stations)+1); err != nil {
		return refused("add: %v", err)
	}
	return nil
}

// expectJoin notes where a station is to join: what is on its way there is not forgotten.
func (n *Network) expectJoin(c *medium.Change) {
	s := c.New.(Station)
	if k := n.segments[s.End.Segment].channel; k >= 0 && !n.segments[s.End.Segment].Star {
		x := &n.channels[k]
		x.near, x.far = min(x.near, s.End.At), max(x.far, s.End.At)
	}
}

// joins reports whether a station with a name is to join.
func (n *Network) joins(name string) bool {
	return slices.ContainsFunc(n.changes.All(), func(c medium.Change) bool {
		s, ok := c.New.(Station)
		return ok && c.Kind == medium.Add && s.Name == name
	})
}

// addLate adds a station to the network. It returns its number.
func (n *Network) addLate(s Station) (int32, error) {
	i := int32(len(n.stations))
	if err := n.known.Join(s.Address); err != nil {
		return 0, err
	}
	n.divide()
	x := &n.segments[s.End.Segment]
	st := n.newStation(&s, newBuilder().rulesOf(&s))
	st.pos, st.segment = s.End.At, int32(s.End.Segment)
	if x.Star {
		st.star, st.pos = true, x.Delay
	}
	n.names = slices.Insert(n.names, int(i), s.Name)
	n.stations = append(n.stations, st)
	if n.memories != nil || st.rules.table == nil {
		n.memories = append(n.memories, make([]backoff.State, len(n.stations)-len(n.memories))...)
	}
	if n.hooks != nil {
		n.hooks = append(n.hooks, nil)
	}
	if x.channel < 0 { // nothing was plugged in
		x.channel = n.addChannel(channel{repeater: none})
	}
	x.stations = append(x.stations, i)
	n.join(x.channel, i)
	n.measureChannel(&n.channels[x.channel])
	gap, shortest := n.gap, n.shortest // they may be those of a clock that is to change
	n.measure()
	n.gap, n.shortest = max(n.gap, gap), min(n.shortest, shortest)
	n.addSourcesOf(s.Name, slices.Clone(s.Traffic))
	n.leaving.any = n.leaving.any || len(s.Traffic) > 0 // its sources have no scouts
	// It was closed to the medium until now.
	n.faulty(i).deaf = append(n.faulty(i).deaf, interval{from: -phy.Forever, to: n.now})
	n.stations[i].tap.upTo = n.now
	n.watch.join(n, i)
	for k := n.stations[i].source; k < int32(len(n.sources)); k++ {
		n.expect(i, k, n.sources[k].FirstFrom(n.now))
	}
	return i, nil
}

// join makes observers see a station that joins, with what is on its way to its tap.
func (w *watchers) join(n *Network, i int32) {
	for k := range w.instant { // of ports, earlier at this instant
		if e := &w.instant[k].Event; e.Station >= i {
			e.Station++
		}
	}
	heard := n.stations[i].rules.RxGap > 0 // as in [Network.watchGaps]
	for k := range w.observers {
		o := &w.observers[k]
		if o.stations != nil {
			o.stations = slices.Insert(o.stations, int(i), false)
		}
		if j, ok := o.Observer.(medium.Joiner); ok {
			j.Joined(int(i))
			for _, s := range j.Interest().Stations {
				o.stations[s] = true
			}
		}
		heard = heard || o.kinds&atTaps != 0 && (o.stations == nil || o.stations[i])
	}
	if w.heard == nil && heard {
		w.heard = make([]tapState, i)
	}
	if w.heard == nil {
		return
	}
	if w.heard = append(w.heard, tapState{on: heard}); !heard {
		return
	}
	for _, k := range n.channels[n.stations[i].channel].signals {
		s := n.at(k)
		if !n.hears(s, i) {
			continue
		}
		d := n.distance(i, s)
		if s.ended && s.end+d <= n.now {
			continue
		}
		w.edge(n, i, k, tapRise, max(n.now, s.start+d))
		if s.ended {
			w.edge(n, i, k, tapFall, s.end+d)
		}
	}
}

// applyJoin lets a station join, when its instant has come.
func (n *Network) applyJoin(c *medium.Change) (i int32, ok bool) {
	s := c.New.(Station)
	i, err := n.addLate(s)
	if err != nil {
		n.err = fmt.Errorf("add at %v: station %q: %w", c.At, s.Name, err)
		return 0, false
	}
	return i, true
}
