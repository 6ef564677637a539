package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/plan"
)

// address stands for what the runs of a point come from, all but their seeds: the
// engine, the scenario's text there, the captures it reads; and for what is
// kept of a run, and from when on.
type address [16]byte

func (a address) String() string { return hex.EncodeToString(a[:]) }

// addressOf works the address of a point out, for records of a version.
func addressOf(records int, engine, inputs, kept string, text []byte) (a address) {
	h := sha256.New()
	for _, part := range []string{"csmacd/run/" + strconv.Itoa(records), strings.Join(metricHeads, ""), engine, inputs, kept} {
		writePart(h, part)
	}
	h.Write(text)
	copy(a[:], h.Sum(nil))
	return a
}

// writePart writes text so that no two lists of texts are written alike.
func writePart(h interface{ Write([]byte) (int, error) }, part string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(part)))
	h.Write(length[:])
	h.Write([]byte(part))
}

// seedBits is how long seeds are: a table's reader that keeps all numbers in floating
// point has them exactly.
const seedBits = 53

// Seed gives the seed of a run. It hangs on the scenario's seed, the plan's name, the
// values of the axes and the replication, and on nothing else: further values of an axis
// leave the runs that there are as they are. With common seeds, it does not hang on the
// values.
func Seed(s *plan.Sweep, p *plan.Point, replication int) uint64 {
	h := sha256.New()
	key := p.Key
	if s.CommonSeeds {
		key = ""
	}
	for _, part := range []string{"csmacd/seed/1", strconv.FormatUint(s.Seed, 10), s.Name, key, strconv.Itoa(replication)} {
		writePart(h, part)
	}
	var out [sha256.Size]byte
	return binary.BigEndian.Uint64(h.Sum(out[:0])) >> (64 - seedBits)
}
