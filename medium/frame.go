package medium

import "github.com/csmacd/csmacd/phy"

// Frame is a frame as a medium knows it: without its octets, which stay with the program that made
// it and are found again by Ref.
//
// Source is the station of this medium that sends the frame. If that station is a port of a bridge,
// or of any program that forwards frames between networks, the frame's first origin is elsewhere.
// The program keeps that origin under Ref when it injects the frame, and reads it back by the Ref
// that a delivery hook of the next network passes on. A medium never changes or interprets Ref.
type Frame struct {
	Size        int32  // octets, from destination address to FCS
	Source      int32  // the number of the sending station in this network
	Destination int32  // the number of a station, or Broadcast, or the number of another address (see AddressIndex)
	Number      uint32 // counts the frames of Source, from 1
	Ref         uint64 // chosen by the program that made the frame; 0 for frames of traffic that has no references
}

// Broadcast is the destination of a frame for every station.
const Broadcast int32 = -1

// Destinations from -2 down stand for addresses that do not belong to a station of the network:
// multicast groups, and individual addresses of others. A frame for such an individual address is
// delivered if any station hears it whole. A network assigns the numbers.
const firstAddress int32 = -2

// AddressIndex returns the index, in a network's list of addresses, of a destination that is
// neither a station nor Broadcast. ok is false for those two.
func AddressIndex(destination int32) (i int, ok bool) {
	return int(firstAddress - destination), destination <= firstAddress
}

// AddressDestination returns the destination for the i-th address of a network's list. It is the
// inverse of [AddressIndex].
func AddressDestination(i int) int32 { return firstAddress - int32(i) }

// Named returns the number of names that a network has: those of its stations and, if it has
// devices, those of their ports, which follow.
func Named(s Stations) int {
	if p, ok := s.(interface{ Ports() int }); ok {
		return s.Len() + p.Ports()
	}
	return s.Len()
}

// Stations are the names and addresses of a network's stations, as needed to write down what
// happened.
type Stations interface {
	Len() int
	Name(station int) string
	// Address returns the address of a destination: a station, Broadcast, or another address.
	Address(destination int32) phy.Address
}
