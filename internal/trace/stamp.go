package trace

import (
	"math"

	"github.com/csmacd/csmacd/phy"
)

// stamp is the beginning of a line: its instant in picoseconds and in bit times. Events of one
// instant follow each other, so that the beginning of the line before is often that of the next.
type stamp struct {
	bit    phy.Time
	places int // the bit time is 10^places ps; 0: it is not such a number

	at    phy.Time // the instant of the last line
	start int      // where the line begins in the buffer
	n     int      // length of its stamp
}

// stampRoom is the number of octets copied from the line before. Stamps are no longer if the bit
// time is a power of ten.
const stampRoom = 64

var (
	stampPs   = pieceOf(`{"ps":`)
	stampBits = pieceOf(`,"bits":`)
)

func newStamp(bit phy.Time) stamp {
	return stamp{bit: bit, places: placesOf(bit), start: math.MaxInt} // there is no line before
}

// put writes the stamp. A buffer that begins anew has lost the line before.
func (s *stamp) put(b []byte, n int, at phy.Time) int {
	if at == s.at && s.start < n && s.n <= stampRoom {
		*(*[stampRoom]byte)(b[n:]) = [stampRoom]byte(b[s.start:])
		s.start = n
		return n + s.n
	}
	s.at, s.start = at, n
	n = s.format(b, n, at)
	s.n = n - s.start
	return n
}

// format writes picoseconds and bit times. They have the same digits, and one of them a point.
// Reading back what has just been written would have to wait for it.
func (s *stamp) format(b []byte, n int, at phy.Time) int {
	n = putPiece(b, n, &stampPs)
	whole, rest := split(at, s.bit)
	if s.places == 0 || at < s.bit {
		n = putInt(b, n, int64(at))
		n = putPiece(b, n, &stampBits)
		return putDecimal(b, n, at, s.bit, s.places)
	}
	fraction := eightDigits(rest * powers[8-s.places])
	if whole < 1e8 {
		word := eightDigits(whole)
		zeros := leading(word)
		word >>= 8 * zeros
		putWord(b, n, word)
		n += 8 - zeros
		putWord(b, n, fraction)
		n = putPiece(b, n+s.places, &stampBits)
		putWord(b, n, word)
		n += 8 - zeros
	} else {
		n = putUint(b, n, whole)
		putWord(b, n, fraction)
		n = putPiece(b, n+s.places, &stampBits)
		n = putUint(b, n, whole)
	}
	if rest == 0 {
		return n
	}
	b[n] = '.'
	putWord(b, n+1, fraction)
	return n + 1 + significant(fraction)
}
