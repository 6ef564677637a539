package phy

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// Address is a 48-bit MAC address. Its first octet is sent first.
type Address [6]byte

// Broadcast is the address of every station.
var Broadcast = Address{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}

// StationAddress returns the address of the i-th station of a network, counted from 0: the
// individual, locally administered address 02:00 followed by i+1 in four octets.
func StationAddress(i int) Address {
	i++
	return Address{0x02, 0, byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)}
}

// Group reports whether the address is a multicast or the broadcast address (IEEE
// 802.3 3.2.3: the first bit sent is 1).
func (a Address) Group() bool { return a[0]&1 == 1 }

// String returns the address in the form 02:00:00:00:00:01.
func (a Address) String() string { return strings.ReplaceAll(fmt.Sprintf("% x", a[:]), " ", ":") }

// ParseAddress reads an address such as 01:00:5e:00:00:01, or one of its other usual forms,
// 01-00-5e-00-00-01 and 0100.5e00.0001. It does not use package net, which would make the web page
// larger.
func ParseAddress(s string) (a Address, err error) {
	digits := s
	switch {
	case separated(s, ':', 2):
		digits = strings.ReplaceAll(s, ":", "")
	case separated(s, '-', 2):
		digits = strings.ReplaceAll(s, "-", "")
	case separated(s, '.', 4):
		digits = strings.ReplaceAll(s, ".", "")
	}
	octets, err := hex.DecodeString(digits)
	if err != nil || len(octets) != len(a) || digits == s {
		return Address{}, fmt.Errorf("%q is not an address: write six octets, such as 01:00:5e:00:00:01", s)
	}
	return Address(octets), nil
}

// separated reports whether the separator stands after each group of every characters, except the
// last.
func separated(s string, separator byte, every int) bool {
	for i := every; i < len(s); i += every + 1 {
		if s[i] != separator {
			return false
		}
	}
	return len(s)%(every+1) == every
}

// StationIndex is the inverse of [StationAddress]: it returns the number of the station that has
// the address. ok is false for any other address.
func StationIndex(a Address) (i int, ok bool) {
	if a[0] != 0x02 || a[1] != 0 {
		return 0, false
	}
	i = int(a[2])<<24 | int(a[3])<<16 | int(a[4])<<8 | int(a[5])
	return i - 1, i > 0
}
