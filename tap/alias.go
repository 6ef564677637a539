package tap

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// alias is the last address, not its station's, that a host has sent from. A station
// receives for its own address: what is sent to the host's other one passes it by, as it
// does a network card whose address is another than its driver's.
type alias struct {
	known       bool
	address     phy.Address
	destination int32 // that the address is on the medium
	told        int   // notes of it
}

// mostAliases bounds the notes of one host's addresses: a bridge behind a station has many.
const mostAliases = 3

// notice takes down an address that a host has sent from, and tells of one that is new.
func (l *Live) notice(p *port, from phy.Address) {
	a := &p.alias
	if a.known && a.address == from {
		return
	}
	a.known, a.address, a.destination = true, from, l.known.of(from)
	if a.told++; a.told <= mostAliases && l.options.Note != nil {
		l.options.Note(fmt.Sprintf("%s: the host sends from %v, and the station receives for %v: what is sent to the host's address is lost (give the interface the station's address, or attach it with promiscuous: on)",
			l.net.Name(p.station), from, l.net.Address(int32(p.station))))
	}
}
