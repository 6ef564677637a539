package medium

import "github.com/csmacd/csmacd/phy"

// Frame is a frame as the medium knows it. Its octets stay with whoever made
// them, who finds them again by Ref. Its origin is Source; a device that passes frames on
// from another medium finds where they came from by Ref as well.
type Frame struct {
	Size        int32  // octets, from destination address to FCS
	Source      int32  // number of the sending station
	Destination int32  // number of a station, or Broadcast, or an address by [Frame.Address]
	Number      uint32 // of the source's frames, from 1
	Ref         uint64 // the maker's own; 0 for a frame that traffic made
}

// Broadcast is the destination of a frame that is for every station.
const Broadcast int32 = -1

// Unaddressed destinations, from -2 down, stand for addresses of a network that
// belong to no station: multicast groups, and individual addresses that are
// nobody's: a frame for one of those is delivered where any station hears it whole. A
// network numbers them.
const firstAddress int32 = -2

// AddressIndex returns the place in a network's list of addresses of a destination
// that is neither a station nor Broadcast; ok is false for those.
func AddressIndex(destination int32) (i int, ok bool) {
	return int(firstAddress - destination), destination <= firstAddress
}

// AddressDestination is the destination of the i-th address of a network's list.
func AddressDestination(i int) int32 { return firstAddress - int32(i) }

// Stations names the stations of a network and their addresses, for whoever writes
// down what happened.
type Stations interface {
	Len() int
	Name(station int) string
	// Address returns the address of a station, of Broadcast, or of a destination
	// that is an address.
	Address(destination int32) phy.Address
}
