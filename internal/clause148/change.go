package clause148

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// changes does what the timeline says for this instant.
func (m *model) changes() {
	for len(m.timeline) > 0 && m.timeline[0].At <= m.now {
		m.change(m.timeline[0])
		m.timeline = m.timeline[1:]
		m.lineNow = true
	}
}

// change sets one thing.
func (m *model) change(c medium.Change) {
	var n *node
	for _, other := range m.nodes {
		if other.name == c.Station {
			n = other
		}
	}
	if n != nil && n.gone {
		return
	}
	e := medium.Event{At: m.now, Kind: medium.Changed, Station: medium.NoStation, ID: int32(c.Kind), OK: c.On}
	if n != nil {
		e.Station = int32(n.number)
	}
	switch c.Kind {
	case medium.PLCA:
		p, _ := c.New.(*plca.Params)
		if n.meant = p; !n.powerOff {
			n.manage(p)
		}
		n.had = n.had || p != nil
		e.OK = p != nil
	case medium.BeaconLoss:
		m.lossRate = c.Value
		e.OK = c.Value > 0
	case medium.PowerOff:
		n.power(c.On)
	case medium.Remove:
		n.power(true)
		n.gone, e.OK = true, true
	case medium.Deaf:
		n.deafness = append(n.deafness, deafness{m.now, c.On})
	case medium.Mute:
		n.mute = c.On
	case medium.NoCollision:
		n.noCollision = c.On
	case medium.Short:
		m.shorted = c.On
	case medium.Cut:
		m.cuts = append(m.cuts, cut{m.now, c.On, c.Place})
	case medium.Ether:
		m.setEther(n, c.Address)
		e.OK = true
	case medium.BitErrors:
		e.OK = c.Errors != medium.Errors{}
	}
	m.events = append(m.events, e)
}

// losesBeacon reports whether the node does not decode a BEACON that is alone at its tap from an instant on.
// That is drawn as it becomes alone, unless the BEACON is lost already. One that begins in the instant in which
// the node's own turn begins is never alone there.
func (n *node) losesBeacon(e *element, alone phy.Time) bool {
	if e.node == n {
		return false
	}
	if at, drawn := e.drawn[n.number]; alone == n.m.now && !n.m.ending && n.m.lossRate > 0 && !e.unheard[n.number] && !(drawn && at == alone) {
		if e.drawn == nil {
			e.drawn, e.unheard = map[int]phy.Time{}, map[int]bool{}
		}
		e.drawn[n.number], e.unheard[n.number] = alone, n.losses.Float64() < n.m.lossRate
	}
	return e.unheard[n.number]
}
