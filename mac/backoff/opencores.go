package backoff

// openCores is the policy of [OpenCores].
type openCores struct{ limit int }

// OpenCores returns the backoff of the OpenCores Ethernet MAC (eth_random.v, eth_txstatem.v), a
// hardware design that is in many chips. It differs from the draw of IEEE 802.3:
//
//   - Its draws are the low bits of a shift register of ten bits, x[0] to x[9], which takes in
//     ~(x[2] ^ x[9]) with every clock and passes through all states but that of ten ones.
//   - After failure n it looks at min(max(n-1,1),limit) bits, at most 10: the range doubles one
//     failure late.
//   - It decides by one state of the register whether to wait at all (not if the bits are 0),
//     and takes the number of slots from the next state. It waits one slot more than that.
//
// The wait after failures 1 and 2 is therefore 0, 1 or 2 slots, with probabilities 1/2, 1/4 and
// 1/4; the mean wait after failures 3 and 4 is 2.123 and 4.309 slots; and no wait is longer than
// 1023. Here the state is drawn anew for each failure, and all states have the same probability.
func OpenCores(limit int) Policy { return openCores{max(0, min(limit, openCoresBits))} }

const (
	openCoresBits   = 10
	openCoresStates = 1<<openCoresBits - 1
)

// Name returns the policy's name in a scenario.
func (p openCores) Name() string { return "opencores" }

// bits returns the number of bits of the register that are used after failure n.
func (p openCores) bits(n int) int { return min(max(n-1, 1), p.limit) }

// Window returns the range of the draw after failure n (1, 2, ...). The draw is not uniform in it.
func (p openCores) Window(n int) Window {
	switch k := p.bits(n); k {
	case 0:
		return Window{0, 1}
	case openCoresBits:
		return Window{0, openCoresStates + 1}
	default:
		return Window{0, 1<<k + 1}
	}
}

// Next implements [Policy]. It never stops; the attempt limit of a line does.
func (p openCores) Next(s *State, r *Rand) (delay float64, stop bool) {
	x, ok := s.below(r, openCoresStates)
	if !ok {
		return 0, true
	}
	mask := uint64(1)<<p.bits(s.Attempt) - 1
	if x&mask == 0 {
		return s.wait(0)
	}
	next := x<<1 | ^(x>>2^x>>9)&1
	return s.wait(float64(next&mask + 1))
}
