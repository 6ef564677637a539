package bus

import (
	"math"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/phy"
)

// source is the state of one station in one source of traffic. It is kept from the arrival of the
// first frame on, so that a station that has no frame takes no memory for it.
type source struct {
	sources.Source
	nth   int32 // which one of the station's it is
	scout int32 // index of the scout that runs ahead of it, + 1; 0: there is none
}

// keptLater is the index of a source that is not kept yet.
const keptLater = math.MaxUint32

// begin makes s the k-th source of a station, and returns the instant of its first arrival.
func (s *source) begin(n *Network, i, k int32) phy.Time {
	spec := &n.traffic[n.stations[i].traffic][k]
	*s = source{Source: sources.New(spec, int(k), n.seed, n.names[i]), nth: k}
	return s.First()
}

// expectFirst adds the first arrivals of a station's sources to the agenda. A generator is asked
// only once, so that its source is kept, and so is one with a scout.
func (n *Network) expectFirst(i int32, scratch *source) {
	for k := range int32(len(n.traffic[n.stations[i].traffic])) {
		at := scratch.begin(n, i, k)
		if leaves := sources.Leaves(n.part, i, scratch.Spec); leaves || scratch.Spec.Kind == traffic.KindOwn {
			n.sources = append(n.sources, *scratch)
			k := int32(len(n.sources) - 1)
			if leaves {
				n.leaving.follow(n, i, k, at)
			}
			n.expect(i, k, at)
		} else if at < phy.Forever {
			n.coming++
			n.agenda.Push(agenda.New(at, settling, i, arrival, k, keptLater))
		}
	}
}

// keep returns the index of the source of an arrival.
func (n *Network) keep(e *agenda.Entry) int32 {
	if e.Arg != keptLater {
		return int32(e.Arg)
	}
	n.sources = append(n.sources, source{})
	n.sources[len(n.sources)-1].begin(n, e.Station(), int32(e.Other()))
	return int32(len(n.sources) - 1)
}
