package tap

import (
	"fmt"
	"slices"
	"sync"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// news is what links have said about their hosts' interfaces and the run has not taken up yet.
type news struct {
	mu   sync.Mutex
	list []pieceOfNews
}

type pieceOfNews struct {
	port *port
	is   Interface
}

// tell adds a piece. Any goroutine may call it.
func (n *news) tell(p *port, is Interface) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, pieceOfNews{p, is})
}

// tellFirst adds the state of a port's interface before all that has been said of it.
func (n *news) tellFirst(p *port, is Interface) {
	n.mu.Lock()
	defer n.mu.Unlock()
	k := slices.IndexFunc(n.list, func(x pieceOfNews) bool { return x.port == p })
	if k < 0 {
		k = len(n.list)
	}
	n.list = slices.Insert(n.list, k, pieceOfNews{p, is})
}

func (n *news) take() []pieceOfNews {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// follow begins to follow the interface of a port's host, if it has one.
func (l *Live) follow(p *port) error {
	f, ok := p.link.(Follower)
	if !ok {
		return nil
	}
	is, err := f.Follow(func(is Interface) {
		l.news.tell(p, is)
		l.clock.Wake()
	})
	if err != nil {
		return err
	}
	p.follows, p.is.Name = true, is.Name
	l.news.tellFirst(p, is) // what has changed since then may have been told already
	return nil
}

// heed makes the changes of hosts' interfaces those of their stations, at the instant up to which
// the network has been run. It comes before the frames of that instant, as in a replay.
func (l *Live) heed() {
	for _, n := range l.news.take() {
		if n.port.figures.Left == "" {
			l.become(n.port, n.is)
		}
	}
}

// become applies a state of an interface to its port.
func (l *Live) become(p *port, is Interface) {
	was, heard := p.is, p.hears()
	if is.Ether == (phy.Address{}) {
		is.Ether = was.Ether // the addresses behind it are not known
	}
	p.is = is
	say := func(format string, args ...any) { l.say(p, format, args...) }
	if is.Gone {
		// If it was deleted, the link says so.
		if l.takeFrom(p); p.figures.Left == "" {
			say("the interface %s is in another network namespace now: csmacd no longer follows its changes", is.Name)
		}
		return
	}
	// A network that cannot be changed goes on as it is, and the frames are still those of this host.
	set := func(c medium.Change) {
		c.Station = l.net.Name(p.station)
		_ = l.Change(c)
	}
	if is.Name != was.Name {
		say("the interface %s is now called %s", was.Name, is.Name)
	}
	if is.Ether != was.Ether {
		l.move(p, was.Ether)
	}
	if p.hears() != heard {
		set(medium.Change{Kind: medium.Promiscuous, On: is.Promiscuous})
	}
	if is.Promiscuous != was.Promiscuous {
		switch {
		case p.promiscuous: // the host gets every frame in any case
		case is.Promiscuous:
			say("the interface %s is promiscuous: the host gets every frame", is.Name)
		default:
			say("the interface %s is no longer promiscuous", is.Name)
		}
	}
	if is.Up != was.Up {
		set(medium.Change{Kind: medium.PowerOff, On: !is.Up})
		if is.Up {
			say("the interface %s is up", is.Name)
		} else {
			say("the interface %s is down: it sends and takes no frames", is.Name)
		}
	}
}

// move sets the address of a station to that of its host's interface. If it is another station's, the change is made when
// that one has left it: it may be a moment later, when an address goes over from one host to another.
func (l *Live) move(p *port, was phy.Address) {
	err := l.Change(medium.Change{Kind: medium.Ether, Station: l.net.Name(p.station), Address: p.is.Ether})
	holder := l.known.of(p.is.Ether)
	if p.unplaced = err != nil && holder >= 0 && int(holder) != p.station; p.unplaced {
		l.say(p, "the interface %s has the address %v, which another station has: the station keeps its own until that one gets another", p.is.Name, p.is.Ether)
		return
	}
	l.say(p, "the interface %s has the address %v: the station receives for this address, instead of %v", p.is.Name, p.is.Ether, was)
	for _, other := range l.ports.all {
		if other.unplaced && other.is.Ether == was && other.figures.Left == "" {
			l.move(other, l.net.Address(int32(other.station)))
		}
	}
}

// say notes something about the host of a port.
func (l *Live) say(p *port, format string, args ...any) {
	if l.options.Note != nil {
		l.options.Note(l.net.Name(p.station) + ": " + fmt.Sprintf(format, args...))
	}
}

// recognizeAll makes the station of a port whose host gets every frame count them all.
func (l *Live) recognizeAll(p *port) {
	if p.hears() { // a network that cannot be changed counts those for the station
		_ = l.Change(medium.Change{Kind: medium.Promiscuous, On: true, Station: l.net.Name(p.station)})
	}
}

// hears reports whether the host gets frames whatever their destination.
func (p *port) hears() bool { return p.promiscuous || p.is.Promiscuous }

// forget makes the destinations of addresses be asked for again.
func (d *destinations) forget() {
	others := d.others
	d.init(d.net)
	d.others = others
}

// own reports whether an address is that of the host's interface.
func (p *port) own(a phy.Address) bool { return a == p.is.Ether }
