package live

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// Snapshot is the state of a run at an instant. Neither it nor anything that it points to changes after it was
// handed out.
type Snapshot struct {
	Name    string   // of the scenario
	Line    phy.Line // the stations' physical layer
	Now     phy.Time // the instant, in simulated time
	Result  *medium.Result
	Figures tap.Figures
	Events  []string // the last few events in words, the oldest first ([Story.Told])

	// Attached describes the host of each live station by the station's name ("tap tap0 in h1"). A
	// station that is neither in it nor in Figures.Hosts is simulated.
	Attached map[string]string

	// Over reports that the run has ended: this is the last snapshot.
	Over bool
}

// Source returns snapshots of a run. It may be called from any goroutine, and may take some milliseconds, until
// the run is between two steps. It returns nil before the run has begun, and the last snapshot after it has
// ended.
type Source interface{ Snapshot() *Snapshot }

// SourceFunc is a function that is a Source.
type SourceFunc func() *Snapshot

// Snapshot implements Source.
func (f SourceFunc) Snapshot() *Snapshot { return f() }

// hosts returns the passages of the live stations by their names.
func (s *Snapshot) hosts() map[string]*tap.Passage {
	m := make(map[string]*tap.Passage, len(s.Figures.Hosts))
	for i := range s.Figures.Hosts {
		m[s.Figures.Hosts[i].Station] = &s.Figures.Hosts[i]
	}
	return m
}

// collisions returns the number of transmissions of a station that met a collision, over the frames that have
// left it, sent or given up.
func collisions(s *medium.Station) (n uint64) {
	for k, frames := range s.CollisionsPerFrame {
		n += uint64(k) * frames
	}
	return n + uint64(len(s.CollisionsPerFrame))*s.Counters.FramesAbortedDueToXSColls
}
