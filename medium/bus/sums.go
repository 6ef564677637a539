package bus

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// sums are the figures of a run so far, without the warm-up.
type sums struct {
	tally.Sums

	// Receptions that were the same for all listeners. Each sender's own part is subtracted.
	fragments uint64
	groups    groups
	headers   phy.Time // the shortest of any station
	shortest  int      // the smallest MinFrame of any station, in octets

	stations []stationSums // stations that have counted anything of their own
	room     []uint64      // for the numbers of frames by collisions of further stations
}

// groups counts frames for groups that all other stations received whole.
type groups struct{ multicast, broadcast, octets uint64 }

// add counts frames, or subtracts them if the number is negative.
func (g *groups) add(size int32, multicast bool, frames uint64) {
	if multicast {
		g.multicast += frames
	} else {
		g.broadcast += frames
	}
	g.octets += frames * tally.Octets(size)
}

type stationSums struct {
	tally.Station
	own groups
}

// restart resets everything except the frames' numbers.
func (s *sums) restart(now phy.Time) {
	s.Restart(now)
	s.fragments, s.groups = 0, groups{}
	for i := range s.stations {
		st := &s.stations[i]
		st.Restart()
		st.own = groups{}
	}
}

// delivered counts frames like this one that have been received.
func (n *Network) delivered(f *medium.Frame, delay phy.Time, frames uint64) {
	n.sums.Deliver(&n.sumsOf(f.Source).Station, f, delay, frames)
}

// heardByOthers counts frames like this one that every other station received whole, or subtracts
// them if the number is negative. Frames for one station are counted when they are delivered.
func (n *Network) heardByOthers(f *medium.Frame, frames uint64) {
	if n.known.Group(f.Destination) {
		multicast := f.Destination != medium.Broadcast
		n.sums.groups.add(f.Size, multicast, frames)
		n.sumsOf(f.Source).own.add(f.Size, multicast, frames)
	}
}

// record returns the index of a station's sums. A station gets sums when it first counts anything
// of its own, so that memory depends on the number of active stations.
func (n *Network) record(i int32) uint32 {
	r := n.stations[i].record
	if r == 0 {
		r = n.addRecord(i)
	}
	return r - 1
}

func (n *Network) addRecord(i int32) uint32 {
	s := &n.sums
	if s.stations == nil { // room for a small network, or the first stations of a large one
		room := min(len(n.stations), 64)
		s.stations = emptied(n.memory.sums, room)
		n.digest.stations = emptied(n.memory.digests, room)
	}
	if some := len(s.stations); extended && some == cap(s.stations) { // append alone would copy a large list more often
		s.stations = slices.Grow(s.stations, max(1, min(some, len(n.stations)-some)))
	}
	s.stations = append(s.stations, stationSums{})
	limit := n.stations[i].rules.AttemptLimit
	if len(s.room) < limit {
		s.room = n.memory.zeros(limit * (cap(s.stations) - len(s.stations) + 1))
	}
	s.stations[len(s.stations)-1].Frames, s.room = s.room[:limit:limit], s.room[limit:]
	n.digest.stations = append(n.digest.stations, stationDigest{name: tally.NameOf(n.names[i])})
	n.stations[i].record = uint32(len(s.stations))
	return n.stations[i].record
}

func (n *Network) sumsOf(i int32) *stationSums   { return &n.sums.stations[n.record(i)] }
func (n *Network) markOf(i int32) *stationDigest { return &n.digest.stations[n.record(i)] }

// recorded returns a station's sums, for reading.
func (n *Network) recorded(i int) (*stationSums, *stationDigest) {
	if k := n.stations[i].record; k > 0 {
		return &n.sums.stations[k-1], &n.digest.stations[k-1]
	}
	return new(stationSums), new(stationDigest)
}
