package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// ledger follows each frame that bridges forward, from its sender to its end: copies of it are many,
// but it is one frame. The Ref of a copy is the number of its frame here, + 1.
type ledger struct {
	entries []entry
	free    []int32
	numbers []map[uint64]int32 // by domain: those of frames that a port may still hear, or whose sender's own transmission is not settled yet
	settled []int32            // that may be forgotten
	most    int                // of them, before those that are old enough are
	figures []stationFigures   // by station
	sums    sums
}

// original identifies a frame where it was first sent.
type original struct {
	part, source int32
	number       uint32
}

// entry is one frame.
type entry struct {
	frame   medium.Frame // as the network numbers stations
	queued  phy.Time     // when its station queued it
	arrived phy.Time     // when it was received, so far,
	sent    phy.Time     // and the end of that transmission, or of the last one
	last    phy.Time     // when something last happened to it
	copies  int32        // queued or being sent, the original included
	known   bool         // the fate of the original is known
	group   bool
	got     bool     // its destination has received it
	missed  bool     // a group: not all stations of a domain received it
	dropped bool     // a port discarded a copy
	done    bool     // it has been counted, ...
	lost    bool     // ... as lost in its own domain: the next owner of its address may still receive a copy
	idle    bool     // it is among those that may be forgotten
	from    original // if ports may hear it after its fate is known
}

// sums are the figures of frames in transit, without the warm-up.
type sums struct {
	delivered, deliveredOctets, lost, dropped uint64
}

// stationFigures are the figures of a station's own frames in transit.
type stationFigures struct{ delivered, octets uint64 }

// key returns the key of a frame among those of its domain.
func (o *original) key() uint64 { return uint64(o.source)<<32 | uint64(o.number) }

// find returns the number of a frame that is known by its original.
func (l *ledger) find(o *original) (number int32, ok bool) {
	number, ok = l.numbers[o.part][o.key()]
	return number, ok
}

// name makes a frame known by its original.
func (l *ledger) name(o *original, number int32) {
	m := &l.numbers[o.part]
	if *m == nil {
		*m = map[uint64]int32{}
	}
	(*m)[o.key()] = number
}

func (l *ledger) init(stations, domains int) {
	l.numbers, l.most = make([]map[uint64]int32, domains), 64
	l.figures = make([]stationFigures, stations)
}

// add adds a frame, and returns its number.
func (l *ledger) add(e entry) int32 {
	if k := len(l.free); k > 0 {
		i := l.free[k-1]
		l.free = l.free[:k-1]
		l.entries[i] = e
		return i
	}
	l.entries = append(l.entries, e)
	return int32(len(l.entries) - 1)
}

// entryOf returns the entry of a frame that a port has heard, and its number. It makes one for a
// frame that its sender has just sent.
func (n *Network) entryOf(h *heard) int32 {
	l := &n.ledger
	p := &n.parts[h.part]
	if p.seams.Port(h.frame.Source) {
		return int32(h.frame.Ref - 1)
	}
	key := original{h.part, h.frame.Source, h.frame.Number}
	if i, ok := l.find(&key); ok {
		return i
	}
	f := n.mapped(p, &h.frame)
	e := entry{frame: f, copies: 1, last: h.at, group: n.known.Group(f.Destination)}
	if !p.seams.InTransit(&h.frame) { // it stays in its domain, and only copies of it are elsewhere
		e.copies, e.known, e.done = 0, true, true
	}
	if p.seams.All {
		e.from = key
	}
	i := l.add(e)
	if !e.done {
		l.name(&key, i)
	}
	return i
}

// mapped returns a frame of a domain as the network numbers stations. The frame of a copy is that of
// its original.
func (n *Network) mapped(p *part, f *medium.Frame) medium.Frame {
	if f.Number == 0 && f.Size == 0 {
		return *f // there is none
	}
	if int(f.Source) < len(p.seams.Stations) && p.seams.Port(f.Source) && f.Destination != p.pause {
		return n.ledger.entries[f.Ref-1].frame
	}
	g := *f
	g.Source = n.global(p, f.Source)
	g.Destination = n.everywhere(p, f.Destination)
	return g
}

