package traffic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// Kind is a kind of traffic.
type Kind uint8

// The kinds of traffic, each with the function that makes a source of it.
const (
	KindNone      Kind = iota // none
	KindFrames                // at given instants: [At], [Periodic], [Replay]
	KindSaturated             // a frame is always waiting: [Saturated]
	KindPoisson               // [Poisson]
	KindOnOff                 // bursts: [OnOff]
	KindThink                 // closed loop: [Think]
	KindOwn                   // made by the program: [From]
)

var kindNames = [...]string{"none", "frames", "saturated", "poisson", "onoff", "think", "own"}

// String returns the kind's name in a scenario, or a text such as Kind(9) for an undefined value.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Source describes one stream of frames. The zero value offers nothing. The functions that return a
// Source are the usual way to make one. A program that reads descriptions of traffic may set the
// fields instead, and must then call [Source.Check].
type Source struct {
	Kind     Kind
	Starts   []phy.Time // KindFrames: instants, in ascending order
	Octets   []int32    // KindFrames: the size of each of Starts, if sizes are given one by one
	Ref      uint64     // KindFrames: the Ref of the first frame, one more for each next frame; 0: frames have none
	Start    phy.Time   // KindFrames: the instant of the first of Count frames
	Interval phy.Time   // KindFrames, KindOnOff: the time between frames; KindThink: a fixed time added to each think time
	Count    int        // KindFrames: the number of frames from Start
	Mean     phy.Time   // KindPoisson: the mean time between frames; KindThink: the mean think time before each frame
	On, Off  phy.Time   // KindOnOff: mean times
	Own      Generator  // KindOwn: the generator; each station needs its own

	// Addresses are the destinations of Starts, if they are given one by one. If nil, To chooses
	// the destination.
	Addresses []phy.Address

	Size Size
	To   To
}

// State is the position of one station in a source.
type State struct {
	made   int      // number of arrivals so far
	until  phy.Time // KindOnOff: the end of the current on time
	coming *coming  // KindOwn
}

// First returns the instant of the first arrival, or [phy.Forever] if there is none.
func (s *Source) First(st *State, r rand.Source) phy.Time { return s.FirstFrom(st, 0, r) }

// FirstFrom returns the instant of the first arrival at a station that joins a network at from, or
// [phy.Forever] if there is none. Of frames at given instants, those before from are left out. All other
// traffic begins at from.
func (s *Source) FirstFrom(st *State, from phy.Time, r rand.Source) phy.Time {
	switch s.Kind {
	case KindSaturated:
		return from
	case KindThink:
		return after(from, after(s.Interval, Exponential(s.Mean, r)))
	case KindPoisson:
		return after(from, Exponential(s.Mean, r))
	case KindOnOff:
		at := after(from, Exponential(s.Off, r))
		st.until = after(at, Exponential(s.On, r))
		return at
	case KindFrames:
		st.made = sort.Search(len(s.Starts)+s.Count, func(n int) bool { return s.frame(n) >= from })
		return s.frame(st.made)
	case KindOwn:
		return s.ownFirst(st, from, r)
	}
	return phy.Forever
}

// Next returns the instant of the arrival after the one at last, or [phy.Forever] if there is none
// or if it depends on the departure of a frame.
func (s *Source) Next(st *State, last phy.Time, r rand.Source) phy.Time {
	st.made++
	switch s.Kind {
	case KindPoisson:
		return after(last, Exponential(s.Mean, r))
	case KindOnOff:
		at := after(last, s.Interval)
		if at >= st.until {
			at = after(st.until, Exponential(s.Off, r))
			st.until = after(at, Exponential(s.On, r))
		}
		return at
	case KindFrames:
		return s.frame(st.made)
	case KindOwn:
		return s.ownNext(st, last, r)
	}
	return phy.Forever
}

// Departed returns the instant of the arrival that follows from the departure of a frame of this
// source at now, sent or dropped, or [phy.Forever] if none follows.
func (s *Source) Departed(st *State, now phy.Time, r rand.Source) phy.Time {
	switch s.Kind {
	case KindOwn:
		return s.ownDeparted(st, now, r)
	case KindSaturated:
		return now
	case KindThink:
		return after(after(now, s.Interval), Exponential(s.Mean, r))
	}
	return phy.Forever
}

// SizeOf draws the size of the current arrival, in octets.
func (s *Source) SizeOf(st *State, r rand.Source) int {
	switch {
	case s.Kind == KindOwn:
		return st.coming.first().Octets
	case s.Kind == KindFrames && s.Octets != nil:
		return int(s.Octets[st.made])
	}
	return s.Size.Draw(r)
}

// RefOf returns the Ref of the current arrival.
func (s *Source) RefOf(st *State) uint64 {
	switch {
	case s.Kind == KindOwn:
		return st.coming.first().Ref
	case s.Ref == 0:
		return 0
	}
	return s.Ref + uint64(st.made)
}

