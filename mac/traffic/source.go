package traffic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Kind is a kind of traffic.
type Kind uint8

// The kinds of traffic.
const (
	None      Kind = iota
	Frames         // at the instants listed in Starts, then Count frames from Start, an Interval apart
	Saturated      // always one waiting: the next arrives as the last leaves
	Poisson        // exponential times between frames, of mean Mean
	OnOff          // bursts: a frame each Interval during exponential on times, none during off times
	Think          // closed loop: Interval and an exponential time of mean Mean after each frame sent or dropped
	Own            // a Generator
)

var kindNames = [...]string{"none", "frames", "saturated", "poisson", "onoff", "think", "own"}

// String returns the kind's name in a scenario, or Kind(9) where there is no such kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Source describes one stream of frames. The zero value offers nothing.
type Source struct {
	Kind     Kind
	Starts   []phy.Time // Frames: instants, ascending
	Octets   []int32    // Frames: the size of each of Starts, where they are given one by one
	Ref      uint64     // Frames: that of the first, each next has one more; 0: none has
	Start    phy.Time   // Frames: the first of Count
	Interval phy.Time   // Frames, OnOff: between frames; Think: besides Mean
	Count    int        // Frames: how many from Start
	Mean     phy.Time   // Poisson: between frames; Think: before each frame
	On, Off  phy.Time   // OnOff: mean times
	Own      Generator  // Own: one for each station

	// Addresses are the destinations of Starts, where they are given one by one; nil:
	// To says them.
	Addresses []phy.Address

	Size Size
	To   To
}

// Generator is a program's own traffic. Each station needs one of its own.
type Generator interface {
	// Next gives the arrival after the one at last (first: 0, before any): its
	// instant, not before last, and its size in octets from destination address
	// to FCS. ok is false when there are no more. A medium ends its run with an error
	// where there are more than [MostAtOnce] at one instant.
	Next(last phy.Time, r rand.Source) (at phy.Time, octets int, ok bool)
}

// MostAtOnce bounds the arrivals that a [Generator] may make at one instant. One that makes
// more is taken to be stuck there, and would have the run never leave that instant.
const MostAtOnce = 1 << 20

// State is where one station is in a source.
type State struct {
	made   int      // arrivals so far
	until  phy.Time // OnOff: the end of this on time
	octets int      // Own: the size of the arrival to come
}

// First gives the instant of the first arrival, or [phy.Forever].
func (s *Source) First(st *State, r rand.Source) phy.Time {
	switch s.Kind {
	case Saturated:
		return 0
	case Think:
		return after(s.Interval, Exponential(s.Mean, r))
	case Poisson:
		return Exponential(s.Mean, r)
	case OnOff:
		at := Exponential(s.Off, r)
		st.until = after(at, Exponential(s.On, r))
		return at
	case Frames:
		return s.frame(0)
	case Own:
		return s.own(st, 0, r)
	}
	return phy.Forever
}

// Next gives the instant of the arrival after the one at last, where it does not
// hang on a frame's departure; else [phy.Forever].
func (s *Source) Next(st *State, last phy.Time, r rand.Source) phy.Time {
	st.made++
	switch s.Kind {
	case Poisson:
		return after(last, Exponential(s.Mean, r))
	case OnOff:
		at := after(last, s.Interval)
		if at >= st.until {
			at = after(st.until, Exponential(s.Off, r))
			st.until = after(at, Exponential(s.On, r))
		}
		return at
	case Frames:
		return s.frame(st.made)
	case Own:
		return s.own(st, last, r)
	}
	return phy.Forever
}

// Departed gives the instant of the arrival that follows from a frame of this
// source leaving the station at now, sent or dropped; else [phy.Forever].
func (s *Source) Departed(now phy.Time, r rand.Source) phy.Time {
	switch s.Kind {
	case Saturated:
		return now
	case Think:
		return after(after(now, s.Interval), Exponential(s.Mean, r))
	}
	return phy.Forever
}

// SizeOf draws the size in octets of the arrival now at hand.
func (s *Source) SizeOf(st *State, r rand.Source) int {
	switch {
	case s.Kind == Own:
		return st.octets
	case s.Kind == Frames && s.Octets != nil:
		return int(s.Octets[st.made])
	}
	return s.Size.Draw(r)
}

