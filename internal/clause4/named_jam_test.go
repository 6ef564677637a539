package clause4

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium/domain"
)

// The output of a hub without delay begins with its input. If a signal of a lower station joins that at the same
// instant, the output keeps its name, and its jam has that name too. Two hubs are joined by a cable, on which B is.
func TestTheJamOfAnOutputHasItsName(t *testing.T) {
	d := &drawn{domainTrial{until: bt(6000)}}
	d.link(0)
	d.cable(0)
	d.link(0)
	d.repeater(func(r *domain.Repeater) {
		r.Delay, r.JamEnd, r.PartitionAfter, r.PartitionLong = 0, bt(300), 2, bt(25000)
	}, 0, 1)
	d.repeater(func(r *domain.Repeater) { r.Delay, r.PartitionLong, r.Lockup, r.Jabber = 0, 0, 0, bt(250) }, 1, 2)
	for segment := range 3 {
		d.station(segment, func(s *domain.Station) { s.Backoff = force(10, nil) }, Frame{0, 64, 0})
	}
	_, err := d.compare()
	require.NoError(t, err)
}
