package lan

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// bridge is a bridge at some instant of a run.
type bridge struct {
	*Bridge
	first int32 // the number of its first port among all ports of bridges
	table table
	*pausing
	now  phy.Time // the instant that all domains of its ports have reached
	news phy.Time // before which it receives nothing that is not in order yet, as far as it matters (see lag.go)

	awaited int32 // the domain in which what it waits for comes first, or -1

	figures, late medium.BridgeFigures // see countLate
}

// injection is a frame that a bridge queues at one of its ports.
type injection struct {
	at    phy.Time
	port  int32
	local int32 // number of the port in the engine
	frame medium.Frame
	entry int32
	from  place // where it was received
}

// reserved reports whether a bridge never forwards frames for an address: 01-80-C2-00-00-00 to -0F
// (IEEE 802.1D, table 7-10).
func reserved(a phy.Address) bool {
	return a[0] == 0x01 && a[1] == 0x80 && a[2] == 0xc2 && a[3] == 0 && a[4] == 0 && a[5] <= 0x0f
}

// receive is called for each frame that a port of a bridge has received whole, in order of time.
func (n *Network) receive(b *bridge, h *heard) {
	p := &n.parts[h.part]
	number := p.portOf(h)
	f := n.mapped(p, &h.frame)
	if h.at >= n.config.Warmup {
		n.ports[number].countsAt(n, h.at).add(&f, n.known.Group(f.Destination))
	}
	stations := int32(len(n.config.Stations))
	if f.Source >= stations || reserved(n.Address(f.Destination)) {
		return // of a port itself, or for this link only
	}
	in := number - b.first
	from := n.addressOf(&f)
	figures := b.figuresAt(n, h.at)
	if b.table.learn(from, in, h.at) {
		n.note(h.at, number, medium.Learn, f, &figures.Learned)
	}
	if q := &n.ports[number]; !q.seams.Port(h.frame.Source) && from == f.Source {
		q.near[h.frame.Source] = max(q.near[h.frame.Source], h.at+1)
	}
	if f.Destination != medium.Broadcast {
		if to, ok := b.table.entries[f.Destination]; ok {
			if to.port == in {
				n.note(h.at, number, medium.Filter, f, &figures.Filtered)
				return
			}
			n.note(h.at, number, medium.Forward, f, &figures.Forwarded)
			n.queue(h, b.first+to.port, f, n.entryOf(h))
			return
		}
	}
	n.note(h.at, number, medium.Flood, f, &figures.Flooded)
	if len(b.Ports) < 2 {
		return
	}
	e := n.entryOf(h)
	for k := range b.Ports {
		if int32(k) != in {
			n.queue(h, b.first+int32(k), f, e)
		}
	}
}

// counts are those of the frames that a port has received: it recognises every address.
type counts struct {
	frames, octets, multicast, broadcast uint64
	filtered                             uint64 // of those that stay in the domain
}

// A port hands its bridge what it hears at the very instant up to which its domain has been run. Figures that are read then must
// not count it, since nothing at that instant has been run. Figures are read only when all domains have reached their goal.

// countsAt returns the counts to which a reception at an instant is added.
func (q *port) countsAt(n *Network, at phy.Time) *counts {
	if at >= n.goal {
		return &q.late
	}
	return &q.received
}

// figuresAt returns the figures to which something at an instant is added.
func (b *bridge) figuresAt(n *Network, at phy.Time) *medium.BridgeFigures {
	if at >= n.goal {
		return &b.late
	}
	return &b.figures
}

// countLate counts what happened at the goal, when domains are run beyond it.
func (n *Network) countLate() {
	for k := range n.bridges {
		f, l := &n.bridges[k].figures, &n.bridges[k].late
		f.Learned += l.Learned
		f.Aged += l.Aged
		f.Filtered += l.Filtered
		f.Forwarded += l.Forwarded
		f.Flooded += l.Flooded
		*l = medium.BridgeFigures{}
	}
	for k := range n.ports {
		c, l := &n.ports[k].received, &n.ports[k].late
		c.frames += l.frames
		c.octets += l.octets
		c.multicast += l.multicast
		c.broadcast += l.broadcast
		c.filtered += l.filtered
		*l = counts{}
	}
}

func (c *counts) add(f *medium.Frame, group bool) {
	c.frames++
	c.octets += uint64(max(0, f.Size-mac.Overhead))
	switch {
	case f.Destination == medium.Broadcast:
		c.broadcast++
	case group:
		c.multicast++
	}
}

// knows reports whether the port's bridge knows at an instant that a station of the port's domain is
// there. Later instants at which it was heard do not matter: there was no gap as long as the ageing
// time between them.
func (q *port) knows(local int32, at phy.Time) bool { return at < q.knownUntil(local) }

// knownUntil returns the instant until which the bridge knows for certain that a station of the port's
// domain is there; 0 if it does not know it.
func (q *port) knownUntil(local int32) phy.Time {
	if q.near[local] == 0 {
		return 0
	}
	return q.near[local] - 1 + q.ageing
}

