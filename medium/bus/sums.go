package bus

import (
	"math/bits"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// sums is what a run has come to so far, the warm-up left out.
type sums struct {
	since phy.Time // the end of the warm-up

	offered, sent, delivered, lost, dropped uint64
	attempts, collisions                    uint64
	offeredOctets, deliveredOctets          uint64
	queuedBefore                            uint64 // at the end of the warm-up
	spell                                   spell
	access, delay                           delays

	// What was the same for all listeners: each one's own part is taken off.
	fragments uint64
	groups    groups
	headers   phy.Time // the shortest of any station
	shortest  int      // the least of any station's shortest frames, octets

	stations []stationSums
	frames   []uint64 // collisions per frame, a row a station
	columns  int
}

// groups counts frames for groups that all other stations heard whole.
type groups struct{ multicast, broadcast, octets uint64 }

// add counts frames, or takes some back where the number is negative.
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
	numbered                            uint32 // frames so far, the warm-up included
	own                                 groups
}

func (s *sums) init(stations []Station, p mac.Params) {
	s.stations = make([]stationSums, len(stations))
	s.headers, s.shortest = p.Header, p.MinFrame
	for i := range stations {
		limit := p.AttemptLimit
		if stations[i].Params != nil {
			limit = stations[i].Params.AttemptLimit
		}
		s.columns = max(s.columns, limit)
	}
	s.frames = make([]uint64, s.columns*len(stations))
	s.access.init()
	s.delay.init()
}

// restart forgets everything before now, but the frames' numbers.
func (s *sums) restart(now phy.Time, queued uint64) {
	for i := range s.stations {
		s.stations[i] = stationSums{numbered: s.stations[i].numbered}
	}
	clear(s.frames)
	s.access.reset()
	s.delay.reset()
	spell := s.spell
	spell.success, spell.collision = 0, 0
	*s = sums{
		since: now, queuedBefore: queued, spell: spell, access: s.access, delay: s.delay,
		headers: s.headers, shortest: s.shortest, stations: s.stations, frames: s.frames, columns: s.columns,
	}
	s.spell.since = now
}

// sentFrames counts frames that a station has sent after so many collisions each.
func (s *sums) sentFrames(i int32, collisions uint8, access phy.Time, frames uint64) {
	s.sent += frames
	s.frames[int(i)*s.columns+int(collisions)] += frames
	s.access.add(access, frames)
	st := &s.stations[i]
	st.accessCount += frames
	st.accessSum += phy.Time(frames) * access
	st.accessMax = max(st.accessMax, access)
}

// deliveredFrames counts frames like this one that have been received.
func (s *sums) deliveredFrames(f *medium.Frame, delay phy.Time, frames uint64) {
	s.delivered += frames
	s.deliveredOctets += frames * uint64(f.Size)
	st := &s.stations[f.Source]
	st.delivered += frames
	st.octets += frames * uint64(f.Size)
	s.delay.add(delay, frames)
}

// heardByOthers counts frames like this one that every other station heard whole, or
// takes some back where the number is negative. Those for one station are counted as
// they are delivered.
func (s *sums) heardByOthers(f *medium.Frame, multicast bool, frames uint64) {
	if multicast || f.Destination == medium.Broadcast {
		s.groups.add(f.Size, multicast, frames)
		s.stations[f.Source].own.add(f.Size, multicast, frames)
	}
}

// delays is a distribution of delays: exact count, sum and maximum, and a histogram
// of nanoseconds to three significant figures.
type delays struct {
	histogram *hdrhistogram.Histogram
	count     uint64
	hi, lo    uint64 // sum, in picoseconds
	max       phy.Time
}

func (d *delays) init() {
	d.histogram = hdrhistogram.New(1, int64(2*phy.MaxTime/phy.Nanosecond), 3)
}

func (d *delays) reset() {
	d.histogram.Reset()
	*d = delays{histogram: d.histogram}
}

// add counts some frames of the same delay.
func (d *delays) add(t phy.Time, frames uint64) {
	d.count += frames
	hi, lo := bits.Mul64(uint64(t), frames)
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, lo, 0)
	d.hi += hi + carry
	d.max = max(d.max, t)
	_ = d.histogram.RecordValues(int64(t/phy.Nanosecond), int64(frames)) // within its range: no run lasts longer
}

func (d *delays) result() medium.Delays {
	r := medium.Delays{Count: d.count, Max: d.max.Microseconds()}
	if d.count == 0 {
		return r
	}
	sum := float64(float64(d.hi)*(1<<64)) + float64(d.lo)
	r.Mean = sum / float64(d.count) / float64(phy.Microsecond)
	quantile := func(q float64) float64 {
		return min(float64(d.histogram.ValueAtQuantile(q))/1000, r.Max)
	}
	r.P50, r.P95, r.P99 = quantile(50), quantile(95), quantile(99)
	return r
}
