package bus

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The first foreign carrier that the senders of a crowd meet is the same, found from their neighbours or from all signals.
func TestTheFirstForeignCarrierIsFromANeighbour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
		for i := range rapid.IntRange(2, 9).Draw(t, "stations") {
			place := phy.Time(rapid.IntRange(0, 6).Draw(t, "place"))
			c.Stations = append(c.Stations, Station{Name: fmt.Sprint(i), At: place * phy.Microsecond})
		}
		n, err := New(c)
		require.NoError(t, err)
		a := &n.air
		for range rapid.IntRange(2, 20).Draw(t, "starts") {
			later := phy.Time(rapid.IntRange(0, 3).Draw(t, "later")) * phy.Microsecond
			n.now += later
			for k := range a.signals { // what ends at an instant ends before others begin
				if s := &a.signals[k]; !s.ended && later > 0 && rapid.IntRange(0, 4).Draw(t, "ends") == 0 {
					s.ended, s.end = true, n.now
				}
			}
			i := int32(rapid.IntRange(0, len(c.Stations)-1).Draw(t, "starts"))
			if last := a.lastOf(i); last != nil && !last.ended {
				continue
			}
			a.settle()
			s, number := a.begin(i)
			s.start, s.end, s.pos, s.frame = n.now, phy.Second, n.stations[i].pos, medium.Frame{Source: i, Size: 64}
			n.meet(s, number)
			for k := range a.signals {
				if y := &a.signals[k]; !y.ended {
					at, tied := n.meetsFirst(y)
					require.Equal(t, at, y.detect, "station %d from %v", y.frame.Source, y.start)
					require.Equal(t, tied, y.tied, "station %d from %v", y.frame.Source, y.start)
				}
			}
		}
	})
}

// meetsFirst returns the instant at which a sender hears the first of all other signals, and whether it hears several then.
func (n *Network) meetsFirst(y *signal) (first phy.Time, several bool) {
	first = phy.Forever
	for k := range n.air.signals {
		z := &n.air.signals[k]
		d := n.distance(z.frame.Source, y.frame.Source)
		if z.frame.Source == y.frame.Source || z.ended && z.end+d <= y.start {
			continue
		}
		switch at := max(y.start, z.start+d); {
		case at < first:
			first, several = at, false
		case at == first:
			several = true
		}
	}
	return first, several
}
