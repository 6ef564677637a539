package bus

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/csmacd/csmacd/phy"
)

// digest stands for every transmission of a run: the sum, modulo 2^128, of a hash
// of each (its station's name, start, end and outcome). A sum does not depend on
// the order in which they were worked off.
type digest struct {
	marks  []mark // as the stations' sums
	hi, lo uint64
}

// mark is what each transmission of a station needs.
type mark struct {
	name      [2]uint64 // a hash of the station's name
	fragments uint64    // of its own, among those that all others heard
}

func markFor(name string) mark {
	h := sha256.Sum256([]byte(name))
	return mark{name: [2]uint64{binary.LittleEndian.Uint64(h[:8]), binary.LittleEndian.Uint64(h[8:16])}}
}

// add counts a transmission of a station, by a hash of its name, and its outcome: 0 if it was sent, else 1 and twice what
// followed ([mac.Next]).
func (d *digest) add(name *[2]uint64, start, end phy.Time, outcome uint64) {
	a := fold(name[0]^uint64(start), name[1]+uint64(end)*8+outcome)
	b := fold(a^name[1], name[0]+bits.RotateLeft64(uint64(end), 32)^outcome)
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, a, 0)
	d.hi, _ = bits.Add64(d.hi, b, carry)
}

// fold multiplies to 128 bits and folds the halves (the mixer of wyhash).
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x2d358dccaa6c78a5, b^0x8bb84b93962eacc9)
	return hi ^ lo
}

func (d *digest) String() string { return fmt.Sprintf("%016x%016x", d.hi, d.lo) }
