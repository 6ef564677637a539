package phy

import (
	"fmt"
	"math/big"
	"strings"
)

// bitRates are the units of a rate, in bits per second.
var bitRates = map[string]int64{
	"b/s": 1, "kb/s": 1_000, "Mb/s": 1_000_000, "Gb/s": 1_000_000_000,
	"bps": 1, "kbps": 1_000, "Mbps": 1_000_000, "Gbps": 1_000_000_000,
}

// BitsPerSecond reads a rate such as "10Mb/s" or "2.5 kbps", which is more than 0. Its error says what would be
// right.
func BitsPerSecond(s string) (*big.Rat, error) {
	number, unit := splitUnit(s)
	factor := bitRates[unit]
	rate, ok := new(big.Rat), false
	// Plain decimals only, as in ParseTime.
	if len(number) <= 40 && strings.Trim(number, "0123456789.") == "" {
		rate, ok = rate.SetString(number)
	}
	if factor == 0 || !ok {
		return nil, fmt.Errorf("%q is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s", s)
	}
	if rate.Sign() == 0 {
		return nil, fmt.Errorf("%q is not a rate: a bit would take forever", s)
	}
	return rate.Mul(rate, new(big.Rat).SetInt64(factor)), nil
}

// ParseRate reads a rate such as "10Mb/s" or "2.5 kbps" and returns the length of a bit, which must
// be a whole number of picoseconds and at most a second.
func ParseRate(s string) (bit Time, err error) {
	rate, err := BitsPerSecond(s)
	if err != nil {
		return 0, err
	}
	rate.Inv(rate).Mul(rate, new(big.Rat).SetInt64(int64(Second)))
	if !rate.IsInt() || rate.Cmp(new(big.Rat).SetInt64(int64(Second))) > 0 {
		return 0, fmt.Errorf("%q makes the bit time not a whole number of picoseconds, or longer than a second", s)
	}
	return Time(rate.Num().Int64()), nil
}
