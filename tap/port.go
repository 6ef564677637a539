package tap

import (
	"errors"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/internal/cargo"
)

// port is a live station.
type port struct {
	station     int
	link        Link
	promiscuous bool
	queue       int // maximum number of frames at the station
	least, most int // sizes of frames in octets, with FCS; most includes a tag
	held        int // number of frames at the station
	ready       bool
	figures     Passage
	presence    presence
	alias       alias
	follows     bool      // is follows the interface of the host
	unplaced    bool      // another station has the address of the interface
	is          Interface // otherwise one that has the station's address
	steady      bool      // the link's file descriptor is fd until it is closed ...
	fd          int
	awaited     bool // ... and waits take it into account
}

func newPort(p Port) *port {
	_, steady := p.Link.(steady)
	return &port{link: p.Link, promiscuous: p.Promiscuous, queue: max(p.Queue, 1), steady: steady, presence: newPresence(p.Link)}
}

// begin starts the link of a port, and begins to follow the interface of its host. name is that of the station.
func (l *Live) begin(p *port, name string) error {
	if err := l.follow(p); err != nil {
		return fmt.Errorf("tap: %s: %w", name, err)
	}
	return p.link.Start(l.clock.Wake)
}

// place makes a port that of a station.
func (l *Live) place(p *port, station int) {
	rules := l.net.Params(station)
	p.station, p.least, p.most = station, rules.MinFrame, rules.MaxFrame
	p.is.Ether, p.is.Up = l.net.Address(int32(station)), true
	l.ports.add(p)
	l.portOf[station] = p
	l.net.Deliver(station, func(at phy.Time, f medium.Frame) { l.received(p, at, f) })
	if c, ok := l.net.(chooser); ok {
		c.DeliverOnly(station, func(f *medium.Frame) bool { return p.wants(f.Destination, l.net) || p.misses(f.Destination) })
	}
}

// listens reports whether frames of the host are wanted now: it has not left, and there is room.
func (p *port) listens() bool { return p.figures.Left == "" && p.held < p.queue }

func (p *port) passage(name string) Passage {
	f := p.figures
	f.Station = name
	f.Waiting = f.Left == "" && p.presence.waiting()
	f.Down = f.Left == "" && !p.is.Up
	f.Promiscuous = p.is.Promiscuous
	if d, ok := p.link.(Dropper); ok {
		f.Dropped = d.Dropped()
	}
	return f
}

// atOnce is the number of frames taken from one host before it is the turn of the next.
const atOnce = 64

// take queues the frames of hosts at their stations, at the instant up to which the network has
// been run, and notes which hosts have come and gone. It reports whether it has queued a frame.
func (l *Live) take() (queued bool) {
	for _, p := range l.ports.takeReady() {
		before := p.figures.In
		l.takeFrom(p)
		queued = queued || p.figures.In > before
	}
	l.ports.look(l.pace.started, l.net.Name, l.options.Note)
	return queued
}

func (l *Live) takeFrom(p *port) {
	for taken := 0; p.listens(); taken++ {
		if taken == atOnce {
			l.ports.mark(p) // there may be more
			return
		}
		n, err := p.link.Read(l.buffer)
		if errors.Is(err, ErrNothing) {
			return
		}
		if err != nil {
			l.leave(p, err)
			return
		}
		l.arrive(p, n)
	}
}

// arrive queues the frame in the buffer at its station.
func (l *Live) arrive(p *port, n int) {
	frame := l.buffer[:min(n, len(l.buffer))]
	switch judge(frame, n, p.most) {
	case tooShort:
		p.figures.TooShort++
		return
	case tooLong:
		p.figures.TooLong++
		return
	}
	at := l.net.Now()
	ref, octets := l.cargo.Take(frame, p.least)
	f := medium.Frame{Size: int32(len(octets)), Destination: l.known.of(phy.Address(frame[:6])), Ref: ref}
	if err := l.net.Inject(p.station, at, f); err != nil {
		// The only possible reason is that the rules of this station have other limits.
		l.cargo.Left(ref, at)
		p.figures.TooLong++
		return
	}
	p.figures.In++
	if p.held++; p.held == p.queue {
		l.ports.move(p)
	}
	if from := phy.Address(frame[6:12]); !p.hears() && !p.own(from) {
		p.figures.Foreign++
		l.notice(p, from)
	}
	if l.options.Arrived != nil {
		l.options.Arrived(p.station, at, octets)
	}
}

// delivery is a frame that a live station has received.
type delivery struct {
	port  *port
	at    phy.Time
	frame medium.Frame
}

// departures observes the frames of live stations that leave.
type departures struct{ *Live }

// Interest implements [medium.Observer].
func (l *departures) Interest() medium.Interest {
	i := medium.Interest{Kinds: medium.Of(medium.Sent, medium.Dropped), Stations: []int{}}
	for _, p := range l.ports.all {
		i.Stations = append(i.Stations, p.station)
	}
	return i
}

// Joined implements [medium.Joiner].
func (l *departures) Joined(station int) {
	l.portOf = slices.Insert(l.portOf, station, nil)
	if l.joining != nil {
		l.place(l.joining, station)
		l.joining = nil
	}
}

