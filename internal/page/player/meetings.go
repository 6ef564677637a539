package player

import (
	"sort"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// meetings counts the collisions of a network, or of a medium that changes, at any instant of a run: the picture does not
// observe all that collides. The network is run once more, unobserved, up to and including each instant that is asked for.
type meetings struct {
	net  medium.Network
	list []met // in order of time
}

// met has the number of collisions of each domain up to and including an instant.
type met struct {
	at      phy.Time
	domains []uint64
}

// around is the number of events before an instant that is gone back to, at which collisions are counted on the way: a
// reader goes back step by step.
const around = 256

// mostMet is the most instants whose counts are kept.
const mostMet = 4 * around

// Meetings returns the number of collisions of each domain of the network up to and including the instant after which n
// events have happened: as a result counts them, but from time 0. A cable is one domain. It returns nil if the medium
// is not a cable or a network.
func (p *Player) Meetings(events int) []uint64 {
	if p.watch.scene == nil {
		return nil
	}
	at := phy.Time(-1)
	if events = min(events, len(p.events)); events > 0 {
		at = p.events[events-1].At
	}
	m := &p.meetings
	if k := m.find(at); k < len(m.list) && m.list[k].at == at {
		return m.list[k].domains
	}
	if m.net == nil || m.net.Now() > at+1 {
		net, err := p.uncut()
		if err != nil {
			return nil // it was built before, and has not changed
		}
		m.net, m.list = net, nil
		for k := max(0, events-around); k < events; k++ {
			m.count(p.events[k].At)
		}
	}
	return m.count(at)
}

// find returns the place of an instant in the list.
func (m *meetings) find(at phy.Time) int {
	return sort.Search(len(m.list), func(k int) bool { return m.list[k].at >= at })
}

// count runs the network up to and including an instant, which is not before the last, and counts.
func (m *meetings) count(at phy.Time) []uint64 {
	if n := len(m.list); n > 0 && m.list[n-1].at == at {
		return m.list[n-1].domains
	}
	if at+1 > m.net.Now() {
		_ = m.net.Run(at + 1) // the run that is shown ends with the same error
	}
	var domains []uint64
	if several, ok := m.net.(*lan.Network); ok {
		domains = several.Collisions()
	} else if one, ok := m.net.(interface{ Tally() medium.Tally }); ok {
		domains = []uint64{one.Tally().Collisions}
	}
	if len(m.list) == mostMet {
		m.list = append(m.list[:0], m.list[mostMet/2:]...)
	}
	m.list = append(m.list, met{at, domains})
	return domains
}

// uncut makes the network again, without a warm-up, which leaves collisions out, and without a condition that ends it: it is
// run no further than the run that is shown.
func (p *Player) uncut() (medium.Network, error) {
	s := *p.Scenario
	s.Config.Warmup, s.Config.Until = 0, medium.Until{}
	return s.Network()
}
