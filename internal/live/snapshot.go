package live

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// Snapshot is what a run has come to at an instant. Nobody changes it, nor anything
// that it points to, once it has been handed out.
type Snapshot struct {
	Name    string   // of the scenario
	Line    phy.Line // what the stations are on
	Now     phy.Time // the instant, in simulated time
	Result  *medium.Result
	Figures tap.Figures
	Events  []string // the last few, in words, the oldest first ([Story.Told])

	// Attached says, by the name of a live station, what its host is ("tap tap0 in
	// h1"). A station that is missing from it and from Figures.Hosts is simulated.
	Attached map[string]string

	// Over says that the run has ended: there will be no other snapshot.
	Over bool
}

// Source gives snapshots of a run, from any goroutine. It may take some milliseconds,
// until the run is between two steps. It gives nil before the run has begun, and the
// last one again after it has ended.
type Source interface{ Snapshot() *Snapshot }

// SourceFunc is a function that is a Source.
type SourceFunc func() *Snapshot

// Snapshot implements Source.
func (f SourceFunc) Snapshot() *Snapshot { return f() }

// hosts gives what passed at the live stations, by their names.
func (s *Snapshot) hosts() map[string]*tap.Passage {
	m := make(map[string]*tap.Passage, len(s.Figures.Hosts))
	for i := range s.Figures.Hosts {
		m[s.Figures.Hosts[i].Station] = &s.Figures.Hosts[i]
	}
	return m
}

// collisions gives the number of a station's transmissions that met a collision, of
// frames that have left it: those of a frame sent, and of one that was given up.
func collisions(s *medium.Station) (n uint64) {
	for k, frames := range s.CollisionsPerFrame {
		n += uint64(k) * frames
	}
	return n + uint64(len(s.CollisionsPerFrame))*s.Counters.FramesAbortedDueToXSColls
}
