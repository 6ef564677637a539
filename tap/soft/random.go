package soft

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"github.com/csmacd/csmacd/mac/backoff"
)

// random is the source of all that a stack in virtual time draws: ports, initial sequence numbers,
// numbers of packets, delays. It follows from the seed of the run and the station's name.
type random struct {
	mu sync.Mutex
	of *rand.ChaCha8
}

func newRandom(seed uint64, name string) *random {
	r := backoff.NewRand(seed, name, "stack")
	var key [32]byte
	for i := 0; i < len(key); i += 8 {
		binary.LittleEndian.PutUint64(key[i:], r.Uint64())
	}
	return &random{of: rand.NewChaCha8(key)}
}

// Int63 implements the Source of math/rand.
func (r *random) Int63() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return int64(r.of.Uint64() >> 1)
}

// Seed implements the Source of math/rand. A stack does not call it.
func (*random) Seed(int64) {}

// Read implements [io.Reader].
func (r *random) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of.Read(p)
}
