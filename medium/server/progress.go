package server

import (
	"math/bits"

	"github.com/csmacd/csmacd/phy"
)

// rate is the speed at which a request is worked at, as a share of that in a server that is not
// overloaded, in units of 2^-63.
type rate uint64

const fullSpeed rate = 1 << 63

// progress is an amount of work: the time that it takes at full speed, in units of 2^-63 ps. Sums and
// products are exact, so that it makes no difference in how many steps it was added up.
type progress struct{ ps, rest uint64 }

// workOf returns the work of a request that takes a time at full speed.
func workOf(t phy.Time) progress { return fullSpeed.during(t) }

// during returns the work that is done in a time.
func (r rate) during(t phy.Time) (p progress) {
	p.ps, p.rest = bits.Mul64(uint64(t), uint64(r))
	return p
}

func (p progress) plus(q progress) (sum progress) {
	var carry uint64
	sum.rest, carry = bits.Add64(p.rest, q.rest, 0)
	sum.ps, _ = bits.Add64(p.ps, q.ps, carry)
	return sum
}

// minus returns the work that p has more than q, or 0 if p has less.
func (p progress) minus(q progress) (more progress) {
	var borrow uint64
	more.rest, borrow = bits.Sub64(p.rest, q.rest, 0)
	if more.ps, borrow = bits.Sub64(p.ps, q.ps, borrow); borrow > 0 {
		return progress{}
	}
	return more
}

// takes returns the time that the work takes, up to the next picosecond, or [phy.Forever].
func (p progress) takes(r rate) phy.Time {
	switch {
	case p == progress{}:
		return 0
	case p.ps >= uint64(r): // 2^64 ps or more, or nothing is done
		return phy.Forever
	}
	ps, rest := bits.Div64(p.ps, p.rest, uint64(r))
	if rest > 0 {
		ps++
	}
	return phy.Time(min(ps, uint64(phy.Forever)))
}
