package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A rule of networks needs a story that holds, and networks in which it came into play.
func TestNetworksNeedStoriesAndNetworks(t *testing.T) {
	story := &test{room: "medium/domain", name: "TestReceiveCollision", ok: true}
	numbered := &test{room: "internal/clause4", name: "TestNumberedNetworks", ok: true, output: `
    networks_test.go:244: 200 numbered networks: the engine and the reference gave the same 42813 events, and the same counters
    networks_test.go:246: a collision at a repeater came into play in 83
    networks_test.go:246: PAUSE came into play in 0`}
	all := tests{story, numbered}
	r := reached(all, "TestNumberedNetworks")
	assert.Equal(t, numberedResult{true, 200, 42813, map[string]int{"a collision at a repeater": 83, "PAUSE": 0}}, r)

	var p page
	p.networks(all)
	assert.Contains(t, p.String(), "then to all but the last port left | 1 | 83 | holds |")
	assert.Contains(t, p.String(), "0 lets them go on | 0 | 0 | **FAILS** |", "no story, and no network")
	story.ok = false
	var q page
	q.networks(all)
	assert.Equal(t, p.failed+1, q.failed)
}
