package clause148

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The figures here are those of others: of the text of clauses 147 and 148, of the state diagrams worked
// out by hand, of INET's configurations, and of runs of a public transcription of the standard in Verilog,
// whose timers and clock phases are drawn: they have a tolerance.

// transcribed are the latencies of the runs of the transcription.
var transcribed = Latency{Tx: 280 * ns, CRSOn: 840 * ns, CRSOff: 840 * ns, RxOn: 3200 * ns, RxOff: 2720 * ns,
	COLOn: 1600 * ns, COLOff: 1600 * ns, MII: 400 * ns, Tail: 80 * ns}

const ns = phy.Nanosecond

// An idle bus: the beacon, and a silent turn for each node.
func TestIdleCycle(t *testing.T) {
	for nodes, want := range map[int]float64{2: 84, 3: 116, 6: 212, 8: 276} {
		r := busOf(nodes, Latency{}, nil).run(t, 3000)
		assert.Equal(t, want, pitch(t, r.when(0, medium.Beacon)), "%d nodes", nodes)
	}
	r := busOf(2, Latency{}, func(p *plca.Params) { p.NodeCount = 255 }).run(t, 60000)
	assert.Equal(t, 8180.0, pitch(t, r.when(0, medium.Beacon)))
}

// With latencies the coordinator waits for its own carrier to fall, and for its clock. In the runs of the
// transcription, whose timers are drawn, the latter is an edge later or not: here the beacon falls on it.
func TestIdleCycleWithLatencies(t *testing.T) {
	for nodes, want := range map[int]float64{2: us(9.6), 3: us(12.8), 4: us(16)} {
		r := busOf(nodes, transcribed, nil).run(t, 3000)
		assert.Equal(t, want, pitch(t, r.when(0, medium.Beacon)), "%d nodes", nodes)
	}
	for _, row := range []struct {
		l       Latency
		between [2]float64
	}{
		{Latency{Tx: 120 * ns, CRSOn: 400 * ns, CRSOff: 640 * ns, RxOn: 2400 * ns, RxOff: 640 * ns, MII: 400 * ns, Tail: 80 * ns}, [2]float64{us(28.44), us(28.8)}},
		{Latency{Tx: 440 * ns, CRSOn: 1040 * ns, CRSOff: 1120 * ns, RxOn: 4000 * ns, RxOff: 1900 * ns, MII: 400 * ns, Tail: 80 * ns}, [2]float64{us(29.24), us(29.6)}},
	} {
		r := busOf(8, row.l, nil).run(t, 3000)
		assert.Equal(t, row.between[1], pitch(t, r.when(0, medium.Beacon)))
		row.l.MII = 0
		r = busOf(8, row.l, nil).run(t, 3000)
		assert.InDelta(t, row.between[0], pitch(t, r.when(0, medium.Beacon)), 1e-9)
	}
}

// A frame occupies the line for 8 bits more than its bits: two symbols of its end.
func TestFrameOnTheLine(t *testing.T) {
	for octets, want := range map[int]float64{64: 584, 1518: 12216} {
		r := busOf(2, Latency{}, nil).frame(1, octets, 300).run(t, 20000)
		assert.Equal(t, want, r.when(0, medium.RxEnd)[0]-r.when(0, medium.RxStart)[0])
		assert.True(t, r.received(0)[0].OK)
	}
}

// received returns the receptions of a node.
func (r *Result) received(node int) (ends []medium.Event) {
	for _, e := range r.Events {
		if int(e.Station) == node && e.Kind == medium.RxEnd {
			ends = append(ends, e)
		}
	}
	return ends
}

// One node that always has a frame: with few nodes its next turn comes before its gap is over.
func TestOneTalker(t *testing.T) {
	for _, row := range []struct{ nodes, octets, want int }{{2, 64, 720}, {4, 64, 700}, {8, 64, 828}, {8, 1518, 12460}} {
		r := busOf(row.nodes, Latency{}, nil).saturate(1, row.octets, 20).run(t, 5000+14*float64(row.want))
		assert.Equal(t, float64(row.want), pitch(t, r.when(0, medium.RxEnd)), "%+v", row)
		assert.Empty(t, r.when(1, medium.Collision))
	}
}

