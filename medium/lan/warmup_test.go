package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// ends are the numbers of frames that ended in each way, and by the station that sent them.
type ends struct {
	delivered, lost, dropped, delays uint64
	stations                         []struct{ frames, octets uint64 }
}

func endsOf(n *Network) (e ends) {
	r := n.Result()
	e.delivered, e.lost, e.dropped, e.delays = r.Medium.FramesDelivered, r.Medium.FramesLost, r.Medium.FramesDropped, r.Delay.Count
	for i := range r.Stations {
		e.stations = append(e.stations, struct{ frames, octets uint64 }{r.Stations[i].FramesDelivered, r.Stations[i].OctetsDelivered})
	}
	return e
}

// A warm-up leaves out what happened in it, and nothing else: frames that were in a bridge when it ended count when they arrive.
func TestAWarmupLeavesOutWhatHappenedInIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		warmup := phy.Time(rapid.Int64Range(1, int64(5*phy.Millisecond)).Draw(t, "warm-up"))
		c.Warmup = 0
		whole, err := New(c)
		require.NoError(t, err)
		var last events
		last.kinds = medium.Of(medium.TxEnd)
		whole.Observe(&last)
		require.NoError(t, whole.Run(warmup))
		if k := len(last.list); k > 0 && last.list[k-1].At > warmup-20*phy.Microsecond {
			t.Skip("a frame may be on its way to its last station") // it counts as sent in the warm-up
		}
		before := endsOf(whole)
		require.NoError(t, whole.Run(8*phy.Millisecond))
		want := endsOf(whole)
		want.delivered -= before.delivered
		want.lost -= before.lost
		want.dropped -= before.dropped
		want.delays -= before.delays
		for i := range want.stations {
			want.stations[i].frames -= before.stations[i].frames
			want.stations[i].octets -= before.stations[i].octets
		}

		c.Warmup = warmup
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(8*phy.Millisecond))
		require.Equal(t, want, endsOf(n))
	})
}

// A server at 100 Mb/s fills the queue of a bridge before the warm-up ends, at which a station at 10 Mb/s receives all the time.
func TestFramesThatABridgeHoldsWhenTheWarmupEndsAreDelivered(t *testing.T) {
	fast := faster(10)
	link := func(name string, p mac.Params) Segment {
		return Segment{Segment: domain.Segment{Name: name, Link: true, Delay: 50 * phy.Nanosecond}, Params: p}
	}
	n, err := New(Config{
		Warmup:   phy.Second,
		Segments: []Segment{link("server-sw", fast), link("sw-client", ethernet)},
		Bridges: []Bridge{{Name: "sw", Ageing: phy.Second, Queue: 1000, Ports: []BridgePort{
			{To: "server", End: domain.End{Segment: 0, At: 50 * phy.Nanosecond, Full: true}},
			{To: "client", End: domain.End{Segment: 1, Full: true}},
		}}},
		Stations: []domain.Station{
			{Station: bus.Station{Name: "server", Params: &fast, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(1518), traffic.To{})}}, End: domain.End{Segment: 0, Full: true}},
			{Station: bus.Station{Name: "client"}, End: domain.End{Segment: 1, At: 50 * phy.Nanosecond, Full: true}},
		},
	})
	require.NoError(t, err)
	require.NoError(t, n.Run(2*phy.Second))
	r := n.Result()
	assert.EqualValues(t, 813, r.Medium.FramesDelivered) // 1518 octets, a header and a gap take 1.2304 ms
	assert.Equal(t, r.Stations[1].Counters.FramesReceivedOK, r.Medium.FramesDelivered)
}