// filter does what the bridge does with most frames that a port hears: it filters a frame between two
// stations of the port's domain if it knows both. It returns false for other frames. Domains call it
// while they run, so that it changes nothing that is not the port's own.
func (n *Network) filter(q *port, f *medium.Frame, at phy.Time) bool {
	if f.Destination < 0 || n.former != nil && n.sentFromFormer(q, f) || !q.knows(f.Source, at) || !q.knows(f.Destination, at) {
		return false
	}
	q.near[f.Source] = max(q.near[f.Source], at+1)
	if n.kinds.Has(medium.Filter) {
		n.keep(at, q.number, medium.Filter, n.mapped(&n.parts[q.part], f), receiving)
	}
	if at >= n.config.Warmup {
		c := q.countsAt(n, at)
		c.filtered++
		c.add(f, false)
	}
	return true
}

// sentFromFormer reports whether a frame was sent from an address that its station, which is in the domain of a port,
// has left.
func (n *Network) sentFromFormer(q *port, f *medium.Frame) bool {
	i := q.seams.Stations[f.Source]
	list := n.former[i]
	return len(list) > 0 && f.Number < list[len(list)-1].before
}

// age makes a bridge forget what is too old at an instant.
func (n *Network) age(b *bridge, now phy.Time) {
	heard := func(station, port int32) phy.Time { return n.lastHeard(b, station, port) }
	b.table.age(now, heard, func(station, port int32, at phy.Time) {
		if q := &n.ports[b.first+port]; station >= 0 && n.places[station].part == q.part {
			q.near[n.places[station].local] = 0
		}
		if at >= n.config.Warmup {
			b.figuresAt(n, at).Aged++
		}
		if n.kinds.Has(medium.Age) {
			order := ageing
			if b.Ageing == 0 { // it has been learned at this instant
				order = receiving
			}
			n.keep(at, b.first+port, medium.Age, medium.Frame{Source: station}, order)
		}
	})
}

// note counts something that a bridge has done with a frame that a port has received, and keeps it for observers.
func (n *Network) note(at phy.Time, port int32, kind medium.Kind, f medium.Frame, count *uint64) {
	if at >= n.config.Warmup {
		*count++
	}
	if n.kinds.Has(kind) {
		n.keep(at, port, kind, f, receiving)
	}
}

// keep keeps what a bridge has done at a port until it is shown. What a bridge has done before that may be kept after it.
func (n *Network) keep(at phy.Time, port int32, kind medium.Kind, f medium.Frame, order order) {
	p := &n.parts[n.ports[port].part]
	p.events = append(p.events, placed{part: n.ports[port].part, mapped: true, order: order, event: medium.Event{
		At: at, Kind: kind, Station: int32(len(n.config.Stations)+n.repeated) + port, Frame: f,
	}})
}

// queue queues a copy of a frame at a port. i is the frame's entry in the ledger.
func (n *Network) queue(h *heard, port int32, f medium.Frame, i int32) {
	n.ledger.entries[i].copies++
	at := h.at + n.bridges[n.ports[port].bridge].Latency
	n.queued = append(n.queued, injection{at: at, port: port, frame: f, entry: i, from: place{h.part, h.local}})
}

// inject passes the queued copies on to the domains.
func (n *Network) inject() {
	for k := range n.queued {
		q := &n.queued[k]
		out := &n.ports[q.port]
		at := out.place
		p := &n.parts[at.part]
		q.local = at.local
		n.queueChanges(q.port, q.at, +1)
		q.frame = medium.Frame{Size: q.frame.Size, Destination: n.here(at.part, q.frame.Destination), Ref: uint64(q.entry) + 1}
		if q.frame.Size < out.least || q.frame.Size > out.most {
			n.queueChanges(q.port, q.at, -1)
			n.copyDone(q.entry, &fate{medium.Transit{Fate: medium.Discarded, At: q.at, Sent: q.at, Frame: q.frame}, at.part})
			continue
		}
		if len(p.Ports) > 1 && !(extended && (n.mayLag || len(p.inbox) > 0)) || n.bridges[out.bridge].pausing != nil {
			n.hand(q)
			continue
		}
		p.inbox.add(q)
	}
	n.queued = n.queued[:0]
}

// hand queues a copy at its port.
func (n *Network) hand(q *injection) {
	if err := n.parts[n.ports[q.port].part].Inject(int(q.local), q.at, q.frame); err != nil && n.err == nil {
		n.err = err
	}
}

// takeIn queues the copies before an instant at their ports: nothing else can come before.
func (p *part) takeIn(before phy.Time) error {
	for len(p.inbox) > 0 && p.inbox[0].at < before {
		x := &p.inbox[0]
		if extended && p.patient != nil && x.at < p.Now() {
			p.patient.QueueBehind(int(x.local), x.at, x.frame)
		} else if err := p.Inject(int(x.local), x.at, x.frame); err != nil {
			return err
		}
		p.inbox.drop()
	}
	return nil
}