// All nodes always have a frame: in each turn 96 bits of COMMIT and a frame, after a logical collision.
func TestAllTalk(t *testing.T) {
	for _, row := range []struct{ nodes, octets, want int }{{3, 64, 2060}, {8, 64, 5460}, {16, 64, 10900}, {2, 1518, 24644}} {
		b := busOf(row.nodes, Latency{}, nil)
		for i := range row.nodes {
			b.saturate(i, row.octets, 9)
		}
		r := b.run(t, 5000+8*float64(row.want))
		assert.Equal(t, float64(row.want), pitch(t, r.when(0, medium.Beacon)), "%+v", row)
		for i := range row.nodes {
			c, f := r.Counters[i], r.PLCA[i]
			assert.InDelta(t, c.FramesTransmittedOK, c.SingleCollisionFrames, 2, "%+v: the first two may be in time", row)
			assert.Zero(t, c.MultipleCollisionFrames)
			assert.Zero(t, f.PhysicalCollisions)
			assert.InDelta(t, f.LogicalCollisions, c.FramesTransmittedOK, 2)
		}
	}
}

// Bursts: by the state diagrams the MAC's gap counts from the fall of TX_EN, 8 bits before the line ends.
func TestBursts(t *testing.T) {
	for _, row := range []struct{ nodes, octets, more, want int }{{8, 64, 3, 21588}, {4, 1518, 1, 98484}} {
		b := busOf(row.nodes, Latency{}, func(p *plca.Params) { p.BurstCount = row.more })
		for i := range row.nodes {
			b.saturate(i, row.octets, 8*(1+row.more))
		}
		r := b.run(t, 5000+7*float64(row.want))
		assert.Equal(t, float64(row.want), pitch(t, r.when(0, medium.Beacon)), "%+v", row)
	}
}

// A burst that is not continued costs the whole burst timer.
func TestPartialBurst(t *testing.T) {
	b := busOf(3, Latency{}, func(p *plca.Params) { p.BurstCount = 1 }).frame(1, 64, 300)
	r := b.run(t, 3000)
	sent := r.when(0, medium.RxEnd)[0]
	next := 0.0
	for _, at := range r.when(2, medium.Turn) {
		if at > sent {
			next = at
			break
		}
	}
	assert.Equal(t, 712.0, next-r.when(0, medium.RxStart)[0])
}

// Three frames of a burst are one signal on the line (PLCA-RTL-BURST: 194.88 us). In the transcription the MAC starts
// two clocks after each of the two gaps, and a frame is a symbol too long: 20 bits in all. RX_DV leaves out the tail.
func TestBurstOnTheLine(t *testing.T) {
	for _, row := range []struct {
		l      Latency
		want   float64
		within float64
	}{{Latency{}, 1928, 0}, {transcribed, us(194.88) - 2*8 - 4, us(0.5)}} {
		b := busOf(4, row.l, func(p *plca.Params) { p.BurstCount = 2 }).frame(1, 64, 300, 300, 300)
		r := b.run(t, 4000)
		ends := r.when(0, medium.RxEnd)
		require.Len(t, ends, 3)
		assert.InDelta(t, row.want, ends[2]-r.when(0, medium.RxStart)[0]+float64(row.l.RxOn-row.l.RxOff)/float64(bit), row.within)
	}
}

// INET's worst case is a frame that arrives just after its own turn began, where the three nodes behind it
// send one frame each, in turns for two: 231.6 us and a cable. There each of the three is in time for its
// turn. By the state diagrams only the first is: the MAC of the others starts while a frame or a COMMIT is
// received, collides logically, and waits out its gap of 96 bits in its own turn.
func TestWorstCaseOfINET(t *testing.T) {
	b := busOf(5, Latency{}, func(p *plca.Params) { p.BurstCount = 1 })
	own := 160 + 20 + 32.0 + 180 // the second turn of node 1
	for k := range 3 {
		b.frame(2+k, 64, own+16)
	}
	b.Nodes[1].Frames = []clause4.Frame{{At: bt(own) + 1, Octets: 64, To: -1}}
	r := b.run(t, 6000)
	var first phy.Time
	for _, e := range r.Events {
		if e.Kind == medium.RxStart && e.Station == 0 && e.From == 1 {
			first = e.At
		}
	}
	assert.Equal(t, 231600*ns+2*96*bit, first-bt(own))
}

