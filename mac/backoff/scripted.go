package backoff

import "fmt"

// Scripted is a policy of forced draws: the first failure of the sender waits the
// first number of slots, the next failure the next, whatever frame it is of. It is
// for lessons and tests, where an outcome is worked out by hand.
type Scripted struct {
	delays []float64
	table  *Table // what a draw may be; nil: anything
}

// Script returns the policy of the draws listed. Where like is not nil, a draw that
// like could not have made is an error.
func Script(like *Table, slots ...int) *Scripted {
	p := &Scripted{table: like}
	for _, v := range slots {
		p.delays = append(p.delays, float64(v))
	}
	return p
}

// Delays returns the policy of the delays listed, in units, which need not be whole.
func Delays(delays ...float64) *Scripted {
	return &Scripted{delays: append([]float64(nil), delays...)}
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
	return s.wait(p.delays[s.Spare-1])
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
	if i >= len(p.delays) {
		return fmt.Errorf("%w: draw %d was asked for and %d are given", ErrScriptEnded, i+1, len(p.delays))
	}
	if w := p.Window(s.Attempt); w.Size > 0 {
		if r := p.delays[i]; r < float64(w.Low) || r >= float64(w.Low+w.Size) {
			return fmt.Errorf("%w: draw %d is %v slots; after collision %d of a frame it must be %d to %d",
				ErrScriptRange, i+1, r, s.Attempt, w.Low, w.Low+w.Size-1)
		}
	}
	return nil
}

// Longest is the longest of the delays.
func (p *Scripted) Longest() float64 {
	longest := 0.0
	for _, v := range p.delays {
		longest = max(longest, v)
	}
	return longest
}
