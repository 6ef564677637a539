package record

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"github.com/csmacd/csmacd/internal/plan"
)

// seedBits is the length of seeds. Programs that read tables into floating-point numbers
// have them exactly.
const seedBits = 53

// Seed returns the seed of a run. It depends on the scenario's seed, the plan's name, the
// values of the axes and the replication, and on nothing else: adding values to an axis
// does not change existing runs. With common seeds, it does not depend on the
// values.
func Seed(s *plan.Sweep, p *plan.Point, replication int) uint64 {
	key := p.Key
	if s.CommonSeeds {
		key = ""
	}
	b := make([]byte, 0, 256)
	for _, part := range []string{"csmacd/seed/1", strconv.FormatUint(s.Seed, 10), s.Name, key, strconv.Itoa(replication)} {
		b = appendPart(b, part)
	}
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:]) >> (64 - seedBits)
}