// The longest wait from the head of the queue to the first bit, where all others always have a frame: the
// frame arrives just after something has happened.
func TestAccessBound(t *testing.T) {
	for _, row := range []struct{ nodes, octets int }{{4, 64}, {8, 64}, {4, 100}, {3, 67}, {3, 66}} {
		others := func() *multidrop {
			b := busOf(row.nodes, Latency{}, nil)
			for i := range row.nodes {
				if i != 2 {
					b.saturate(i, row.octets, 16)
				}
			}
			return b
		}
		turn := 168 + 8*row.octets
		bound := float64(72 + 8*row.octets + 32 + (row.nodes-1)*turn + 20 + 96)
		if row.octets < 67 {
			bound += float64(turn)
		}
		starts := others().run(t, 8000+float64(row.nodes*turn))
		worst, last := 0.0, 0.0
		for _, e := range starts.Events {
			at := float64(e.At)/float64(bit) + 0.25
			if at < 8000 || at == last || e.Kind != medium.Turn && e.Kind != medium.RxStart && e.Kind != medium.RxEnd {
				continue
			}
			last = at
			b := others().frame(2, row.octets, at)
			b.Until = bt(at + 1.1*bound)
			r, err := Run(b.Config)
			require.NoError(t, err)
			for _, e := range r.Events {
				if e.Kind == medium.RxStart && e.Station == 0 && e.From == 2 {
					worst = max(worst, float64(e.At)/float64(bit)-at)
				}
			}
		}
		assert.Equal(t, bound-0.25, worst, "%+v", row)
	}
}

// The coordinator falls silent: followers count to 255, and then wait before they are plain CSMA/CD.
func TestLostCoordinator(t *testing.T) {
	b := busOf(3, Latency{}, nil)
	last := 96 + 116*4 + 20.0
	b.Timeline = []medium.Change{{At: bt(last + 5), Kind: medium.PowerOff, Station: "n0", On: true}}
	r := b.run(t, 140000)
	require.Equal(t, []float64{96, 116*0 + last + 138250}, r.when(1, medium.PLCAStatus))
}

// Two nodes with one ID start together and collide on the line.
func TestOneIDTwice(t *testing.T) {
	b := busOf(3, Latency{}, func(p *plca.Params) {
		p.NodeCount = 2
		if p.NodeIDs[0] == 2 {
			p.NodeIDs = []int{1}
		}
	}).frame(1, 64, 300, 300).frame(2, 64, 300, 300)
	b.Nodes[1].Draw = func(int) int { return 1 }
	r := b.run(t, 8000)
	assert.NotEmpty(t, r.when(1, medium.Collision))
	assert.EqualValues(t, 2, r.Counters[1].FramesTransmittedOK)
	assert.EqualValues(t, 2, r.Counters[2].FramesTransmittedOK)
	assert.NotZero(t, r.PLCA[1].PhysicalCollisions)
}

// A plain CSMA/CD station beside a coordinator with one turn hears beacons more often than its gap takes.
func TestStarvedGuest(t *testing.T) {
	for count, want := range map[int]uint64{1: 0, 4: 5} {
		b := busOf(1, Latency{}, func(p *plca.Params) { p.NodeCount = count })
		b.Nodes = append(b.Nodes, Node{Station: clause4.Station{Name: "guest", Params: mac.For(phy.Ethernet10)}})
		b.frame(1, 64, 300, 300, 300, 300, 300)
		r := b.run(t, 20000)
		assert.Equal(t, want, r.Counters[1].FramesTransmittedOK, "node_count %d", count)
	}
}

