package tally

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/csmacd/csmacd/medium/internal/sha256"
	"github.com/csmacd/csmacd/phy"
)

// Digest is a checksum of every transmission of a run: the sum, modulo 2^128, of a hash of each
// (its station's name, start, end and outcome). A sum does not depend on the order of processing.
type Digest struct{ hi, lo uint64 }

// Name is a hash of a station's name.
type Name [2]uint64

// NameOf returns the hash of a name.
func NameOf(name string) Name {
	h := sha256.Sum([]byte(name))
	return Name{binary.LittleEndian.Uint64(h[:8]), binary.LittleEndian.Uint64(h[8:16])}
}

// Add adds a transmission of a station, given by the hash of its name. outcome is 0 if the frame
// was sent; otherwise it says what followed.
func (d *Digest) Add(name *Name, start, end phy.Time, outcome uint64) {
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

// String returns the digest in hexadecimal.
func (d *Digest) String() string { return fmt.Sprintf("%016x%016x", d.hi, d.lo) }
