package bench

import (
	"testing"
	"time"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// noCliff is how many times as long as in the plain network an attempt may take in an odd one, and farCliff in one with faults or
// bridges. A list of pairs of stations takes up to six hundred times as long with 1024 stations.
const (
	noCliff  = 60
	farCliff = 150
)

// The guard of the odd networks is the only test that asserts anything about speed. It cannot fail
// because of other load: it compares processor times of one process, measured in turn, and one round of
// ten in which the ratio is small is enough.
func TestOddNetworksHaveNoCliff(t *testing.T) {
	if racing {
		t.Skip("the race detector costs most where memory is read most: run it without -race")
	}
	const n = 1024
	plain := odd[0].network(t, n)
	run(t, plain, slice/4)
	for _, o := range odd[1:] {
		t.Run(o.name, func(t *testing.T) {
			stations := n
			if o.name == "babel" {
				stations = 256 // with 1024, what its listeners hear takes some 160 times as long: it is digested tap by tap
			}
			net := o.network(t, stations)
			run(t, net, slice/4)
			if o.name == "gap0" {
				run(t, net, slice) // its start, until one station sends frame after frame, takes longer
			}
			compareCosts(t, plain, net, noCliff)
		})
	}
	for _, o := range faulty {
		t.Run("fault "+o.name, func(t *testing.T) {
			net := anyOfScenario(t, faultyText(o.text, n))
			run(t, net, 5*phy.Millisecond) // the faults come in the first
			compareCosts(t, plain, net, farCliff)
		})
	}
	for _, o := range bridged {
		t.Run("bridge "+o.name, func(t *testing.T) {
			net := anyOfScenario(t, bridgedText(o.text, n/4))
			run(t, net, 5*phy.Millisecond) // the bridge hears of most stations
			compareCosts(t, plain, net, farCliff)
		})
	}
	t.Run("events of senders", func(t *testing.T) {
		net := odd[0].network(t, n)
		net.Observe(&counter{kinds: medium.AllKinds &^ atTaps})
		run(t, net, slice/4)
		compareCosts(t, plain, net, noCliff)
	})
}

// compareCosts fails unless an attempt in a network takes at most some times as long as in the plain
// one.
func compareCosts(t *testing.T, plain, net medium.Network, limit float64) {
	t.Helper()
	least := 0.0
	for range 10 {
		ratio := costOf(t, net) / costOf(t, plain)
		if ratio <= limit {
			t.Logf("%.1f times as long", ratio)
			return
		}
		if least == 0 || ratio < least {
			least = ratio
		}
	}
	t.Errorf("an attempt takes %.0f times as long as in the plain network; at most %g is allowed", least, limit)
}

// costOf returns the processor time of an attempt, in nanoseconds.
func costOf(t *testing.T, net medium.Network) float64 {
	before := sums(net)
	start := cpu()
	var used time.Duration
	for used < 10*time.Millisecond { // reading the figures has a cost of its own
		run(t, net, slice/50)
		used = cpu() - start
	}
	attempts, _, _ := since(net, before)
	return float64(used) / attempts
}
