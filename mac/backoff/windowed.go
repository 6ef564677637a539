package backoff

type windowed struct{ beb *Table }

// Windowed returns the modified binary exponential backoff of simon-frankau/backoff-sim: the
// windows of [BEB], one after the other from the first failure on, and a draw in each. A client
// that has failed in a window first waits for its end, so that retries of different rounds never
// overlap, and the rate of retries never rises. The delay after failure n is the rest of window n-1
// plus a draw from 0 to 2^min(n,limit)-1 slots. Delays are whole slots, at most 2^31. The policy
// keeps the rest of the window in State.Spare, and never stops.
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