// RefOf gives the Ref of the arrival now at hand.
func (s *Source) RefOf(st *State) uint64 {
	if s.Ref == 0 {
		return 0
	}
	return s.Ref + uint64(st.made)
}

// AddressOf gives the address that the arrival now at hand is for, where its source
// gives them one by one.
func (s *Source) AddressOf(st *State) (a phy.Address, ok bool) {
	if s.Addresses == nil {
		return phy.Address{}, false
	}
	return s.Addresses[st.made], true
}

// frame gives the instant of the n-th frame (from 0) of a Frames source.
func (s *Source) frame(n int) phy.Time {
	if n < len(s.Starts) {
		return s.Starts[n]
	}
	if n -= len(s.Starts); n < s.Count {
		if s.Interval > 0 && phy.Time(n) > (phy.Forever-s.Start)/s.Interval {
			return phy.Forever
		}
		return s.Start + phy.Time(n)*s.Interval
	}
	return phy.Forever
}

func (s *Source) own(st *State, last phy.Time, r rand.Source) phy.Time {
	at, octets, ok := s.Own.Next(last, r)
	if !ok {
		return phy.Forever
	}
	st.octets = octets
	return max(at, last)
}

// after returns the instant a length of time after another, at most [phy.Forever]: two
// lengths beyond that add up to more than a [phy.Time] holds.
func after(at, length phy.Time) phy.Time {
	if length >= phy.Forever-at {
		return phy.Forever
	}
	return at + length
}

// Check reports what is impossible about the source. A source that passes it, on a line
// whose frames are as long as its Size, can be run.
func (s *Source) Check() error {
	switch {
	case int(s.Kind) >= len(kindNames):
		return fmt.Errorf("there is no kind of traffic %d", s.Kind)
	case s.To.Whom > ToAddress:
		return fmt.Errorf("there is no way %d of choosing whom a frame is for", s.To.Whom)
	case s.To.Whom == ToStation && s.To.Station < 0:
		return fmt.Errorf("its frames are for station %d", s.To.Station)
	case s.Kind == Frames && len(s.Starts) > 0 && s.Starts[0] < 0:
		return errors.New("a frame starts before time 0")
	case s.Kind == Frames && !slices.IsSorted(s.Starts):
		return errors.New("the starts of frames must ascend")
	case s.Kind == Frames && s.Octets != nil && len(s.Octets) != len(s.Starts)+s.Count:
		return errors.New("sizes given one by one must be as many as the frames")
	case s.Kind == Frames && s.Addresses != nil && len(s.Addresses) != len(s.Starts)+s.Count:
		return errors.New("addresses given one by one must be as many as the frames")
	case s.Kind != Frames && (s.Addresses != nil || s.Ref != 0):
		return errors.New("only frames at given instants have addresses and references one by one")
	case s.Kind == Frames && len(s.Starts) > 0 && s.Count > 0 && s.Start < s.Starts[len(s.Starts)-1]:
		return errors.New("the starts of frames must ascend")
	case s.Count < 0 || s.Interval < 0 || s.Start < 0 || s.Mean < 0 || s.On < 0 || s.Off < 0:
		return errors.New("a time or a count is negative")
	case max(s.Interval, s.Start, s.Mean, s.On, s.Off) > phy.MaxTime:
		return errors.New("a length of time is more than 30 days")
	case s.Kind == Poisson && s.Mean == 0, s.Kind == OnOff && (s.Interval == 0 || s.On == 0):
		return errors.New("the time between frames, and a mean on time, must be more than 0")
	case s.Kind == Own && s.Own == nil:
		return errors.New("traffic of its own needs a generator")
	}
	if s.Kind == None || s.Kind == Own || s.Kind == Frames && s.Octets != nil {
		return nil // its Size says nothing
	}
	return s.Size.Check()
}

// Range returns the least and the greatest size of the source's frames, in octets; known is
// false where they show only as they come, or where there are none.
func (s *Source) Range() (least, greatest int, known bool) {
	switch {
	case s.Kind == None, s.Kind == Own:
		return 0, 0, false
	case s.Kind == Frames && len(s.Octets) > 0:
		return int(slices.Min(s.Octets)), int(slices.Max(s.Octets)), true
	}
	least, greatest = s.Size.Range()
	return least, greatest, true
}

// ClosedLoop says whether a frame of the source arrives only once the one before
// it has left.
func (s *Source) ClosedLoop() bool { return s.Kind == Saturated || s.Kind == Think }
