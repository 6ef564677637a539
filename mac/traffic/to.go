package traffic

import (
	"fmt"
	"math/rand/v2"

	"github.com/csmacd/csmacd/phy"
)

// The type of the ways in which the destination of a frame is chosen.
type Whom uint8

// The ways of choosing the destination of a frame.
const (
	ToRandom    Whom = iota // another station, each with the same probability
	ToNext                  // the station after this one; the first one follows the last
	ToBroadcast             // all stations
	ToStation               // one station, by its number
	ToAddress               // an address: of a group, or of a station, which need not exist
	ToDomain                // another station of the same collision domain, each with the same probability
)

// To describes how the destination of each frame of a source is chosen. The zero value is a random
// other station.
type To struct {
	Whom    Whom
	Station int         // ToStation
	Address phy.Address // ToAddress
}

// Check reports what is impossible about a destination in a network of that many stations.
func (to *To) Check(stations int) error {
	switch {
	case to.Whom > ToDomain:
		return to.unknown()
	case to.Whom == ToStation && (to.Station < 0 || to.Station >= stations):
		return fmt.Errorf("the destination is station %d, and stations are numbered from 0 to %d", to.Station, stations-1)
	}
	return nil
}

// unknown returns the error for an undefined way of choosing.
func (to *To) unknown() error {
	return fmt.Errorf("%d is not a way to choose the destination of a frame", to.Whom)
}

// Draw returns the number of the destination of a frame of station self, in a network of count
// stations, or for ToDomain in a domain. It does not apply to ToBroadcast and ToAddress. In a network of one station it
// returns the station's own number.
func (to *To) Draw(self, count int, r rand.Source) int {
	switch {
	case to.Whom == ToStation:
		return to.Station
	case count < 2:
		return self
	case to.Whom == ToNext:
		if self+1 == count {
			return 0
		}
		return self + 1
	}
	n := int(below(r, uint64(count-1)))
	if n >= self {
		n++
	}
	return n
}
