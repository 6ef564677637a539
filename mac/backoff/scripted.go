package backoff

import "fmt"

// Scripted is a policy of given draws. The first failure of the sender waits for the first number
// of slots, the next failure for the next number, for whatever frame. It is for lessons and tests
// whose outcome is computed by hand.
type Scripted struct {
	delays []float64
	table  *Table // the policy that could make the draws; nil: any draw is allowed
}

// Script returns the policy of the listed draws. If like is not nil, a draw that like cannot make
// is an error.
func Script(like *Table, slots ...int) *Scripted {
	p := &Scripted{table: like}
	for _, v := range slots {
		p.delays = append(p.delays, float64(v))
	}
	return p
}

// Delays returns the policy of the listed delays, in units; they need not be whole numbers.
func Delays(delays ...float64) *Scripted {
	return &Scripted{delays: append([]float64(nil), delays...)}
}

// Name returns the policy's name in a scenario.
func (p *Scripted) Name() string { return "scripted" }

// Next implements [Policy]; s.Spare counts the draws made. It stops if there are no more draws or
// if a draw is out of range; [Scripted.Err] then returns the error.
func (p *Scripted) Next(s *State, _ *Rand) (delay float64, stop bool) {
	if s.Spare++; s.Spare == 0 {
		s.Spare-- // it stays at the end
	}
	if p.Err(s) != nil {
		return 0, true
	}
	return s.wait(p.delays[s.Spare-1])
}

// Window returns the range of the draw after failure n. Its size is 0 if any draw is allowed.
func (p *Scripted) Window(n int) Window {
	if p.table == nil {
		return Window{}
	}
	return p.table.Window(n)
}

// Err returns [ErrScriptEnded] or [ErrScriptRange] if the draw last asked for had that error, and
// nil otherwise.
func (p *Scripted) Err(s *State) error {
	if s.Spare == 0 {
		return nil
	}
	if s.Spare > uint64(len(p.delays)) {
		return fmt.Errorf("%w: draw %d was asked for and %d are given", ErrScriptEnded, s.Spare, len(p.delays))
	}
	i := int(s.Spare) - 1
	if w := p.Window(s.Attempt); w.Size > 0 {
		if r := p.delays[i]; r < float64(w.Low) || r >= float64(w.Low+w.Size) {
			return fmt.Errorf("%w: draw %d is %v slots; after collision %d of a frame it must be %d to %d",
				ErrScriptRange, i+1, r, s.Attempt, w.Low, w.Low+w.Size-1)
		}
	}
	return nil
}

// Longest returns the longest of the delays. One that is NaN is left out.
func (p *Scripted) Longest() float64 {
	longest := 0.0
	for _, v := range p.delays {
		if v > longest {
			longest = v
		}
	}
	return longest
}
