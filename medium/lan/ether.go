package lan

import (
	"maps"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A station gets another address. Everything else that frames and bridges know are addresses, though they are
// written as the numbers of the stations that have them: a frame keeps the address that it was sent to, and the one
// that it was sent from, and what a bridge has learned is where an address is. So numbers are written as
// addresses before a change, and read again after it.

// former is an address that a station has left. It is the source of its frames before that.
type former struct {
	before  uint32 // the number of its first frame with another address
	address phy.Address
}

// moves reports whether a station gets another address in a timeline.
func moves(timeline []medium.Change) bool {
	return slices.ContainsFunc(timeline, func(c medium.Change) bool { return c.Kind == medium.Ether })
}

// planMove passes a change of an address to the domain of its station.
func (n *Network) planMove(c medium.Change, to func(*part, medium.Change) error) error {
	if err := n.ofNoPort(c.Address); err != nil {
		return refused("ether: %v", err)
	}
	if holder := n.known.Holder(c.Address); holder >= 0 && !n.mayMove(holder, c.Station) {
		return refused("ether: the address %v is that of %s", c.Address, n.Name(int(holder)))
	}
	x := step{at: c.At, ether: c.Address}
	x.station.Name = c.Station
	has := n.target(&c)
	if err := n.planFor(&c, to); err != nil {
		return err
	}
	for !has(&n.parts[x.part]) {
		x.part++
	}
	if c.Planned > 0 {
		n.steps = slices.DeleteFunc(n.steps, func(y step) bool { return !y.joins && y.at == c.Planned && y.station.Name == c.Station })
	}
	n.addStep(x)
	return nil
}

// mayMove reports whether the station that has an address may have left it when another one is to get it.
func (n *Network) mayMove(holder int32, to string) bool {
	name := n.Name(int(holder))
	return name == to || slices.ContainsFunc(n.steps, func(x step) bool { return x.station.Name == name })
}

// move sets the address of a station. It returns an error if the address is taken.
func (n *Network) move(x *step) error {
	i := slices.IndexFunc(n.config.Stations, func(s domain.Station) bool { return s.Name == x.station.Name })
	if n.known.Address(int32(i)) == x.ether {
		return nil
	}
	old, err := n.known.Move(int32(i), x.ether)
	if err != nil {
		return err
	}
	n.known.Destination(old) // a stranger's now
	if n.former == nil {
		n.former = map[int32][]former{}
	}
	next := n.parts[x.part].engine.(stepper).Numbered(int(n.places[i].local)) + 1
	n.former[int32(i)] = append(n.former[int32(i)], former{next, old})
	for other, list := range n.former {
		if other != int32(i) && slices.ContainsFunc(list, func(f former) bool { return f.address == x.ether }) {
			n.careful = true
		}
	}
	return nil
}

// addressOf returns the destination that stands for the address from which a frame was sent.
func (n *Network) addressOf(f *medium.Frame) int32 {
	for _, old := range n.former[f.Source] {
		if f.Number < old.before {
			return n.known.Destination(old.address)
		}
	}
	return f.Source
}

// letters are frames and entries of bridges, with addresses in place of the numbers of stations.
type letters struct {
	parts  []phy.Address // of what domains have not shown yet, and of what bridges queue in them
	frames []phy.Address // that bridges have sent on, and of their events
	tables [][]written   // by bridge
}

// written is an entry of a bridge.
type written struct {
	address phy.Address
	learned
}

// eachLetter calls its functions for the frames that a network holds besides its domains: inPart for those that have
// the numbers of a domain, and inAll for the others.
func (n *Network) eachLetter(inPart func(p *part, f *medium.Frame), inAll func(f *medium.Frame)) {
	local := func(p *part, f *medium.Frame) {
		if f.Size > 0 { // it is a frame
			inPart(p, f)
		}
	}
	global := func(f *medium.Frame) {
		if f.Size > 0 {
			inAll(f)
		}
	}
	for k := range n.parts {
		p := &n.parts[k]
		for i := range p.inbox {
			local(p, &p.inbox[i].frame)
		}
		for i := range p.stations {
			local(p, &p.stations[i].frame)
		}
		for i := range p.events {
			if x := &p.events[i]; x.mapped {
				global(&x.event.Frame)
			} else {
				local(p, &x.event.Frame)
			}
		}
	}
	for k := range n.fates {
		local(&n.parts[n.fates[k].part], &n.fates[k].Frame)
	}
	for k := range n.ledger.entries {
		global(&n.ledger.entries[k].frame)
	}
}

// address writes numbers as addresses.
func (n *Network) address() *letters {
	l := &letters{}
	n.eachLetter(func(p *part, f *medium.Frame) {
		l.parts = append(l.parts, p.Address(f.Destination))
	}, func(f *medium.Frame) {
		l.frames = append(l.frames, n.Address(f.Destination))
	})
	for k := range n.bridges {
		b := &n.bridges[k]
		var list []written
		for _, station := range slices.Sorted(maps.Keys(b.table.entries)) {
			e := b.table.entries[station]
			e.at = max(e.at, n.lastHeard(b, station, e.port))
			list = append(list, written{n.Address(station), e})
		}
		l.tables = append(l.tables, list)
	}
	return l
}

// readdress reads addresses as the numbers that they have now.
func (n *Network) readdress(l *letters) {
	n.eachLetter(func(p *part, f *medium.Frame) {
		f.Destination = p.Destination(l.parts[0])
		l.parts = l.parts[1:]
	}, func(f *medium.Frame) {
		f.Destination = n.Destination(l.frames[0])
		l.frames = l.frames[1:]
	})
	for k := range n.parts {
		n.parts[k].abroad = nil
	}
	n.elsewhere = nil
	for k := range n.ports {
		q := &n.ports[k]
		clear(q.near)
		q.allUntil, q.missed = 0, 0
		if n.careful {
			q.ageing = 0 // nothing is certain
		}
	}
	for k, list := range l.tables {
		b := &n.bridges[k]
		clear(b.table.entries)
		b.table.due = b.table.due[:0]
		for _, e := range list {
			station := n.Destination(e.address)
			b.table.entries[station] = e.learned
			b.table.due.add(moment{at: e.at + b.Ageing, of: station})
			if q := &n.ports[b.first+e.port]; station >= 0 && n.places[station].part == q.part {
				q.near[n.places[station].local] = e.at + 1
			}
		}
	}
}

// lastHeard returns when a station was last heard at a port of a bridge whose domain it is in; 0 for others.
func (n *Network) lastHeard(b *bridge, station, port int32) phy.Time {
	if q := &n.ports[b.first+port]; station >= 0 && n.places[station].part == q.part {
		return q.near[n.places[station].local] - 1
	}
	return 0
}
