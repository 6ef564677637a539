package backoff

import "math/bits"

// Rand is a stream of random numbers. The generator is wyrand (Wang Yi, public domain): a 64-bit
// Weyl sequence followed by a multiply-and-fold mixer. Its period is 2^64, and its family passes
// BigCrush and PractRand. The state is eight bytes, so that each station and purpose can have a
// stream of its own, and the code is small enough to be inlined.
//
// Rand implements Source of math/rand/v2. The zero value is a valid stream.
type Rand struct{ state uint64 }

const (
	weyl = 0xa0761d6478bd642f
	fold = 0xe7037ed1a0b428db
)

// NewRand returns the stream of a seed, a sender's name and a purpose ("backoff", "arrival"). A
// stream depends on nothing else: to add a sender, or to change what another purpose draws, does
// not change it.
func NewRand(seed uint64, name, purpose string) Rand {
	// The seed is mixed first, so that seeds and names that differ by one bit do not cancel out.
	return Rand{mix(hash(hash(mix(seed^fold), name), purpose))}
}

// Uint64 returns the next 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += weyl
	hi, lo := bits.Mul64(r.state, r.state^fold)
	return hi ^ lo
}

// Below returns a number from 0 to n-1, each with the same probability (to within n in 2^64). It
// uses the high half of a product, and never the low bits of the generator alone.
func (r *Rand) Below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.Uint64(), n)
	return hi
}

// hash mixes a string and its length into h (FNV-1a over the octets, then mixed).
func hash(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return mix(h ^ uint64(len(s))<<56)
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection in which each bit of
// the input changes half of the bits of the output.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
