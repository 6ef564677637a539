package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

func TestDrawAllocatesNothing(t *testing.T) {
	rng, state := backoff.NewRand(1, "A", "backoff"), backoff.State{}
	var policies []backoff.Policy
	for _, p := range tables {
		assert.Zero(t, testing.AllocsPerRun(100, func() { sink += draws(p, &rng, attempts) }), p.Name())
		policies = append(policies, p)
	}
	for _, p := range policies {
		assert.Zero(t, testing.AllocsPerRun(100, func() { sink += nexts(p, &state, &rng, attempts) }), p.Name())
	}
}

// After a network is set up and has grown to its size, nothing allocates: neither an attempt nor an
// event that is observed.
func TestRunAllocatesNothing(t *testing.T) {
	for _, octets := range sizes {
		for _, n := range []int{2, 24, 256} {
			for _, watched := range []bool{false, true} {
				t.Run(fmt.Sprintf("octets=%d/N=%d/watched=%t", octets, n, watched), func(t *testing.T) {
					net := network(t, n, saturated(octets))
					if watched {
						net.Observe(&counter{kinds: medium.AllKinds &^ atTaps})
					}
					warm(t, net)
					assert.Zero(t, testing.AllocsPerRun(10, func() { run(t, net, slice) }))
				})
			}
		}
	}
}

func TestCollisionAllocatesNothing(t *testing.T) {
	net := network(t, 10)
	for range 100 {
		collide(t, net)
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { collide(t, net) }))
}

// A station that has nothing to send yet is small, so that a network may have a million.
func TestStationsAreSmall(t *testing.T) {
	const n = 100_000
	assert.Less(t, float64(heldBy(t, bus.Config{Stations: stations(n, rare(n))}))/n, 128.0)
}
