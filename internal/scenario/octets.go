package scenario

import (
	"math/big"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// byteUnits are the units of a number of octets.
var byteUnits = []struct {
	name   string
	octets int64
}{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"B", 1}}

// bytes reads a number of octets: 1500, 64KiB, 1.5MB.
func (r *reader) bytes(n *document.Node, least, most int64) int64 {
	s, ok := r.Word(n)
	if !ok {
		return least
	}
	number, unit := s, int64(1)
	for _, u := range byteUnits {
		if v, has := strings.CutSuffix(s, u.name); has {
			number, unit = strings.TrimSpace(v), u.octets
			break
		}
	}
	v, ok := document.BareNumber(number)
	if ok {
		v.Mul(v, new(big.Rat).SetInt64(unit))
		ok = v.IsInt()
	}
	if !ok {
		r.Fail(n, "%q is not a number of octets: write one such as 1500, 64KiB or 1MB", s)
		return least
	}
	if v.Num().IsInt64() {
		if octets := v.Num().Int64(); octets >= least && octets <= most {
			return octets
		}
	}
	r.Fail(n, "%s is out of range: it must be %d to %d octets", s, least, most)
	return least
}