// AddressOf returns the destination address of the current arrival. ok is false if the source does
// not give addresses one by one; see [Source.ToOf].
func (s *Source) AddressOf(st *State) (a phy.Address, ok bool) {
	if s.Addresses == nil {
		return phy.Address{}, false
	}
	return s.Addresses[st.made], true
}

// ToOf returns how the destination of the current arrival is chosen, unless [Source.AddressOf]
// returns it.
func (s *Source) ToOf(st *State) *To {
	if s.Kind == KindOwn {
		return &st.coming.first().To
	}
	return &s.To
}

// frame returns the instant of the n-th frame (from 0) of a source of KindFrames.
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

// after returns the instant that is length after at, but at most [phy.Forever]: the sum of two
// times beyond that may overflow a [phy.Time].
func after(at, length phy.Time) phy.Time {
	if length >= phy.Forever-at {
		return phy.Forever
	}
	return at + length
}

// MostFrames limits the number of frames that Start and Count of one source describe.
const MostFrames = 1_000_000_000

// Check reports what is impossible about the source. A source that passes can be run on any line
// that accepts frames of its size.
func (s *Source) Check() error {
	switch {
	case int(s.Kind) >= len(kindNames):
		return fmt.Errorf("there is no kind of traffic %d", s.Kind)
	case s.To.Whom > ToDomain:
		return s.To.unknown()
	case s.To.Whom == ToStation && s.To.Station < 0:
		return fmt.Errorf("the destination is station %d, a negative number", s.To.Station)
	case s.Kind == KindFrames && len(s.Starts) > 0 && s.Starts[0] < 0:
		return errors.New("a frame starts before time 0")
	case s.Kind == KindFrames && !slices.IsSorted(s.Starts):
		return errors.New("the starts of frames must ascend")
	case s.Kind == KindFrames && s.Octets != nil && len(s.Octets) != len(s.Starts)+s.Count:
		return errors.New("sizes given one by one must be as many as the frames")
	case s.Kind == KindFrames && s.Addresses != nil && len(s.Addresses) != len(s.Starts)+s.Count:
		return errors.New("addresses given one by one must be as many as the frames")
	case s.Kind != KindFrames && (s.Addresses != nil || s.Ref != 0):
		return errors.New("only frames at given instants have addresses and references one by one")
	case s.Kind == KindFrames && len(s.Starts) > 0 && s.Count > 0 && s.Start < s.Starts[len(s.Starts)-1]:
		return errors.New("the starts of frames must ascend")
	case s.Count > MostFrames:
		return fmt.Errorf("%d frames are more than %d", s.Count, MostFrames)
	case s.Count < 0 || s.Interval < 0 || s.Start < 0 || s.Mean < 0 || s.On < 0 || s.Off < 0:
		return errors.New("a time or a count is negative")
	case max(s.Interval, s.Start, s.Mean, s.On, s.Off) > phy.MaxTime:
		return errors.New("a length of time is more than 30 days")
	case s.Kind == KindPoisson && s.Mean == 0, s.Kind == KindOnOff && (s.Interval == 0 || s.On == 0):
		return errors.New("the time between frames, and a mean on time, must be more than 0")
	case s.Kind == KindOwn && s.Own == nil:
		return errors.New("traffic of its own needs a generator")
	}
	if s.Kind == KindNone || s.Kind == KindOwn || s.Kind == KindFrames && s.Octets != nil {
		return nil // its Size is not used
	}
	return s.Size.Check()
}

// CheckFor reports what is impossible about the source at one of some stations, on a line whose
// frames have from least to greatest octets.
func (s *Source) CheckFor(stations, least, greatest int) error {
	if err := s.Check(); err != nil {
		return err
	}
	if err := s.To.Check(stations); err != nil {
		return err
	}
	if from, to, known := s.Range(); known && (from < least || to > greatest) {
		return fmt.Errorf("frames of %d to %d octets: this line takes %d to %d", from, to, least, greatest)
	}
	return nil
}

// Range returns the smallest and the largest size of the source's frames, in octets. known is false
// if the source has no frames, or if sizes are only known as the frames come.
func (s *Source) Range() (least, greatest int, known bool) {
	switch {
	case s.Kind == KindNone, s.Kind == KindOwn:
		return 0, 0, false
	case s.Kind == KindFrames && len(s.Octets) > 0:
		return int(slices.Min(s.Octets)), int(slices.Max(s.Octets)), true
	}
	least, greatest = s.Size.Range()
	return least, greatest, true
}

// ClosedLoop reports whether each frame of the source arrives only after the one before it has
// left. It is false for a [Generator], which may have several frames in the queue.
func (s *Source) ClosedLoop() bool { return s.Kind == KindSaturated || s.Kind == KindThink }
