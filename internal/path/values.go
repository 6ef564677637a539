package path

import (
	"math"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

// What a path must not exceed, in bit times.
const (
	MostDelay       = 575 // 13.4.1
	MostVariability = 49  // 13.4.2
	MostFastDelay   = 512 // 29.3.1.4
)

// Roles of a segment on a path.
const (
	Left   = "left"   // the transmitting end
	Middle = "middle" // between two repeaters
	Right  = "right"  // the receiving end
)

// values are the round-trip delays of a kind of segment at 10 Mb/s, in bit times (Table 13-2).
type values struct {
	left, middle, right float64
	perMetre            float64
}

var tenMegabit = map[string]values{
	"10base5":   {11.75, 46.5, 169.5, 0.0866},
	"10base2":   {11.75, 46.5, 169.5, 0.1026},
	"10base-t":  {15.25, 42, 165, 0.113},
	"10base-fl": {12.25, 33.5, 156.5, 0.1},
}

// Delays at 100 Mb/s, in bit times (Table 29-3).
const (
	fastStations = 100 // two stations, TX or FX
	classI       = 140 // a repeater
	classII      = 92
)

// fastPerMetre are the round-trip delays of cables at 100 Mb/s: category 5 and fibre.
var fastPerMetre = map[string]float64{"100base-tx": 1.112, "100base-fx": 1}

// known reports whether there are values for segments of a line.
func known(l phy.Line) bool {
	_, ten := tenMegabit[l.Name]
	return ten || fast(l)
}

// fast reports whether a line is one of clause 29.
func fast(l phy.Line) bool { return fastPerMetre[l.Name] > 0 }

// delay returns the contribution of a segment to the delay of a path.
func delay(l phy.Line, role string, metres float64) float64 {
	if fast(l) {
		return float64(metres * fastPerMetre[l.Name])
	}
	v := tenMegabit[l.Name]
	base := map[string]float64{Left: v.left, Middle: v.middle, Right: v.right}[role]
	return base + float64(metres*v.perMetre)
}

// repeaterDelay returns the contribution of a repeater, which at 10 Mb/s is part of those of its
// segments.
func repeaterDelay(l phy.Line, class int) float64 {
	switch {
	case !fast(l):
		return 0
	case class == 2:
		return classII
	}
	return classI
}

// variability returns the contribution of a segment to the variability of a path. The receiving
// end has none.
func variability(l phy.Line, role string) float64 {
	transmitting, middle := scenario.Variability(l)
	return map[string]float64{Left: transmitting, Middle: middle}[role]
}

// rounded returns a number of bits without the errors of binary fractions.
func rounded(bits float64) float64 { return math.Round(bits*1e4) / 1e4 }
