package scenario

import (
	"io"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// OwnAddresses sets addresses that no other run has for the stations of a scenario that was
// read with [Options].Live, so that the cables of two runs can be bridged. Three octets, drawn
// from random, identify the run and are locally administered; the other three count the
// stations. A group keeps its addresses if the file writes them, as its ether or, for one of
// its stations, as the destination of a frame. A [Scenario.Recording] writes the new ones as
// ether.
func (s *Scenario) OwnAddresses(random io.Reader) error {
	if s.origin == nil || len(s.Config.Stations) >= 1<<24 {
		return nil
	}
	var own phy.Address
	for taken := true; taken; {
		if _, err := io.ReadFull(random, own[:3]); err != nil {
			return err
		}
		own[0] = own[0]&^1 | 2 // an individual address, locally administered (IEEE 802 8.4)
		taken = s.origin.takes([3]byte(own[:3]))
	}
	s.reader.ownAddresses = &own
	for _, g := range s.origin.groups {
		if g.etherAt != nil || g.addressed {
			continue
		}
		g.addressFrom(&own, g.Node)
		for i := range g.Count {
			s.Config.Stations[g.First+i].Address = g.address(i)
		}
	}
	return nil
}

// addressFrom makes the addresses of a group begin with those of a run.
func (g *group) addressFrom(own *phy.Address, at *document.Node) {
	n := g.First + 1
	g.ether, g.etherAt = *own, at
	g.ether[3], g.ether[4], g.ether[5] = byte(n>>16), byte(n>>8), byte(n)
}

// takes reports whether addresses that begin like this may belong to other stations: those that
// follow from numbers, or that the file writes.
func (o *origin) takes(first [3]byte) bool {
	if first[0] == 2 && first[1] == 0 {
		return true
	}
	for _, g := range o.groups {
		if g.etherAt != nil && [3]byte(g.ether[:3]) == first {
			return true
		}
	}
	return false
}

// addressed notes that the file uses the address of a station, which the station must keep.
func (r *reader) addressed(a phy.Address) {
	if number, ok := phy.StationIndex(a); ok && number < r.Total {
		r.groupOf(number).addressed = true
	}
}
