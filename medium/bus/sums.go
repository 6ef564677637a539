package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// sums are the figures of a run so far, without the warm-up.
type sums struct {
	since phy.Time // the end of the warm-up

	offered, sent, delivered, lost, dropped uint64
	attempts, collisions                    uint64
	offeredOctets, deliveredOctets          uint64
	queuedBefore                            uint64 // at the end of the warm-up
	transitLost                             uint64 // of those lost: in transit to or from another part of a larger network
	shares                                  tally.Shares
	access, delay                           tally.Delays

	// Receptions that were the same for all listeners. Each sender's own part is subtracted.
	fragments uint64
	groups    groups
	headers   phy.Time // the shortest of any station
	shortest  int      // the smallest MinFrame of any station, in octets

	stations []stationSums // stations that have counted anything of their own
	frames   []uint64      // number of frames by collisions, one row for each of them
	columns  int
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
	g.octets += frames * octetsOf(size)
}

type stationSums struct {
	counters                            mac.Counters
	offered, dropped, delivered, octets uint64
	accessCount                         uint64
	accessSum, accessMax                phy.Time
	numbered                            uint32 // number of frames so far, including the warm-up
	own                                 groups
}

func (s *sums) init(stations []Station, p mac.Params) {
	s.headers, s.shortest = p.Header, p.MinFrame
	for i := range stations {
		limit := p.AttemptLimit
		if stations[i].Params != nil {
			limit = stations[i].Params.AttemptLimit
		}
		s.columns = max(s.columns, limit)
	}
}

// restart resets everything except the frames' numbers.
func (s *sums) restart(now phy.Time, queued uint64) {
	for i := range s.stations {
		s.stations[i] = stationSums{numbered: s.stations[i].numbered}
	}
	clear(s.frames)
	s.access.Reset()
	s.delay.Reset()
	s.shares.Restart(now)
	*s = sums{
		since: now, queuedBefore: queued, shares: s.shares, access: s.access, delay: s.delay,
		headers: s.headers, shortest: s.shortest, stations: s.stations, frames: s.frames, columns: s.columns,
	}
}

// sentFrames counts frames that a station has sent, each after that many collisions.
func (n *Network) sentFrames(i int32, collisions uint8, access phy.Time, frames uint64) {
	s, record := &n.sums, n.record(i)
	s.sent += frames
	s.frames[int(record)*s.columns+int(collisions)] += frames
	switch {
	case n.part == nil:
		s.access.Add(access, frames)
	case !n.part.Port(i):
		n.part.Access = appendTimes(n.part.Access, access, frames)
	}
	st := &s.stations[record]
	st.accessCount += frames
	st.accessSum += phy.Time(frames) * access
	st.accessMax = max(st.accessMax, access)
}

// delivered counts frames like this one that have been received.
func (n *Network) delivered(f *medium.Frame, delay phy.Time, frames uint64) {
	n.sums.delivered += frames
	n.sums.deliveredOctets += frames * uint64(f.Size)
	if n.part != nil {
		if n.part.InTransit(f) {
			return // the larger network counts it
		}
		n.part.Delays = appendTimes(n.part.Delays, delay, frames)
	}
	st := n.sumsOf(f.Source)
	st.delivered += frames
	st.octets += frames * uint64(f.Size)
	if n.part == nil {
		n.sums.delay.Add(delay, frames)
	}
}

// heardByOthers counts frames like this one that every other station received whole, or subtracts
// them if the number is negative. Frames for one station are counted when they are delivered.
func (n *Network) heardByOthers(f *medium.Frame, frames uint64) {
	if n.isGroup(f.Destination) {
		multicast := f.Destination != medium.Broadcast
		n.sums.groups.add(f.Size, multicast, frames)
		n.sumsOf(f.Source).own.add(f.Size, multicast, frames)
	}
}

// record returns the index of a station's sums. A station gets sums when it first counts anything
// of its own, so that memory depends on the number of active stations.
func (n *Network) record(i int32) uint32 {
	if n.stations[i].record == 0 {
		n.addRecord(i)
	}
	return n.stations[i].record - 1
}

func (n *Network) addRecord(i int32) {
	s := &n.sums
	if s.stations == nil { // room for a small network, or the first stations of a large one
		room := min(len(n.stations), 64)
		s.stations, s.frames = make([]stationSums, 0, room), make([]uint64, 0, room*s.columns)
		n.digest.stations = make([]stationDigest, 0, room)
	}
	s.stations = append(s.stations, stationSums{})
	s.frames = append(s.frames, make([]uint64, s.columns)...)
	n.digest.stations = append(n.digest.stations, stationDigest{name: tally.NameOf(n.names[i])})
	n.stations[i].record = uint32(len(s.stations))
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
