package theory

// FirstExit returns the mean number of slots from an empty backlog until it exceeds
// limit for the first time. If limit is the unstable equilibrium, this is Lam's
// first exit time: how long a channel with two stable equilibria works before it saturates.
//
// The backlog falls by at most one in a slot, so that states can be eliminated from below. When
// the time that the chain spends at n or below after starting at n is known, and where above n it then goes,
// the same follows for n+1, because the chain returns that way after going down from n+1. All
// terms are positive, so that nothing cancels.
func (l *Lam) FirstExit(limit int) float64 {
	limit = min(limit, l.Users-1)
	rows := l.rows()
	mass := make([]float64, l.Users+1) // probability of reaching n from below, before the exit
	mass[0] = 1
	slots := 0.0
	stays := 0.0                         // mean number of slots at n or below, starting at n
	leaves := make([]float64, l.Users+2) // [k]: probability of n+k after that
	for n := 0; n <= limit; n++ {
		r := &rows[n]
		out := 0.0
		next := make([]float64, 0, len(leaves))
		next = append(next, 0)
		for k := 1; n+k <= l.Users; k++ {
			v := float64(r.down * leaves[k+1])
			if k < len(r.up) {
				v += r.up[k]
			}
			next = append(next, v)
			out += v
		}
		stays = (1 + float64(r.down*stays)) / out
		for k := range next {
			next[k] /= out
		}
		clear(leaves)
		copy(leaves, next)
		slots += float64(mass[n] * stays)
		for k := 1; n+k <= limit; k++ {
			mass[n+k] += float64(mass[n] * leaves[k])
		}
	}
	return slots
}
