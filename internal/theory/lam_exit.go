package theory

// FirstExit gives the mean number of slots from an empty backlog until it is more than
// limit for the first time. With the unstable equilibrium for a limit it is Lam's
// first exit time: how long a channel of two equilibria works before it is lost.
//
// The backlog falls by one at most, so that states can be taken away from below: once
// it is known how long the chain, from n, stays at n or below and where above it then goes,
// the same for n+1 follows, since whoever goes down from n+1 comes back that way. All
// terms are positive: nothing cancels.
func (l *Lam) FirstExit(limit int) float64 {
	limit = min(limit, l.Users-1)
	rows := l.rows()
	mass := make([]float64, l.Users+1) // of coming to n from below, before the exit
	mass[0] = 1
	slots := 0.0
	stays := 0.0                         // mean slots at n or below, from n
	leaves := make([]float64, l.Users+2) // [k]: to n+k then
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
