package medium

import "github.com/csmacd/csmacd/phy"

// Part describes the part that a medium has in a larger network: a collision domain, for example,
// that bridges join to others. The larger network ([github.com/csmacd/csmacd/medium/lan]) sets it in the
// configuration of the medium. Some stations of such a medium are ports of bridges. A frame is in
// transit if it is for a station of another part or for a group, or if a port sends a copy of it.
// What becomes of such a frame is known to the larger network alone. The medium reports what
// happens to it here, and leaves it out of its delays and of the figures of its stations.
type Part struct {
	Stations []int32 // by station of the medium: its number in the network, or a negative number for a port
	Count    int     // number of stations of the network; traffic draws its destinations among them

	// The ports come after the stations that are there from the start. Late is the number of stations that
	// have joined since, and come after them.
	Ports, Late int

	// Here returns the number that a station of the network has in the medium. ok is false for a
	// station of another part.
	Here func(station int32) (here int32, ok bool)
	// Address returns the address of a station of the network.
	Address func(station int32) phy.Address

	// All makes every frame of the medium one in transit: addresses move, and the destination of a frame that
	// was sent to a station of the medium may be elsewhere when it arrives.
	All bool

	// Transit is called for what happens to a frame in transit. A station's own frame that the
	// station discards is not in transit yet. Calls are in no particular order within a Run.
	Transit func(Transit)

	// Access and Delays receive the access delay of each frame that a station sends, ports
	// excepted, and the delay of each frame that is delivered here and is not in transit.
	Access, Delays []phy.Time

	// Longest receives the largest number of frames that each port has had in its queue since the warm-up,
	// by station of the medium.
	Longest []int32

	// End is the instant at which the network ended because nothing was left to come; 0: it has not. Its
	// parts may have been run less far or farther, and none has anything between.
	End phy.Time
}

// EndWarmup makes the longest queue of a station, if it is a port, the one that it has at the end of the warm-up. p may be nil.
func (p *Part) EndWarmup(station int, queued int32) {
	if p.Port(int32(station)) {
		p.Longest[station] = queued
	}
}

// EndOr returns the instant up to which a medium that has been run until now has figures.
func (p *Part) EndOr(now phy.Time) phy.Time {
	if p != nil && p.End > 0 {
		return p.End
	}
	return now
}

// Transit is what happened to a frame in transit.
type Transit struct {
	Frame  Frame
	Fate   Fate
	At     phy.Time // when the last bit arrived at the last station that decides the fate, or the frame was discarded
	Queued phy.Time // when the frame was queued here
	Sent   phy.Time // the end of its transmission; for a frame that was discarded, At
	// Settled is when the medium knew, if that was after At: a group frame that all have received may
	// still be on its way where nobody else is.
	Settled phy.Time
}

// Fate says what became of a frame in transit.
type Fate uint8

// The fates.
const (
	Arrived   Fate = iota // received whole by its destination here, by all other stations for a group, or by any if its destination is elsewhere
	Lost                  // sent, but not received in this way
	Discarded             // by the port that sent it or whose queue was full
)

// Own returns the number of stations that are not ports.
func (p *Part) Own() int { return len(p.Stations) - p.Ports }

// Rank returns the place of a station of the medium among those that are not ports, and OwnStation the
// station at a place.
func (p *Part) Rank(station int32) int32 {
	if first := int32(p.Own() - p.Late); station >= first {
		return station - int32(p.Ports)
	}
	return station
}

// OwnStation is the inverse of [Part.Rank].
func (p *Part) OwnStation(rank int32) int32 {
	if first := int32(p.Own() - p.Late); rank >= first {
		return rank + int32(p.Ports)
	}
	return rank
}

// Among returns the number of stations among which the traffic of a medium with some stations draws
// its destinations: they are those of the larger network if the medium is a part of one. p may be nil.
func (p *Part) Among(stations int) int {
	if p == nil {
		return stations
	}
	return p.Count
}

// Port reports whether a station is a port. p may be nil.
func (p *Part) Port(station int32) bool { return p != nil && p.Stations[station] < 0 }

// InTransit reports whether a frame of the medium is in transit. p may be nil.
func (p *Part) InTransit(f *Frame) bool {
	return p != nil && (p.All || f.Destination < 0 || p.Port(f.Source))
}

// PartFrames counts the frames of the stations of a part, without those in transit: what ports send,
// and what a station's frame in transit meets after it was sent, is left out.
type PartFrames struct{ Offered, Sent, Delivered, Lost, Dropped, Queued uint64 }
