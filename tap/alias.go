package tap

import (
	"fmt"
	"time"

	"github.com/csmacd/csmacd/phy"
)

// alias is the last source address of a host that is not its station's address. A station receives
// frames for its own address only. A frame for the host's other address therefore does not reach
// the host, just as with a network card whose address differs from that of its driver.
type alias struct {
	known       bool
	address     phy.Address
	destination int32 // the destination of the address on the medium
	since       time.Duration
	noted       bool
	told        int // number of notes about it
}

const (
	// mostAliases limits the notes about the addresses of one host: a bridge behind a station has many.
	mostAliases = 3
	// settling is how long after the first frame from a new address the message may come that the
	// host's interface has this address.
	settling = 200 * time.Millisecond
)

// notice records the source address of a frame from a host, and notes one that is new.
func (l *Live) notice(p *port, from phy.Address) {
	a := &p.alias
	if !a.known || a.address != from {
		a.known, a.address, a.destination = true, from, l.known.of(from)
		a.since, a.noted = l.pace.started, false
	}
	if a.noted || p.follows && l.pace.started-a.since < settling {
		return
	}
	a.noted = true
	if a.told++; a.told <= mostAliases && l.options.Note != nil {
		l.options.Note(fmt.Sprintf("%s: the host sends from %v, and the station receives for %v: what is sent to the host's address is lost (give the interface the station's address, or attach it with promiscuous: on)",
			l.net.Name(p.station), from, p.is.Ether))
	}
}
