package bus

import "math/bits"

// marks are ranks of stations: one bit for each. None are marked if it is nil.
type marks []uint64

// newMarks has room for the ranks of all stations.
func newMarks(n *Network) marks { return make(marks, (len(n.stations)+63)/64) }

func (m marks) add(rank int)    { m[rank/64] |= 1 << (rank % 64) }
func (m marks) remove(rank int) { m[rank/64] &^= 1 << (rank % 64) }

// from returns the first rank that is marked, from one on, or -1.
func (m marks) from(rank int) int {
	k := rank / 64
	if k >= len(m) {
		return -1
	}
	for word := m[k] >> (rank % 64) << (rank % 64); ; word = m[k] {
		if word != 0 {
			return k*64 + bits.TrailingZeros64(word)
		}
		if k++; k == len(m) {
			return -1
		}
	}
}

// before returns the last rank that is marked, before one, or -1.
func (m marks) before(rank int) int {
	for rank--; rank >= 0; rank = rank/64*64 - 1 {
		if word := m[rank/64] << (63 - rank%64); word != 0 {
			return rank - bits.LeadingZeros64(word)
		}
	}
	return -1
}
