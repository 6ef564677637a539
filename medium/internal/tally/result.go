package tally

import (
	"iter"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Run is what the figures of a run depend on besides its sums.
type Run struct {
	Kind     string // of the medium
	Now, Bit phy.Time
	Stations int

	// Station fills in the figures of a station, and returns its rules.
	Station func(i int, r *medium.Station) *mac.Params

	// Generates reports whether a station has traffic of its own.
	Generates func(i int32) bool

	// UnderWay yields the start of each transmission that has not ended, and whether it has met a
	// collision.
	UnderWay iter.Seq2[phy.Time, bool]
}

// Result returns the figures of a run so far. The caller sets what identifies the run.
func (s *Sums) Result(run Run) *medium.Result {
	measured := run.Now - s.Since
	r := &medium.Result{
		Schema: medium.ResultSchema, SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(run.Bit),
		WarmupPs: int64(s.Since), AccessDelay: s.Access.Result(), Delay: s.Delay.Result(),
		Stations: make([]medium.Station, run.Stations),
	}
	m := &r.Medium
	*m = medium.Medium{
		Kind: run.Kind, FramesOffered: s.Offered, FramesSent: s.Sent, FramesDelivered: s.Delivered, FramesLost: s.Lost,
		FramesDropped: s.Dropped, Attempts: s.Attempts, Collisions: s.Collisions,
	}
	overhead := 0.0 // of the frames offered, in bit times
	var frames frameCounts
	for i := range r.Stations {
		st := &r.Stations[i]
		p := run.Station(i, st)
		st.CollisionsPerFrame = frames.keep(st.CollisionsPerFrame, p.AttemptLimit, len(r.Stations)-i)
		m.FramesQueued += st.FramesQueued
		overhead += float64(float64(st.FramesOffered) * float64(float64(p.Header+p.Gap)/float64(run.Bit)))
	}
	m.Jain = Jain(func(yield func(octets uint64) bool) {
		for i := range r.Stations { // that have traffic
			st := &r.Stations[i]
			if (st.FramesOffered > 0 || run.Generates(int32(i))) && !yield(st.OctetsDelivered) {
				return
			}
		}
	})
	if measured > 0 {
		bits := r.SimulatedBits
		m.Throughput = 8 * float64(s.DeliveredOctets) / bits
		m.OfferedLoad = (float64(8*float64(s.OfferedOctets)) + overhead) / bits
		success, collision := s.Shares.SoFar(run.Now, run.UnderWay)
		m.ShareSuccess = float64(success) / float64(measured)
		m.ShareCollision = float64(collision) / float64(measured)
		m.ShareIdle = float64(measured-success-collision) / float64(measured)
	}
	return r
}

// frameCounts holds the CollisionsPerFrame of the stations of a result, in blocks.
type frameCounts struct {
	room []uint64 // of the last block
	none []uint64 // of all stations that have counted nothing
}

// keep returns a copy of a station's counts. left is the number of stations from this one on. The counts of a
// station that has counted nothing are nil.
func (f *frameCounts) keep(counts []uint64, attemptLimit, left int) []uint64 {
	if counts == nil {
		if len(f.none) < attemptLimit {
			f.none = make([]uint64, attemptLimit)
		}
		return f.none[:attemptLimit:attemptLimit]
	}
	size := len(counts)
	if len(f.room) < size {
		f.room = make([]uint64, size*min(left, 64))
	}
	kept := f.room[:size:size]
	f.room = f.room[size:]
	copy(kept, counts)
	return kept
}
