package trace

import (
	"encoding/binary"
	mathbits "math/bits"
)

// putInt writes an integer in decimal.
func putInt(b []byte, n int, v int64) int {
	if v < 0 {
		b[n] = '-'
		return putUint(b, n+1, -uint64(v))
	}
	return putUint(b, n, uint64(v))
}

// putUint writes an unsigned integer in decimal.
func putUint(b []byte, n int, v uint64) int {
	switch {
	case v < 10:
		b[n] = '0' + byte(v)
		return n + 1
	case v < 1e8:
		word := eightDigits(v)
		zeros := leading(word)
		putWord(b, n, word>>(8*zeros))
		return n + 8 - zeros
	}
	n = putUint(b, n, v/1e8)
	putWord(b, n, eightDigits(v%1e8))
	return n + 8
}

// ascii is the word "00000000".
const ascii = 0x3030303030303030

// eightDigits returns the eight digits of a number below 10^8, the first in the lowest octet. It
// divides all parts of the number at once: by 10,000, then both halves by 100, then all four
// quarters by 10. The quotients by multiplication are exact for numbers this small.
func eightDigits(v uint64) uint64 {
	q := v / 10000
	v = q | (v-10000*q)<<32
	q = v * 10486 >> 20 & 0x7f_0000_007f
	v = q | (v-100*q)<<16
	q = v * 103 >> 10 & 0x000f_000f_000f_000f
	return (q | (v-10*q)<<8) + ascii
}

// leading returns the number of zeros that eight digits begin with; 8 for the number 0.
func leading(word uint64) int { return mathbits.TrailingZeros64(word-ascii) / 8 }

// significant returns the number of digits without the zeros at their end.
func significant(word uint64) int { return 8 - mathbits.LeadingZeros64(word-ascii)/8 }

func putWord(b []byte, n int, word uint64) { binary.LittleEndian.PutUint64(b[n:], word) }
