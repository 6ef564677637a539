package backoff

// lagging is binary exponential backoff as the OpenCores Ethernet MAC has it: a
// hardware design that is in many chips, and departs from IEEE 802.3 twice. The
// range doubles one collision late, and a draw that is not 0 waits a slot too many.
type lagging struct{ ranges *Table }

// OpenCores gives the backoff of the OpenCores Ethernet MAC (eth_random.v,
// eth_txcounters.v): after failure n a draw r from 0 to 2^min(max(n-1,1),limit)-1,
// and a wait of r+1 slots, or of none where r is 0. Its limit is 10; its draws come
// from a shift register of ten bits there, and from the sender's stream here.
func OpenCores(limit int) Policy {
	return &lagging{newTable("opencores", limit+1, func(n int) (float64, float64) {
		return 0, float64(uint64(1) << min(max(n-1, 1), limit, 62))
	})}
}

// Name is what a scenario calls the policy.
func (p *lagging) Name() string { return p.ranges.name }

// Next implements [Policy]. It never stops: a line's attempt limit does.
func (p *lagging) Next(s *State, r *Rand) (delay float64, stop bool) {
	slots := p.ranges.Draw(s.Attempt, r)
	if slots > 0 {
		slots++
	}
	s.Previous = float64(slots)
	return s.Previous, false
}

// Window is the range that the slots waited after failure n lie in; of it, 1 never
// comes.
func (p *lagging) Window(n int) Window {
	w := p.ranges.Window(n)
	if w.Size > 1 {
		w.Size++
	}
	return w
}
