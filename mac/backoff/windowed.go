package backoff

type windowed struct{ beb *Table }

// Windowed is the modified binary exponential backoff of simon-frankau/backoff-sim: windows
// as of [BEB], one after the other from the first failure on, and a draw in each. Who
// has failed in a window waits it out first, so that retries of different rounds never
// overlap, and the rate of retries never rises. The delay after failure n is what is
// left of window n-1 and a draw from 0 to 2^min(n,limit)-1 slots: whole slots, 2^31 at most.
// Its word of the state is what is left of the window. It never stops.
func Windowed(limit int) Policy { return windowed{BEB(limit)} }

func (windowed) Name() string { return "windowed" }

func (p windowed) Next(s *State, r *Rand) (delay float64, stop bool) {
	size := uint64(p.beb.Window(s.Attempt).Size)
	k, ok := s.below(r, size)
	if !ok {
		return 0, true
	}
	rest := uint64(0)
	if s.Attempt > 1 {
		rest = min(s.Spare, uint64(p.beb.Window(s.Attempt-1).Size)-1)
	}
	s.Spare = size - 1 - k
	return s.wait(float64(rest + k))
}
