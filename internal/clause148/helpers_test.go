package clause148

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// bt returns bit times.
func bt(n float64) phy.Time { return phy.Time(n * float64(bit)) }

// us returns microseconds in bit times.
func us(n float64) float64 { return 10 * n }

// multidrop is a bus of nodes with IDs from 0.
type multidrop struct {
	Config
}

// busOf returns a bus of that many nodes, with a change of their parameters.
func busOf(nodes int, l Latency, change func(p *plca.Params)) *multidrop {
	b := &multidrop{}
	for i := range nodes {
		p := plca.Default()
		p.NodeIDs, p.NodeCount = []int{i}, nodes
		if change != nil {
			change(&p)
		}
		b.Nodes = append(b.Nodes, Node{PLCA: &p, Latency: l, Station: clause4.Station{
			Name: fmt.Sprint("n", i), Params: mac.For(phy.Ethernet10)}})
	}
	return b
}

// frame queues frames at a node.
func (b *multidrop) frame(node int, octets int, at ...float64) *multidrop {
	for _, t := range at {
		b.Nodes[node].Frames = append(b.Nodes[node].Frames, clause4.Frame{At: bt(t), Octets: octets, To: -1})
	}
	return b
}

// saturate queues that many frames at a node, after the first beacons.
func (b *multidrop) saturate(node, octets, frames int) *multidrop {
	for range frames {
		b.frame(node, octets, 5000)
	}
	return b
}

// run runs the bus until a bit time.
func (b *multidrop) run(t testing.TB, until float64) *Result {
	t.Helper()
	b.Until = bt(until)
	r, err := Run(b.Config)
	require.NoError(t, err)
	if tt, ok := t.(*testing.T); ok {
		tt.Cleanup(func() {
			if tt.Failed() {
				tt.Log("\n" + r.String())
			}
		})
	}
	return r
}

// String returns the events.
func (r *Result) String() string {
	var s strings.Builder
	for i := range r.Events {
		e := &r.Events[i]
		fmt.Fprintf(&s, "%s n%d %v", phy.Decimal(e.At, bit), e.Station, e.Kind)
		if e.Frame.Number > 0 {
			fmt.Fprintf(&s, " frame %d/%d", e.Frame.Source, e.Frame.Number)
		}
		if e.Attempt > 0 {
			fmt.Fprintf(&s, " attempt %d", e.Attempt)
		}
		if e.Kind == medium.Turn || e.Kind == medium.Commit || e.Kind == medium.Changed {
			fmt.Fprintf(&s, " id %d", e.ID)
		}
		if e.Kind == medium.Backoff {
			fmt.Fprintf(&s, " slots %d until %s", e.Slots, phy.Decimal(e.Until, bit))
		}
		fmt.Fprintf(&s, " ok %t late %t octets %d %v\n", e.OK, e.Late, e.Octets, e.Why)
	}
	return s.String()
}

// when returns the bit times at which a node saw a kind of event.
func (r *Result) when(node int, kind medium.Kind) []float64 {
	times := []float64{}
	for _, e := range r.Events {
		if int(e.Station) == node && e.Kind == kind {
			times = append(times, float64(e.At)/float64(bit))
		}
	}
	return times
}

// pitch is the time from one event to the next, once it is always the same.
func pitch(t *testing.T, times []float64) float64 {
	t.Helper()
	k := len(times) - 1
	require.Greater(t, k, 2)
	require.InDelta(t, times[k]-times[k-1], times[k-1]-times[k-2], 1e-9)
	return times[k] - times[k-1]
}
