package published

import (
	"context"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// story holds every event of a short run, for cases that are a sequence of instants.
type story struct {
	events []medium.Event
	result *medium.Result
	bit    phy.Time
}

// The stations of a story, by their place in the scenario.
const (
	stationA = iota
	stationB
)

func (s *story) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (s *story) Observe(e *medium.Event)   { s.events = append(s.events, *e) }

// tell runs a scenario and records every event.
func (s sources) tell(ctx context.Context, file string, set ...string) (*story, error) {
	sc, err := s.scenario(file, set...)
	if err != nil {
		return nil, err
	}
	st := &story{bit: sc.Config.Params.BitTime}
	st.result, err = runConfig(ctx, sc.Config, sc.Duration, st)
	return st, err
}

// all returns the events of a kind at a station.
func (s *story) all(station int32, kind medium.Kind) []medium.Event {
	var list []medium.Event
	for _, e := range s.events {
		if e.Station == station && e.Kind == kind {
			list = append(list, e)
		}
	}
	return list
}

// when returns the instant of the n-th event (from 0) of a kind at a station, in bit times, or -1
// if there is none.
func (s *story) when(station int32, kind medium.Kind, n int) float64 {
	if list := s.all(station, kind); n < len(list) {
		return s.bits(list[n].At)
	}
	return -1
}

// after returns the instant of the first event of a kind at a station after another
// instant.
func (s *story) after(station int32, kind medium.Kind, bits float64) float64 {
	for _, e := range s.all(station, kind) {
		if at := s.bits(e.At); at > bits {
			return at
		}
	}
	return -1
}

// backoffEnd returns the end of a station's n-th backoff.
func (s *story) backoffEnd(station int32, n int) float64 {
	if list := s.all(station, medium.Backoff); n < len(list) {
		return s.bits(list[n].Until)
	}
	return -1
}

func (s *story) bits(t phy.Time) float64 { return float64(t) / float64(s.bit) }
