package phy

import (
	"fmt"
	"math/big"
	"strings"
)

// ParseRate reads a rate such as "10Mbps" or "2.5 kbps" and returns the length of a bit, which must
// be a whole number of picoseconds and at most a second.
func ParseRate(s string) (bit Time, err error) {
	number, unit := splitUnit(s)
	factor := map[string]int64{"bps": 1, "kbps": 1_000, "Mbps": 1_000_000}[unit]
	rate, ok := new(big.Rat), false
	// Plain decimals only, as in ParseTime.
	if len(number) <= 40 && strings.Trim(number, "0123456789.") == "" {
		rate, ok = rate.SetString(number)
	}
	if factor == 0 || !ok {
		return 0, fmt.Errorf("%q is not a rate: write a number and bps, kbps or Mbps, such as 10Mbps", s)
	}
	if rate.Sign() == 0 {
		return 0, fmt.Errorf("%q is not a rate: a bit would take forever", s)
	}
	rate.Mul(rate, new(big.Rat).SetInt64(factor))
	rate.Inv(rate).Mul(rate, new(big.Rat).SetInt64(int64(Second)))
	if !rate.IsInt() || rate.Cmp(new(big.Rat).SetInt64(int64(Second))) > 0 {
		return 0, fmt.Errorf("%q makes the bit time not a whole number of picoseconds, or longer than a second", s)
	}
	return Time(rate.Num().Int64()), nil
}
