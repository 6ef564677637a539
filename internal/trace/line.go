package trace

import "github.com/csmacd/csmacd/phy"

// Lines are written by functions that take a buffer and the end of the text in it, and return
// the new end. The caller has made room for the whole line, and for the octets that are
// copied beyond the end of a short text: a copy of a constant number of octets is a few moves,
// and one of a variable number is a call. The end stays in a register from one to the next.

// piece is a text of at most 32 octets.
type piece struct {
	text [32]byte
	n    int
}

// pieceOf returns a text that is joined of parts as a piece.
func pieceOf(parts ...string) (p piece) {
	for _, part := range parts {
		if p.n+len(part) > len(p.text) {
			panic("trace: too long for a piece of a line: " + part)
		}
		p.n += copy(p.text[p.n:], part)
	}
	return p
}

func putPiece(b []byte, n int, p *piece) int {
	*(*[32]byte)(b[n:]) = p.text
	return n + p.n
}

func putOctet(b []byte, n int, c byte) int {
	b[n] = c
	return n + 1
}

// putDecimal writes t/unit as [phy.AppendDecimal] does. unit is 10^places, or places is 0.
func putDecimal(b []byte, n int, t, unit phy.Time, places int) int {
	if places == 0 || t < 0 {
		return len(phy.AppendDecimal(b[:n], t, unit))
	}
	whole, rest := split(t, unit)
	return putFraction(b, putUint(b, n, whole), rest*powers[8-places])
}

// putFraction writes a point and the digits of v/10^8 without zeros at their end, or nothing
// for 0.
func putFraction(b []byte, n int, v uint64) int {
	if v == 0 {
		return n
	}
	word := eightDigits(v)
	b[n] = '.'
	putWord(b, n+1, word)
	return n + 1 + significant(word)
}

// split divides an instant by a bit time.
func split(t, unit phy.Time) (whole, rest uint64) {
	const usual = 100 * phy.Nanosecond // at 10 Mb/s: a division by a constant is much cheaper
	if unit == usual {
		return uint64(t) / uint64(usual), uint64(t) % uint64(usual)
	}
	return uint64(t) / uint64(unit), uint64(t) % uint64(unit)
}

// placesOf returns n for 10^n if n is from 1 to 8, and 0 for other numbers.
func placesOf(unit phy.Time) int {
	for n := 1; n <= 8; n++ {
		if uint64(unit) == powers[n] {
			return n
		}
	}
	return 0
}

// powers are those of ten.
var powers = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}
