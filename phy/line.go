package phy

import "strings"

// Line holds the parameters of a half-duplex line: those of IEEE 802.3 Table 4-2 in its own units
// (bit times, octets), the header of 4.2.5 and 4.2.6, and the properties of one segment of the
// physical layer.
type Line struct {
	Name   string // the name in a scenario
	Title  string // a description in a few words
	Source string // clause of IEEE 802.3

	BitTime Time // the length of one bit

	SlotTime        int // bit times
	InterPacketGap  int // bit times, both parts
	IPGPart1        int // bit times; 0 to two thirds of the gap, 4.2.3.2.2
	AttemptLimit    int // transmissions of one frame
	BackoffLimit    int // number of collisions after which the range of the draw stops doubling
	JamSize         int // bit times
	HeaderSize      int // bit times: preamble 56, start frame delimiter 8
	MinFrame        int // octets, from the destination address to the FCS
	MaxFrame        int // octets, untagged
	MaxDefer        int // bit times: 2 x 8 x maximum frame, 30.3.1.1.20
	DiscardLate     bool
	Velocity        float64 // of a signal, as a fraction of the speed of light
	SegmentLength   float64 // metres, the longest that the standard allows
	SegmentStations int     // the most that the standard allows; 0: it sets no limit
	Spacing         float64 // metres between stations, the least that the standard allows
}

// OneWayLimit is the longest delay, in bit times, between two stations of a legal
// 10 or 100 Mb/s collision domain: half of what the slot time leaves once 48 bit
// times of jam are taken off (4.2.3.2.3).
const OneWayLimit = 232

// Lines are the physical layers that a scenario can name, in order of speed and age. The velocities
// are those of the media of each clause. Where a clause does not fix the cable (10BASE-T1S), the
// velocity is that of a usual cable.
var Lines = []Line{
	tableFour("1base5", "1 Mb/s StarLAN, telephone pairs to a hub", "clause 12", Microsecond, 0.59, 250, 0, 0),
	tableFour("10base5", "10 Mb/s thick coaxial cable, the original Ethernet", "clause 8", 100*Nanosecond, 0.77, 500, 100, 2.5),
	tableFour("10base2", "10 Mb/s thin coaxial cable", "clause 10", 100*Nanosecond, 0.65, 185, 30, 0.5),
	tableFour("10base-t", "10 Mb/s twisted pairs to a hub", "clause 14", 100*Nanosecond, 0.59, 100, 0, 0),
	tableFour("10base-fl", "10 Mb/s optical fibres to a hub", "clause 18", 100*Nanosecond, 0.66, 2000, 0, 0),
	tableFour("10base-t1s", "10 Mb/s single pair, multidrop, half duplex; with the key plca, PLCA", "clause 147", 100*Nanosecond, 0.66, 25, 8, 0),
	tableFour("100base-tx", "100 Mb/s twisted pairs to a hub", "clause 25", 10*Nanosecond, 0.59, 100, 0, 0),
	tableFour("100base-fx", "100 Mb/s optical fibres to a hub", "clause 26", 10*Nanosecond, 0.66, 412, 0, 0),
}

// tableFour fills in the column "up to and including 100 Mb/s" of Table 4-2.
func tableFour(name, title, source string, bit Time, velocity, length float64, stations int, spacing float64) Line {
	return Line{
		Name: name, Title: title, Source: source, BitTime: bit,
		SlotTime: 512, InterPacketGap: 96, IPGPart1: 64, AttemptLimit: 16, BackoffLimit: 10,
		JamSize: 32, HeaderSize: 64, MinFrame: 64, MaxFrame: 1518, MaxDefer: 2 * 8 * 1518,
		Velocity: velocity, SegmentLength: length, SegmentStations: stations, Spacing: spacing,
	}
}

// Ethernet10 is the line of 10BASE5. Its numbers are the defaults of scenarios.
var Ethernet10 = mustLine("10base5")

// LineByName returns the line of [Lines] that has a name. Case and hyphens are ignored.
func LineByName(name string) (Line, bool) {
	plain := func(s string) string { return strings.ReplaceAll(s, "-", "") }
	for _, l := range Lines {
		if strings.EqualFold(plain(l.Name), plain(name)) {
			return l, true
		}
	}
	return Line{}, false
}

func mustLine(name string) Line {
	l, ok := LineByName(name)
	if !ok {
		panic("phy: no line " + name)
	}
	return l
}

// Bits returns the duration of n bit times.
func (l Line) Bits(n int) Time { return Time(n) * l.BitTime }

// Rate returns the line's speed in bits per second.
func (l Line) Rate() float64 { return float64(Second) / float64(l.BitTime) }
