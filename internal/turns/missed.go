package turns

import (
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// A follower takes carrier for a frame if it still receives the one before (148.4.4.1: EARLY_RECEIVE to RECEIVE), a
// BEACON too. The BEACON comes when the coordinator's carrier has fallen. If RX_DV of the follower falls later than
// its carrier rises again, the follower misses the BEACON, and counts on: it has no turn in that cycle (comment R1-61
// on draft 3.1 of 802.3da).

// missed notes a node that may miss a BEACON, the one that is latest, and reports whether there is one. The coordinator
// is a station.
func (x *calculation) missed(coordinator int) bool {
	latest, most := -1, phy.Time(0)
	for k, i := range x.of {
		if late := x.late(coordinator, k); i != coordinator && late > most {
			latest, most = i, late
		}
	}
	if latest < 0 {
		return false
	}
	x.note("%s may still receive the last frame of a cycle as it hears the BEACON, by up to %s: it takes the BEACON for more of that frame, and loses its turns until it recognises one. There is no longest wait then, and the formulas are of a bus without this. It does not happen where rx_off - crs_on of each node is at most crs_off + tx of the coordinator",
		x.config.Stations[latest].Name, most)
	return true
}

// early notes a node that may hear another's turn begin while it counts the turn before, and reports whether there is one.
// Both count from the fall of carrier, each by its own PHY. Within the limits of clause 147 it does not happen: CRS falls
// with a spread of 480 ns, and the start of a turn takes at least 520 ns from TX_EN to CRS.
func (x *calculation) early() bool {
	for _, j := range x.of {
		for _, i := range x.of {
			hears, sends := x.latencyOf(j), x.latencyOf(i)
			if i != j && hears.CRSOff > sends.CRSOff+sends.Tx+hears.CRSOn {
				x.note("the carrier of %s falls so much later than that of %s that it may count the turn before as it hears the other's. There is no longest wait then, and the formulas are of a bus without this",
					x.config.Stations[j].Name, x.config.Stations[i].Name)
				return true
			}
		}
	}
	return false
}

// late returns by how much a node may still receive a frame when it hears the BEACON behind it. After silent turns the
// BEACON is later by them.
func (x *calculation) late(coordinator, k int) phy.Time {
	most := -phy.Forever
	head, own := x.latencyOf(coordinator), x.latencyOf(x.of[k])
	for id, owner := range x.bus.owner {
		if owner < 0 || owner == k || !x.bus.nodes[owner].talks {
			continue
		}
		silent := phy.Time(len(x.bus.owner)-1-id) * x.bus.to
		sender := x.of[owner]
		way := x.way(sender, coordinator) + x.way(coordinator, x.of[k]) - x.way(sender, x.of[k])
		most = max(most, own.RxOff-own.CRSOn-head.CRSOff-head.Tx-way-silent)
	}
	return most
}

// way returns the delay of the cable between two stations.
func (x *calculation) way(i, j int) phy.Time {
	d := x.config.Stations[i].At - x.config.Stations[j].At
	return max(d, -d)
}

// latencyOf returns the latencies of the PHY of a station.
func (x *calculation) latencyOf(i int) *t1s.Latency {
	if l := x.config.Stations[i].Latency; l != nil {
		return l
	}
	return &x.config.Latency
}
