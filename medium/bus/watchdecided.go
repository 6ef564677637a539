package bus

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/instant"
	"github.com/csmacd/csmacd/phy"
)

// watchContend shows which stations wait that are ready, and then all that happens before the next contention round of
// stations that decide. A station that waits for a gap of its own after a backoff waits in any case.
func (d *deciding) watchContend(n *Network) {
	if n.watch.kinds.Has(medium.Defer) {
		for _, i := range n.ready {
			st := &n.stations[i]
			if st.deferring {
				continue
			}
			free := phy.Forever
			if !st.fresh {
				free = n.free(i)
			}
			n.watchWait(st, i, free)
		}
	}
	if len(n.watch.keys) > 0 {
		n.watch.showBefore(n.rounds.first) // nothing more can happen before
	}
}

// watchMet adds the keys of the collisions of a contention round, whose first event has an index.
func (d *deciding) watchMet(round []transmission, keys []instant.Key, first int) []instant.Key {
	for k := range round {
		keys = append(keys, keyOf(d.met[k], detecting, medium.Collision, round[k].station, first+k))
	}
	return keys
}
