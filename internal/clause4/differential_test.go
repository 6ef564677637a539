package clause4

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// compared counts what TestEngine has compared.
type compared struct{ networks, events atomic.Int64 }

// kinds are the networks that are compared: of all rules, of those for which the engine once took long, of those with few that talk,
// and, as they take the reference long, now and then one of many stations.
var kinds = append(slices.Repeat([]func(*rapid.T) *trial{draw, drawUnusual, drawTalk}, 20), drawCrowd)

// random is the property itself: on a random network the engine and the reference have the same
// events and counts.
func (n *compared) random(t *rapid.T) {
	c := rapid.SampledFrom(kinds).Draw(t, "network")(t)
	events, err := c.compare()
	if err != nil {
		what, _, _ := strings.Cut(err.Error(), ":")
		t.Fatalf("%v\nThe network, for csmacd run:\n%s", err, c.file(what))
	}
	n.networks.Add(1)
	n.events.Add(int64(events))
}

// The engine and the reference on random networks, on all processors; -rapid.checks is the number
// of networks in total.
func TestEngine(t *testing.T) {
	n := &compared{}
	shards := runtime.GOMAXPROCS(0)
	share(t, "rapid.checks", shards)
	t.Cleanup(func() {
		t.Logf("%d random networks: the engine and the reference gave the same %d events, and the same counters and figures",
			n.networks.Load(), n.events.Load())
	})
	for i := range shards {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, others(i, n.random))
		})
	}
}

// others is a property on networks of its own for each of several shards. They would all have the same if the
// flag of a seed is given.
func others(shard int, property func(*rapid.T)) func(*rapid.T) {
	return func(t *rapid.T) {
		for range shard {
			rapid.Uint64().Draw(t, "shard")
		}
		property(t)
	}
}

// share divides a number that a flag gives, rounded up, until the test is over.
func share(t *testing.T, name string, shards int) {
	f := flag.Lookup(name)
	all := f.Value.String()
	n, err := strconv.Atoi(all)
	require.NoError(t, err)
	require.NoError(t, f.Value.Set(strconv.Itoa((n+shards-1)/shards)))
	t.Cleanup(func() { require.NoError(t, f.Value.Set(all)) })
}

// FuzzEngine is the same, with networks made by a fuzzer.
func FuzzEngine(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		seed := make([]byte, 8192)
		for i := range seed {
			seed[i] = byte(r.Uint32())
		}
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(new(compared).random))
}
