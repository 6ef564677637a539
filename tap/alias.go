package tap

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// alias is the last source address of a host that is not its station's address. A station receives
// frames for its own address only. A frame for the host's other address therefore does not reach
// the host, just as with a network card whose address differs from that of its driver.
type alias struct {
	known       bool
	address     phy.Address
	destination int32 // the destination of the address on the medium
	told        int   // number of notes about it
}

// mostAliases limits the notes about the addresses of one host: a bridge behind a station has many.
const mostAliases = 3

// notice records the source address of a frame from a host, and notes one that is new.
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
