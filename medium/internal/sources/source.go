// Package sources makes the frames that stations of a CSMA/CD medium are given to send.
package sources

import (
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/addresses"
	"github.com/csmacd/csmacd/phy"
)

// Source is the state of one station in one source of traffic.
type Source struct {
	Spec    *traffic.Source
	State   traffic.State
	Arrival backoff.Rand
	Size    backoff.Rand
	To      backoff.Rand
	at      phy.Time // the instant of a generator's last arrival
	atOnce  uint32   // number of its arrivals at that instant
}

// New returns the k-th source of a station.
func New(spec *traffic.Source, k int, seed uint64, station string) Source {
	purpose := "" // the purpose of the stream of the second source and later ones
	if k > 0 {
		purpose = fmt.Sprintf(" %d", k)
	}
	return Source{
		Spec:    spec,
		Arrival: backoff.NewRand(seed, station, "arrival"+purpose),
		Size:    backoff.NewRand(seed, station, "size"+purpose),
		To:      backoff.NewRand(seed, station, "destination"+purpose),
	}
}

// First returns the instant of the first arrival.
func (s *Source) First() phy.Time { return s.FirstFrom(0) }

// FirstFrom returns the instant of the first arrival at a station that joins at an instant.
func (s *Source) FirstFrom(at phy.Time) phy.Time { return s.Spec.FirstFrom(&s.State, at, &s.Arrival) }

// Next returns the instant of the arrival after the one of now.
func (s *Source) Next(now phy.Time) phy.Time { return s.Spec.Next(&s.State, now, &s.Arrival) }

// Departed returns the instant of the next arrival of a closed loop, whose frame leaves the station now.
func (s *Source) Departed(now phy.Time) phy.Time { return s.Spec.Departed(&s.State, now, &s.Arrival) }

// Frame returns the frame of the current arrival at station i of a medium with such a book, as a part of a
// larger network or alone.
func (s *Source) Frame(i int32, book *addresses.Book, part *medium.Part) medium.Frame {
	f := medium.Frame{Source: i, Size: int32(s.Spec.SizeOf(&s.State, &s.Size)), Ref: s.Spec.RefOf(&s.State)}
	if a, ok := s.Spec.AddressOf(&s.State); ok {
		f.Destination = book.Destination(a)
	} else {
		f.Destination = book.Draw(part, i, s.Spec.ToOf(&s.State), &s.To)
	}
	return f
}

// Check returns an error if the current arrival of a generator is not possible: the line of the station
// does not accept the frame, or the generator never leaves the instant. Its destination is one of a number
// of stations.
func (s *Source) Check(now phy.Time, station string, p *mac.Params, among int) error {
	if s.Spec.Kind != traffic.KindOwn {
		return nil
	}
	return s.check(now, station, p, among)
}

func (s *Source) check(now phy.Time, station string, p *mac.Params, among int) error {
	if s.at != now {
		s.at, s.atOnce = now, 0
	}
	s.atOnce++
	size := s.Spec.SizeOf(&s.State, &s.Size)
	problem := s.Spec.ToOf(&s.State).Check(among)
	switch {
	case s.atOnce > traffic.MostAtOnce:
		problem = fmt.Errorf("its traffic makes frames without end at one instant: more than %d", traffic.MostAtOnce)
	case size < p.MinFrame || size > p.MaxFrame:
		problem = fmt.Errorf("its traffic makes a frame of %d octets: this line takes %d to %d", size, p.MinFrame, p.MaxFrame)
	case problem == nil:
		return nil
	}
	return fmt.Errorf("station %q at %v: %w", station, now, problem)
}
