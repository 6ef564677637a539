package backoff

import "fmt"

// Scripted is a policy of forced draws: the first failure of the sender waits the
// first number of slots, the next failure the next, whatever frame it is of. It is
// for lessons and tests, where an outcome is worked out by hand.
type Scripted struct {
	slots []int
	table *Table // what a draw may be; nil: anything
}

// Script gives the policy of the draws listed. Where like is not nil, a draw that
// like could not have made is an error.
func Script(like *Table, slots ...int) *Scripted {
	return &Scripted{slots: append([]int(nil), slots...), table: like}
}

// Name is what a scenario calls the policy.
func (p *Scripted) Name() string { return "scripted" }

// Next implements [Policy]; s.Spare counts the draws made. It stops when the
// draws have run out or one is out of range, and [Scripted.Err] says which.
func (p *Scripted) Next(s *State, _ *Rand) (delay float64, stop bool) {
	s.Spare++
	if p.Err(s) != nil {
		return 0, true
	}
	s.Previous = float64(p.slots[s.Spare-1])
	return s.Previous, false
}

// Window is the range that the draw after failure n lies in, or no range at all
// (Size 0) where any draw is allowed.
func (p *Scripted) Window(n int) Window {
	if p.table == nil {
		return Window{}
	}
	return p.table.Window(n)
}

// Err says what is wrong with the draw last asked for: [ErrScriptEnded],
// [ErrScriptRange], or nothing.
func (p *Scripted) Err(s *State) error {
	i := int(s.Spare) - 1
	if i < 0 {
		return nil
	}
	if i >= len(p.slots) {
		return fmt.Errorf("%w: draw %d was asked for and %d are given", ErrScriptEnded, i+1, len(p.slots))
	}
	if w := p.Window(s.Attempt); w.Size > 0 {
		if r := p.slots[i]; r < int(w.Low) || r >= int(w.Low+w.Size) {
			return fmt.Errorf("%w: draw %d is %d slots; after collision %d of a frame it must be %d to %d",
				ErrScriptRange, i+1, r, s.Attempt, w.Low, w.Low+w.Size-1)
		}
	}
	return nil
}