// Observe implements [medium.Observer].
func (l *departures) Observe(e *medium.Event) {
	if !cargo.OfHost(e.Frame.Ref) {
		return // it is of the station's own traffic
	}
	p := l.portOf[e.Station]
	if p.held == p.queue { // its host may have been waiting
		l.ports.mark(p)
		l.ports.move(p)
	}
	p.held--
	l.cargo.Left(e.Frame.Ref, e.At)
}

// received is called for each frame that a live station has heard whole.
func (l *Live) received(p *port, at phy.Time, f medium.Frame) {
	switch {
	case p.wants(f.Destination, l.net):
		l.due = append(l.due, delivery{p, at, f})
	case p.misses(f.Destination):
		p.figures.Missed++
	}
}

// wants reports whether a frame is for the host: for its address, or for a group.
func (p *port) wants(destination int32, net Network) bool {
	if p.hears() {
		return true
	}
	a := net.Address(destination)
	return p.own(a) || a.Group()
}

// misses reports whether a frame is for an address behind the host's interface, which the host does
// not get.
func (p *port) misses(destination int32) bool {
	return p.alias.known && destination == p.alias.destination
}

// near returns the time that a frame of a station takes at least to a host: it is 0 while the
// station has no room, because its host waits for the end of the frame.
func (l *Live) near(station int32) phy.Time {
	net, ok := l.net.(spacious)
	if !ok || int(station) >= len(l.portOf) {
		return 0
	}
	if p := l.portOf[station]; p != nil && !p.listens() {
		return 0
	}
	at := phy.Time(phy.Forever)
	for _, p := range l.ports.all {
		if p.station != int(station) {
			at = min(at, net.Apart(int(station), p.station))
		}
	}
	if at == phy.Forever {
		return 0
	}
	return at
}

// handOver passes to the hosts the frames that their stations have received.
func (l *Live) handOver() {
	for i := range l.due {
		d := &l.due[i]
		p := d.port
		if p.figures.Left != "" {
			continue
		}
		l.pace.late(l.clock.Now() - l.pace.wall(d.at))
		err := p.link.Write(l.octets(&d.frame))
		switch {
		case err == nil:
			p.figures.Out++
			if p.steady && !l.net.Address(d.frame.Destination).Group() {
				l.ports.mark(p) // the host's kernel may have answered already; of those that get a broadcast few do
			}
		case errors.Is(err, ErrAbsent):
			p.figures.Absent++
		case errors.Is(err, ErrNotTaken):
			p.figures.NotTaken++
		default:
			p.figures.NotTaken++
			l.leave(p, err)
		}
	}
	l.due = l.due[:0]
}

// octets returns what a host receives of a frame, as from a network card: everything that was on
// the medium, pad included, except the FCS.
func (l *Live) octets(f *medium.Frame) []byte {
	var b []byte
	switch {
	case cargo.OfHost(f.Ref):
		b = l.cargo.Octets(f.Ref)
	case l.options.Octets == nil:
		b = l.buffer[:f.Size]
		clear(b)
	default:
		b = l.options.Octets(l.buffer[:0], *f)
	}
	return b[:max(0, len(b)-phy.FCSSize)]
}

// leave removes a station whose link can no longer be used. Its queued frames are still sent. The
// other stations continue.
func (l *Live) leave(p *port, why error) {
	p.figures.Left = why.Error()
	l.ports.move(p)
	if l.options.Note != nil {
		l.options.Note(fmt.Sprintf("%s has left: %v", l.net.Name(p.station), why))
	}
}

func (l *Live) closeLinks() error {
	var errs []error
	for _, p := range l.ports.all {
		if err := p.link.Close(); err != nil && p.figures.Left == "" {
			errs = append(errs, fmt.Errorf("%s: %w", l.net.Name(p.station), err))
		}
	}
	return errors.Join(errs...)
}

// destinations caches the destinations of addresses, and asks again for those that stations may have left or got. A network remembers each address that does not
// belong to a station. A host that invents many has to share one.
type destinations struct {
	net    Network
	known  map[phy.Address]int32
	others int // of these: not of a station
}

func (d *destinations) init(net Network) {
	d.net, d.known = net, map[phy.Address]int32{phy.Broadcast: medium.Broadcast}
	for i := range int32(net.Len()) {
		d.known[net.Address(i)] = i
	}
}

const mostAddresses = 4096

var (
	otherHosts  = phy.Address{0x02, 0xff, 0xff, 0xff, 0xff, 0xff}
	otherGroups = phy.Address{0x03, 0xff, 0xff, 0xff, 0xff, 0xff}
)

func (d *destinations) of(a phy.Address) int32 {
	switch to, ok := d.known[a]; {
	case ok && (to == medium.Broadcast || to >= 0 && d.net.Address(to) == a):
		return to
	case ok: // a station may have got it
		return d.net.Destination(a)
	}
	if d.others++; d.others > mostAddresses {
		if a.Group() {
			return d.net.Destination(otherGroups)
		}
		return d.net.Destination(otherHosts)
	}
	to := d.net.Destination(a)
	d.known[a] = to
	return to
}
