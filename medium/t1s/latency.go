package t1s

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// Latency holds the latencies of a PHY of clause 147, between the MII and the line. The zero value is
// [Ideal].
type Latency struct {
	Tx     phy.Time // from TX_EN or TX_ER, as the PHY takes it, to the line
	CRSOn  phy.Time // from a signal on the line to CRS
	CRSOff phy.Time // from the end of all signals
	RxOn   phy.Time // from a signal to RX_DV, or to a decoded BEACON or COMMIT
	RxOff  phy.Time // from its end
	COLOn  phy.Time // from a second signal to COL
	COLOff phy.Time // from its end, or that of the first

	// MII is the period of the clock on which the PHY takes what its node sends: a nibble of four bits.
	// 0 is a PHY that takes it at any instant.
	MII phy.Time

	// Tail is what a transmission leaves on the line after its last symbol: a zero of the line code
	// (147.4.2).
	Tail phy.Time
}

// Ideal is a PHY without latencies and without a clock.
var Ideal = Latency{}

// Min, Typical and Max are PHYs with the shortest latencies that clause 147 allows, with usual ones,
// and with the longest.
var (
	Min     = latency(120, 400, 640, 2400, 640, 0, 0)
	Typical = latency(280, 840, 840, 3200, 1270, 1600, 1600)
	Max     = latency(440, 1040, 1120, 4000, 1900, 5000, 3200)
)

// Clock and Zero are the period of the MII clock and the length of the tail of a real PHY.
const (
	Clock = 400 * phy.Nanosecond
	Zero  = 80 * phy.Nanosecond
)

func latency(tx, crsOn, crsOff, rxOn, rxOff, colOn, colOff phy.Time) Latency {
	const ns = phy.Nanosecond
	return Latency{
		Tx: tx * ns, CRSOn: crsOn * ns, CRSOff: crsOff * ns, RxOn: rxOn * ns, RxOff: rxOff * ns,
		COLOn: colOn * ns, COLOff: colOff * ns, MII: Clock, Tail: Zero,
	}
}

// Check returns an error if a latency is negative or longer than a millisecond.
func (l *Latency) Check() error {
	list := [...]phy.Time{l.Tx, l.CRSOn, l.CRSOff, l.RxOn, l.RxOff, l.COLOn, l.COLOff, l.MII, l.Tail}
	for _, t := range list {
		if t < 0 || t > phy.Millisecond {
			return errors.New("a latency must be 0 to 1 ms")
		}
	}
	return nil
}