// global returns the number in the network of a station or port of a domain.
func (n *Network) global(p *part, local int32) int32 {
	if local < 0 {
		return local
	}
	if k := int(local) - len(p.seams.Stations); k >= 0 {
		return n.repeaterPort(p, k)
	}
	i := p.seams.Stations[local]
	if i < 0 {
		i = int32(len(n.config.Stations)+n.repeated) + -1 - i
	}
	return i
}

// repeaterPort returns the number in the network of the k-th port of a domain's repeaters.
func (n *Network) repeaterPort(p *part, k int) int32 {
	for _, r := range p.Repeaters {
		if ports := len(n.config.Repeaters[r].Ports); k >= ports {
			k -= ports
			continue
		}
		for _, before := range n.config.Repeaters[:r] {
			k += len(before.Ports)
		}
		break
	}
	return int32(len(n.config.Stations) + k)
}

// fate is what happened to a frame in transit, in a domain.
type fate struct {
	medium.Transit
	part int32
}

// settle takes note of the fate of an original or a copy.
func (n *Network) settle(f *fate) {
	l := &n.ledger
	p := &n.parts[f.part]
	if p.seams.Port(f.Frame.Source) {
		if f.Frame.Destination != p.pause { // otherwise it is a frame of the port itself
			n.copyDone(int32(f.Frame.Ref-1), f)
		}
		return
	}
	key := original{f.part, f.Frame.Source, f.Frame.Number}
	i, ok := l.find(&key)
	here := f.Frame.Destination >= 0 // it was for a station of its domain, and what others receive does not count
	if !ok {                         // no port forwarded it, so far
		g := n.mapped(p, &f.Frame)
		if here && len(p.Ports) > 0 { // a port may still hear it
			i = l.add(entry{frame: g, queued: f.Queued, known: true, done: true, lost: f.Fate != medium.Arrived, sent: f.Sent, last: f.At, from: key})
			l.name(&key, i)
			n.rest(i)
		}
		if (here || n.known.Group(g.Destination) && !n.kept(p, g.Destination)) && f.Fate == medium.Arrived {
			n.count(&entry{frame: g, queued: f.Queued, arrived: f.At, sent: f.Sent})
		} else {
			n.countAt(f.Sent, &l.sums.lost)
		}
		return
	}
	if !p.seams.All {
		delete(l.numbers[key.part], key.key())
	}
	e := &l.entries[i]
	e.known, e.queued = true, f.Queued
	if n.arrived(e, f); here && !e.done {
		if e.done = true; f.Fate == medium.Arrived {
			e.arrived, e.sent = f.At, f.Sent
			n.count(e)
		} else {
			e.lost, e.sent = true, f.Sent
			n.countAt(f.Sent, &l.sums.lost)
		}
	}
	n.less(i, f.At)
}

// kept reports whether frames for a group that a station of a domain sends do not reach all stations of the
// network: those for a reserved address, if there are stations behind a bridge.
func (n *Network) kept(p *part, group int32) bool {
	return len(p.Ports) > 0 && len(p.Stations) < n.Len() && reserved(n.Address(group))
}

// copyDone takes note of the fate of a copy.
func (n *Network) copyDone(i int32, f *fate) {
	e := &n.ledger.entries[i]
	if n.arrived(e, f); f.Fate == medium.Discarded && !(e.group && n.isEmpty(f.part)) {
		e.dropped, e.missed = true, true
	}
	n.less(i, f.At)
}

