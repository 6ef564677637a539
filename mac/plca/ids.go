package plca

import "math/bits"

// IDs is a set of node IDs from 0 to 254.
type IDs [4]uint64

// IDsOf returns the set of some IDs. What is not an ID from 0 to 254, such as [NoID], is left out.
func IDsOf(list []int) (s IDs) {
	for _, id := range list {
		if id >= 0 && id < NoID {
			s[id>>6] |= 1 << (id & 63)
		}
	}
	return s
}

// Has reports whether the set contains an ID.
func (s *IDs) Has(id int) bool { return id >= 0 && id < NoID && s[id>>6]>>(id&63)&1 == 1 }

// Empty reports whether the set contains no ID.
func (s *IDs) Empty() bool { return *s == IDs{} }

// Next returns the smallest ID of the set that is at least from, or [NoID].
func (s *IDs) Next(from int) int {
	from = max(from, 0)
	for w := from >> 6; w < len(s); w++ {
		rest := s[w]
		if w == from>>6 {
			rest &= ^uint64(0) << (from & 63)
		}
		if rest != 0 {
			return w<<6 + bits.TrailingZeros64(rest)
		}
	}
	return NoID
}

func (s *IDs) add(id int) { s[id>>6] |= 1 << (id & 63) }

// highest returns the largest ID of the set, or 0 if there is none.
func (s *IDs) highest() int {
	for id := NoID - 1; id > 0; id-- {
		if s.Has(id) {
			return id
		}
	}
	return 0
}

// free returns the smallest ID from 1 that is not in the set, or [NoID].
func (s *IDs) free() int {
	for id := 1; id < learnID; id++ {
		if !s.Has(id) {
			return id
		}
	}
	return NoID
}