// The shortest turn that is safe where PHYs are slow: a node must hear the one before it in time. That one
// waits for its clock, 4 bits, and is heard after 14.8. The transcription's PHY waits for another edge.
func TestShortestTurn(t *testing.T) {
	slow := Latency{Tx: 440 * ns, CRSOn: 1040 * ns, CRSOff: 1120 * ns, RxOn: 4000 * ns, RxOff: 1900 * ns, MII: 400 * ns, Tail: 80 * ns}
	for to, safe := range map[int]bool{14: false, 17: false, 18: false, 19: true, 24: true} {
		met := uint64(0)
		for phase := range 8 {
			b := busOf(3, slow, func(p *plca.Params) { p.ToTimer = phy.Time(to) * bit })
			b.Nodes[1].Phase = phy.Time(phase) * 50 * ns
			b.Until = bt(6000)
			idle, err := Run(b.Config)
			require.NoError(t, err)
			turn := idle.when(0, medium.Turn)[5]
			b.frame(1, 64, turn).frame(2, 64, turn)
			r, err := Run(b.Config)
			require.NoError(t, err)
			met += r.PLCA[1].PhysicalCollisions
		}
		assert.Equal(t, safe, met == 0, "to_timer %d: %d collisions", to, met)
	}
}

// A run of the transcription in which the coordinator waits 2.3 us before a beacon. Its frames are a symbol
// too long, and its MAC starts two clocks after its gap.
func TestAllTalkWithLatencies(t *testing.T) {
	b := busOf(4, transcribed, func(p *plca.Params) { p.Silence = 2300 * ns })
	for i := range 4 {
		b.saturate(i, 64, 12)
	}
	r := b.run(t, 34000)
	beacons := r.when(0, medium.Beacon)
	for k := len(beacons) - 5; k < len(beacons); k++ {
		assert.InDelta(t, us(287.2), beacons[k]-beacons[k-1]+4*(4+8), us(0.8))
	}
}

// The beacon after a used last turn comes while followers still receive: nodes 1 and 2 are locked out
// until the others are done.
func TestLockout(t *testing.T) {
	b := busOf(4, transcribed, nil)
	for i := range 4 {
		b.frame(i, 64, 4920, 4920, 4920) // before a turn of node 0
	}
	r := b.run(t, 19000)
	var order []int32
	var ends []float64
	for _, e := range r.Events {
		if e.Kind == medium.RxEnd && int(e.Station) == (int(e.From)+1)%4 {
			order = append(order, e.From)
			ends = append(ends, float64(e.At)/float64(bit)/10)
		}
	}
	assert.Equal(t, []int32{0, 1, 2, 3, 0, 3, 0, 3, 1, 2, 1, 2}, order)
	run := []float64{92.7, 163.1, 233.5, 303.9, 377.9, 454.7, 528.7, 605.5, 699.1, 769.5, 849.9, 920.3}
	for k := 1; k < len(ends); k++ {
		assert.InDelta(t, run[k]-run[k-1], ends[k]-ends[k-1], 4, "from frame %d to the next", k)
	}
}

// The same within the limits of clause 147: carrier is as fast as allowed, and RX_DV of node 1 ends as late as allowed.
func TestLockoutWithinLimits(t *testing.T) {
	fast := Latency{Tx: 120 * ns, CRSOn: 400 * ns, CRSOff: 640 * ns, RxOn: 2400 * ns, RxOff: 640 * ns, MII: 400 * ns, Tail: 80 * ns}
	b := busOf(4, fast, nil)
	b.Nodes[1].Latency.RxOff = 1900 * ns
	for i := range 4 {
		b.frame(i, 64, 4920, 4920, 4920) // before a turn of node 0
	}
	r := b.run(t, 19000)
	var order []int32
	for _, e := range r.Events {
		if e.Kind == medium.RxEnd && int(e.Station) == (int(e.From)+1)%4 {
			order = append(order, e.From)
		}
	}
	assert.Equal(t, []int32{0, 1, 2, 3, 0, 2, 3, 0, 2, 3, 1, 1}, order)
}
