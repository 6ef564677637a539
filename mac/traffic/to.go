package traffic

import (
	"fmt"
	"math/rand/v2"

	"github.com/csmacd/csmacd/phy"
)

// Whom is a way of choosing whom a frame is for.
type Whom uint8

// The ways of choosing whom a frame is for.
const (
	ToRandom    Whom = iota // another station, each as likely
	ToNext                  // the station after this one, wrapping
	ToBroadcast             // all
	ToStation               // one station, by its number
	ToAddress               // an address, a group's or one that may be nobody's
)

// To says whom a source's frames are for. The zero value is a random other station.
type To struct {
	Whom    Whom
	Station int         // ToStation
	Address phy.Address // ToAddress
}

// Check reports what is impossible about a destination among that many stations.
func (to *To) Check(stations int) error {
	switch {
	case to.Whom > ToAddress:
		return to.unknown()
	case to.Whom == ToStation && (to.Station < 0 || to.Station >= stations):
		return fmt.Errorf("its frames are for station %d of %d", to.Station, stations)
	}
	return nil
}

// unknown is the error of a way to choose that does not exist.
func (to *To) unknown() error {
	return fmt.Errorf("%d is not a way to choose the destination of a frame", to.Whom)
}

// Draw returns the number of the station that a frame of station self is for,
// among count stations; only for ToRandom, ToNext and ToStation. A station alone
// gets its own number: there is nobody else.
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
