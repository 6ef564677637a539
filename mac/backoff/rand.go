package backoff

import "math/bits"

// Rand is a stream of random numbers: the generator wyrand (Wang Yi, public
// domain), a 64-bit Weyl sequence under a multiply-and-fold mixer. Its period is
// 2^64; its family passes BigCrush and PractRand. It is eight bytes, so that each
// station and purpose has a stream of its own, and small enough to be inlined.
//
// It implements math/rand/v2's Source. The zero value is a valid stream.
type Rand struct{ state uint64 }

const (
	weyl = 0xa0761d6478bd642f
	fold = 0xe7037ed1a0b428db
)

// NewRand returns the stream of a seed, a sender's name and a purpose ("backoff",
// "arrival"). Streams depend on nothing else, so adding a sender or changing
// what another purpose draws disturbs none of them.
func NewRand(seed uint64, name, purpose string) Rand {
	// The seed is mixed first: seeds that differ by a bit, and names that do,
	// must not cancel out.
	return Rand{mix(hash(hash(mix(seed^fold), name), purpose))}
}

// Uint64 returns the next 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += weyl
	hi, lo := bits.Mul64(r.state, r.state^fold)
	return hi ^ lo
}

// Below returns a number from 0 to n-1, all as likely (to within n in 2^64), by the
// high half of a product: the low bits of the generator are never used alone.
func (r *Rand) Below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.Uint64(), n)
	return hi
}

// hash folds a string and its length into h (FNV-1a over the octets, then mixed).
func hash(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return mix(h ^ uint64(len(s))<<56)
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection in
// which each bit of the input changes half of the output's.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
