package record

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"github.com/csmacd/csmacd/internal/plan"
)

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
		WritePart(h, part)
	}
	var out [sha256.Size]byte
	return binary.BigEndian.Uint64(h.Sum(out[:0])) >> (64 - seedBits)
}