// arrived takes note of who received an original or a copy.
func (n *Network) arrived(e *entry, f *fate) {
	switch {
	case e.group:
		if !n.isEmpty(f.part) {
			e.missed = e.missed || f.Fate != medium.Arrived
			e.arrived = max(e.arrived, f.At)
		}
		e.sent = max(e.sent, f.Sent)
	case f.Fate == medium.Arrived && f.Frame.Destination >= 0 && !n.parts[f.part].seams.Port(f.Frame.Destination):
		lost := e.lost // at the station that had the address before
		if lost && n.measures(e.sent) {
			n.ledger.sums.lost--
		}
		e.got, e.lost, e.arrived, e.sent = true, false, f.At, f.Sent
		if lost {
			n.count(e)
		}
	case !e.got && !e.lost:
		e.sent = max(e.sent, f.Sent)
	}
}

// isEmpty reports whether a domain has nothing but one port, such as a cable without stations: nobody misses a copy there.
func (n *Network) isEmpty(part int32) bool { return len(n.parts[part].seams.Stations) == 1 }

// less takes note that there is one copy less, and counts the frame if its fate is known.
func (n *Network) less(i int32, at phy.Time) {
	l := &n.ledger
	e := &l.entries[i]
	e.copies--
	e.last = max(e.last, at)
	if !e.done && e.known && (e.got || e.copies == 0) {
		e.done = true
		switch {
		case e.got || e.group && !e.missed:
			n.count(e)
		case e.dropped:
			n.countAt(e.sent, &l.sums.dropped)
		default:
			n.countAt(e.sent, &l.sums.lost)
		}
	}
	n.rest(i)
}

// measures reports whether the figures count a frame whose last transmission ended at an instant: not if that was in the warm-up, as
// on a single medium. Where the frame was when the warm-up ended, and when its station sent it, does not matter.
func (n *Network) measures(sent phy.Time) bool { return !n.warm || sent >= n.config.Warmup }

// countAt counts a frame whose last transmission ended, or which was discarded, at an instant.
func (n *Network) countAt(sent phy.Time, frames *uint64) {
	if n.measures(sent) {
		*frames++
	}
}

// count counts a frame that has been delivered.
func (n *Network) count(e *entry) {
	if !n.measures(e.sent) {
		return
	}
	l := &n.ledger
	l.sums.delivered++
	l.sums.deliveredOctets += uint64(e.frame.Size)
	st := &l.figures[e.frame.Source]
	st.delivered++
	st.octets += uint64(e.frame.Size)
	n.delays[0].whole.Add(e.arrived-e.queued, 1)
}

// rest puts a frame that is over among those that may be forgotten.
func (n *Network) rest(i int32) {
	if e := &n.ledger.entries[i]; e.copies == 0 && e.done && !e.idle {
		e.idle = true
		n.ledger.settled = append(n.ledger.settled, i)
	}
}

// forget forgets frames whose last edge has left every cable at an instant.
func (n *Network) forget(now phy.Time) {
	l := &n.ledger
	kept := l.settled[:0]
	for _, i := range l.settled {
		switch e := &l.entries[i]; {
		case e.copies > 0:
			e.idle = false
		case e.last+n.longest < now:
			if e.from.number > 0 {
				delete(l.numbers[e.from.part], e.from.key())
			}
			l.free = append(l.free, i)
		default:
			kept = append(kept, i)
		}
	}
	l.settled = kept
}

// Holds reports whether the frame that [Network.Inject] queued with a Ref, and that has left its station, is in a
// bridge or on its way from one.
func (n *Network) Holds(ref uint64) bool {
	for i := range n.ledger.entries {
		if e := &n.ledger.entries[i]; e.frame.Ref == ref && (e.copies > 0 || !e.done || e.last+n.longest >= n.now) {
			return true
		}
	}
	return false
}

// inBridges returns the number of frames that bridges hold: those that have not arrived, with copies
// on their way. The original may still be on its way too, to others than the bridge.
func (l *ledger) inBridges() (frames uint64) {
	for i := range l.entries {
		if e := &l.entries[i]; !e.done && (e.copies > 1 || e.known && e.copies > 0) {
			frames++
		}
	}
	return frames
}
