package addresses

import (
	"math/rand/v2"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
)

// Draw draws the destination of a frame of a station as its source describes it. part is the part
// that the medium has in a larger network, or nil.
func (b *Book) Draw(part *medium.Part, station int32, to *traffic.To, r rand.Source) int32 {
	self, count := station, b.count
	switch {
	case to.Whom == traffic.ToBroadcast:
		return medium.Broadcast
	case to.Whom == traffic.ToAddress:
		return b.Destination(to.Address)
	case part == nil:
	case to.Whom == traffic.ToDomain:
		self, count = part.Rank(station), part.Own()
	default:
		self, count = part.Stations[station], part.Count
	}
	d := int32(to.Draw(int(self), count, r))
	switch {
	case d == self:
		return medium.Broadcast // a single station has no other to address
	case part == nil:
		return d
	case to.Whom == traffic.ToDomain:
		return part.OwnStation(d)
	}
	if here, ok := part.Here(d); ok {
		return here
	}
	return b.Destination(part.Address(d))
}
