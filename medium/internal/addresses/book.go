// Package addresses relates the addresses of frames to the numbers that stand for them in a
// [medium.Frame]. The engines of a cable, of a collision domain and of a network share it.
package addresses

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Book holds the addresses of a network, except those that follow from the numbers of stations.
type Book struct {
	count    int                   // of stations
	own      map[int32]phy.Address // of stations whose configuration sets one
	stations map[phy.Address]int32 // the inverse of own
	others   []phy.Address         // destinations that do not belong to a station
	indices  map[phy.Address]int   // the inverse of others
}

// Init records the addresses that the configurations of stations set; station returns the name and
// the address of one, or the zero address. It returns an error if two addresses are equal.
func (b *Book) Init(count int, station func(i int) (name string, address phy.Address)) error {
	b.count = count
	name := func(i int) string {
		name, _ := station(i)
		return name
	}
	for i := range count {
		_, address := station(i)
		if address == (phy.Address{}) {
			continue
		}
		if b.own == nil {
			b.own, b.stations = map[int32]phy.Address{}, map[phy.Address]int32{}
		}
		if other, taken := b.stations[address]; taken {
			return fmt.Errorf("stations %q and %q have the same address, %v", name(int(other)), name(i), address)
		}
		b.own[int32(i)], b.stations[address] = address, int32(i)
	}
	for address, i := range b.stations {
		k, ok := phy.StationIndex(address)
		if !ok || k >= count || k == int(i) {
			continue
		}
		if _, given := b.own[int32(k)]; !given {
			return fmt.Errorf("stations %q and %q have the same address, %v: it follows from the number of the second", name(int(i)), name(k), address)
		}
	}
	return nil
}

// Join records the address of a station that joins, which has the next number. The zero address is that
// which follows from the number. It returns an error if the address is taken.
func (b *Book) Join(address phy.Address) error {
	i := int32(b.count)
	own := address
	if address == (phy.Address{}) {
		own = phy.StationAddress(int(i))
	}
	if d := b.find(own); d >= 0 {
		return fmt.Errorf("the address %v is that of station %d", own, d)
	}
	if address != (phy.Address{}) {
		if b.own == nil {
			b.own, b.stations = map[int32]phy.Address{}, map[phy.Address]int32{}
		}
		b.own[i], b.stations[address] = address, i
	}
	b.count++
	return nil
}

// Move sets the address of a station, and returns the one that it had, which is then nobody's. It returns an
// error if the address is taken.
func (b *Book) Move(i int32, address phy.Address) (old phy.Address, err error) {
	if d := b.find(address); d >= 0 {
		return old, fmt.Errorf("the address %v is that of station %d", address, d)
	}
	old = b.Address(i)
	if b.own == nil {
		b.own, b.stations = map[int32]phy.Address{}, map[phy.Address]int32{}
	}
	delete(b.stations, old)
	b.own[i], b.stations[address] = address, i
	return old, nil
}

// MoveAndKeep is Move where frames are under way. A frame keeps the address that it was sent to: what was for the
// station before is for nobody now, and what was for the new address is for the station. each calls its argument
// for every frame that the network holds; those of size 0 are not frames.
func (b *Book) MoveAndKeep(i int32, address phy.Address, each func(func(*medium.Frame))) error {
	if b.Address(i) == address {
		return nil
	}
	found := b.Destination(address)
	old, err := b.Move(i, address)
	if err != nil {
		return err
	}
	left := b.Destination(old)
	each(func(f *medium.Frame) {
		switch {
		case f.Size == 0:
		case f.Destination == i:
			f.Destination = left
		case f.Destination == found:
			f.Destination = i
		}
	})
	return nil
}

// Taken returns the name of the station that has the address of a change, or "" if the address is free, is the
// station's own, or may be free by then: planned has a change that takes it from its station.
func (b *Book) Taken(c *medium.Change, planned []medium.Change, names []string) string {
	holder := b.Holder(c.Address)
	if holder < 0 || names[holder] == c.Station {
		return ""
	}
	for k := range planned {
		if x := &planned[k]; x.Kind == medium.Ether && x.Station == names[holder] {
			return ""
		}
	}
	return names[holder]
}

// Holder returns the station that has an address, or -1.
func (b *Book) Holder(a phy.Address) int32 { return b.find(a) }

// find returns the station that has an address, or -1.
func (b *Book) find(a phy.Address) int32 {
	if i, ok := b.stations[a]; ok {
		return i
	}
	if i, ok := phy.StationIndex(a); ok && i < b.count {
		if _, given := b.own[int32(i)]; !given {
			return int32(i)
		}
	}
	return -1
}

// Add returns the index, among the addresses that do not belong to a station, of such an address.
func (b *Book) Add(address phy.Address) int {
	i, ok := b.indices[address]
	if !ok {
		if b.indices == nil {
			b.indices = map[phy.Address]int{}
		}
		i = len(b.others)
		b.indices[address] = i
		b.others = append(b.others, address)
	}
	return i
}

// Address returns the address of a destination: a station, Broadcast, or another address.
func (b *Book) Address(destination int32) phy.Address {
	if destination >= 0 {
		if a, given := b.own[destination]; given {
			return a
		}
		return phy.StationAddress(int(destination))
	}
	if i, ok := medium.AddressIndex(destination); ok {
		return b.others[i]
	}
	return phy.Broadcast
}

// Destination returns the destination that stands for an address: the station that has the address,
// Broadcast, or a number that is assigned and remembered.
func (b *Book) Destination(a phy.Address) int32 {
	if a == phy.Broadcast {
		return medium.Broadcast
	}
	if i := b.find(a); i >= 0 {
		return i
	}
	return medium.AddressDestination(b.Add(a))
}

// Knows reports whether a destination stands for something, if it is not a station.
func (b *Book) Knows(destination int32) bool {
	i, ok := medium.AddressIndex(destination)
	return !ok || i < len(b.others)
}

// CheckInjected returns an error of a package, which wraps [medium.ErrRefused], if a frame cannot be put in at an instant: the network has
// been run until now, and the sender's line takes frames of some sizes.
func (b *Book) CheckInjected(pkg string, f *medium.Frame, at, now phy.Time, least, greatest int) error {
	switch {
	case at < now:
		return medium.RefusedError(pkg, "a frame at %v, but the network has been run until %v", at, now)
	case at >= phy.Forever:
		return medium.RefusedError(pkg, "a frame at %v, but no run lasts so long", at)
	case int(f.Size) < least || int(f.Size) > greatest:
		return medium.RefusedError(pkg, "a frame of %d octets: this line takes %d to %d", f.Size, least, greatest)
	case int(f.Destination) >= b.count:
		return medium.RefusedError(pkg, "a frame for station %d, but stations are numbered from 0 to %d", f.Destination, b.count-1)
	case !b.Knows(f.Destination):
		return medium.RefusedError(pkg, "a frame for an address that the network does not know")
	}
	return nil
}

// Multicast reports whether a destination is a group other than Broadcast.
func (b *Book) Multicast(destination int32) bool {
	i, ok := medium.AddressIndex(destination)
	return ok && b.others[i].Group()
}

// Group reports whether a destination is any group.
func (b *Book) Group(destination int32) bool {
	return destination == medium.Broadcast || b.Multicast(destination)
}

// Nobody reports whether a destination is an individual address that does not belong to a station.
func (b *Book) Nobody(destination int32) bool {
	return destination < medium.Broadcast && !b.Multicast(destination)
}
