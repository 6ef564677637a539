package clause148

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// peer is a node of a bus in which the engine and the second model once differed.
type peer struct {
	id, count int
	toTimer   float64
	at        float64
	phase     float64
	latency   t1s.Latency
	frames    [][2]float64 // when, and how many octets
}

// trialOf makes a bus of peers.
func trialOf(until float64, timeline []medium.Change, peers ...peer) *trial {
	c := &trial{until: bt(until)}
	c.net.Timeline = timeline
	params := mac.For(phy.Ethernet10)
	for i, x := range peers {
		p := plca.Default()
		p.NodeIDs, p.NodeCount, p.ToTimer = []int{x.id}, x.count, bt(x.toTimer)
		phase := bt(x.phase)
		c.net.Stations = append(c.net.Stations, t1s.Station{
			Station: bus.Station{Name: fmt.Sprint("n", i), Params: &params, At: bt(x.at)},
			PLCA:    &p, Latency: &x.latency, Phase: &phase})
		var frames []clause4.Frame
		for _, f := range x.frames {
			frames = append(frames, clause4.Frame{At: bt(f[0]), Octets: int(f[1]), To: -1})
		}
		c.frames = append(c.frames, frames)
	}
	return c
}

// bursts gives a node of a bus bursts, and other IDs.
func bursts(c *trial, i, count int, timer float64, ids ...int) *trial {
	p := c.net.Stations[i].PLCA
	if p.BurstCount, p.BurstTimer = count, bt(timer); len(ids) > 0 {
		p.NodeIDs = ids
	}
	return c
}

// bursting is node 0 of two with bursts.
func bursting() *plca.Params {
	p := plca.Default()
	p.NodeIDs, p.NodeCount, p.BurstCount = []int{0}, 2, 1
	return &p
}

// dynamic is a node that finds its ID, with claims of an age of some cycles.
func dynamic(cycles int) *plca.Params {
	p := plca.Default()
	p.NodeIDs, p.Dynamic, p.AgingCycles = []int{plca.NoID}, true, cycles
	return &p
}

// These were found by chance. Each says which of the two was wrong, and why.
func TestOnceDifferent(t *testing.T) {
	slow := t1s.Latency(transcribed)
	for name, c := range map[string]*trial{
		// The BEACON of n0 ends with its tail. The next one begins while that of n3 is on the line. What the PHY
		// decodes of it ends as the overlap begins, plus the way of its symbols through the receiver: the tail of
		// the BEACON before has no part in that. The engine took it off.
		"two coordinators, one behind the other": trialOf(3300, nil,
			peer{id: 0, count: 4, toTimer: 32, at: 8, latency: t1s.Latency{RxOn: 2400 * ns, RxOff: 640 * ns}},
			peer{id: 7, count: 4, toTimer: 24, at: 2.5, phase: 0.5, latency: slow},
			peer{id: 2, count: 5, toTimer: 32},
			peer{id: 0, count: 4, toTimer: 32, at: 0.25, latency: slow}),
		// Two coordinators take turns. From a BEACON of n0 to its next but one, one cycle ends that counts: the
		// other is that of n1. The engine took both for one when it passed over them, so that the mean was too long
		// where nobody watched.
		"cycles of two coordinators": trialOf(23000, nil,
			peer{id: 0, count: 2, toTimer: 32, at: 1.25, phase: 3.5, latency: t1s.Typical, frames: [][2]float64{{3308, 116}, {3584.25, 67}}},
			peer{id: 0, count: 2, toTimer: 20, phase: 0.5, latency: t1s.Min, frames: [][2]float64{{3096, 65}}}),
		// The turn of n1 begins at 316.25, in the instant in which the BEACON reaches it. Its frame begins there
		// too, so that the BEACON is never alone at its tap, and whether it is lost is not drawn. The model drew.
		"a lost BEACON meets a frame": trialOf(20300, []medium.Change{{At: bt(300), Kind: medium.BeaconLoss, Value: 0.02}},
			peer{id: 0, count: 2, toTimer: 32},
			peer{id: 1, count: 2, toTimer: 64, at: 0.25, frames: [][2]float64{{300, 64}}}),
		// At 3704 the delay line of n0 passes on its last bit, and PLCA is switched off. The frame is whole. The engine
		// took it for cut, since the line had held bits before that instant.
		"PLCA off after the last bit": trialOf(3786, []medium.Change{{At: bt(3704), Kind: medium.PLCA, Station: "n0"}},
			peer{id: 0, count: 4, toTimer: 255, latency: t1s.Latency{COLOff: 3200 * ns, MII: 400 * ns}, frames: [][2]float64{{3001, 65}, {3001, 64}, {3086.5, 66}}},
			peer{id: 1, count: 4, toTimer: 32, frames: [][2]float64{{3001, 65}}},
			peer{id: 2, count: 4, toTimer: 1, frames: [][2]float64{{3001, 64}}},
			peer{id: 3, count: 4, toTimer: 20}),
		// The delay line of n0 fills at 3192, an edge of its clock, at which its own BEACON falls. Its turn begins,
		// and so the frame goes out: a nibble fills the line only if the node stays in HOLD when all else of the
		// instant is done. The engine looked before the carrier of the BEACON had gone.
		"the delay line fills as the own turn begins": trialOf(6000, nil,
			peer{id: 0, count: 8, toTimer: 64, latency: t1s.Latency{MII: 400 * ns}, frames: [][2]float64{{2796.25, 64}}},
			peer{id: 1, count: 8, toTimer: 32, latency: t1s.Latency{MII: 400 * ns}}),
		// Without its last 4 bits a frame is cut. The engine took it for one that lacks some of its preamble.
		"power off just before the last bit": trialOf(3000, []medium.Change{{At: bt(980), Kind: medium.PowerOff, Station: "n1", On: true}},
			peer{id: plca.NoID, count: 2, toTimer: 32},
			peer{id: 1, count: 2, toTimer: 32, frames: [][2]float64{{400, 65}}}),
		// More cycles have passed than a new age takes from now on. The model waited for a count that was over.
		"shorter ages of claims": trialOf(9000, []medium.Change{
			{At: 0, Kind: medium.PLCA, Station: "n1", New: dynamic(20)}, {At: bt(3037.75), Kind: medium.PLCA, Station: "n1", New: dynamic(2)}},
			peer{id: 0, count: 5, toTimer: 32},
			peer{id: plca.NoID, count: 5, toTimer: 32}),
		// The MAC of n0 sends while n3 does, and is told nothing of it. When its turn comes it is done: the line gets
		// the end of that frame, and not, as in the engine, the next frame of the queue, or none.
		"a frame that the MAC has sent before its turn": bursts(trialOf(20300.5, nil,
			peer{id: 0, count: 4, toTimer: 32, at: 30, frames: [][2]float64{{300.5, 64}, {352, 66}}},
			peer{id: 1, count: 4, toTimer: 32},
			peer{id: 2, count: 4, toTimer: 32},
			peer{id: 3, count: 4, toTimer: 32, frames: [][2]float64{{300, 164}}}), 3, 2, 255),
		// The same with a clock: TRANSMIT is left for FLUSH at the edge after that at which it is entered.
		"an edge of the clock leaves one state": bursts(trialOf(23049.5, nil,
			peer{id: 0, count: 1, toTimer: 32, latency: t1s.Min, frames: [][2]float64{{3001, 116}, {3001, 116}, {3001, 116}, {3001, 116}, {3033, 64}, {3034, 116}, {3034, 116}, {3034, 116}, {3034, 116}, {3080, 164}, {3512.5, 116}, {3512.5, 116}, {3512.5, 116}, {3512.5, 116}, {4500, 66}}},
			peer{id: 1, count: 3, toTimer: 64, frames: [][2]float64{{3000, 164}, {3000, 164}, {3000, 164}, {3000, 164}, {3033, 64}, {3033, 64}, {3049, 64}, {3049.5, 1518}, {3049.5, 1518}, {3049.5, 1518}, {3049.5, 1518}}}), 1, 2, 90, 1, 2),
		// The frame of n0 ends on the line at 1256: the change comes in the midst of its ESD and ESDOK. It makes the
		// control machine go on with a burst, and the COMMIT waits until they are sent. The model cut them.
		"a burst ordered while a frame ends": trialOf(3000, []medium.Change{{At: bt(1252), Kind: medium.PLCA, Station: "n0", New: bursting()}},
			peer{id: 0, count: 2, toTimer: 32, frames: [][2]float64{{600, 64}}},
			peer{id: 1, count: 2, toTimer: 32}),
		// The BEACONs of n0 and n2 reach n1 together, at 64, and end there together, at 84: that of n2 by its way,
		// that of n0 by its timer. That of n0 is never alone there, and so whether n1 loses it is not drawn. The engine
		// drew, between the two ends, and lost other ones of the BEACONs that follow when n2 has no power.
		"two BEACONs that end together": trialOf(3000, []medium.Change{
			{At: 0, Kind: medium.BeaconLoss, Value: 0.3}, {At: bt(100), Kind: medium.PowerOff, Station: "n2", On: true}},
			peer{id: 0, count: 2, toTimer: 32},
			peer{id: 1, count: 2, toTimer: 32},
			peer{id: 0, count: 1, toTimer: 63, at: 0.25, phase: 3.75, latency: t1s.Latency{MII: 400 * ns}}),
		// n0 has become deaf, and beacons while others send. At n2 a BEACON of it ends at 1515.6, at the instant at which n1
		// goes on from COMMIT to its frame. So that COMMIT is alone for no time, and n2 collides when RX_DV comes. The
		// engine decoded the COMMIT between the end and the begin, and n2 collided 8 bits before that.
		"a COMMIT that is alone for no time": trialOf(1900, []medium.Change{{At: bt(499), Kind: medium.Deaf, Station: "n0", On: true}},
			peer{id: 0, count: 2, toTimer: 10, latency: t1s.Typical, frames: [][2]float64{{815, 64}}},
			peer{id: 1, count: 3, toTimer: 32, frames: [][2]float64{{29, 64}}},
			peer{id: 2, count: 3, toTimer: 32, latency: t1s.Latency{RxOn: 2400 * ns, RxOff: 640 * ns}, frames: [][2]float64{{1176, 64}}}),
		// The last frame of n0 ends on the line at 1288, and COMMIT for the next one of the burst is to follow. PLCA is
		// switched off at that instant: nothing of the COMMIT is on the line. The engine sent its end, ESD and ESDOK.
		"an order that ends as it would begin on the line": trialOf(3000, []medium.Change{
			{At: bt(680), Kind: medium.PLCA, Station: "n0", New: bursting()}, {At: bt(1288), Kind: medium.PLCA, Station: "n0"}},
			peer{id: 0, count: 4, toTimer: 32, frames: [][2]float64{{0, 64}, {0, 64}}},
			peer{id: 1, count: 2, toTimer: 32, at: 8, frames: [][2]float64{{0, 64}}}),
		// n3 sends from 448.5 to 1024.5. Its PHY takes the last nibble at the edge at 1020.5, and PLCA is switched off at
		// 1024: the frame is whole, as it is where that comes at 1024.5. The engine took it for cut.
		"PLCA off after the last edge": trialOf(3000, []medium.Change{{At: bt(1024), Kind: medium.PLCA, Station: "n3"}},
			peer{id: plca.NoID, count: 4, toTimer: 32, latency: t1s.Typical},
			peer{id: 1, count: 4, toTimer: 32, latency: t1s.Typical},
			peer{id: 2, count: 4, toTimer: 32, latency: t1s.Typical},
			peer{id: 0, count: 4, toTimer: 20, phase: 0.5, latency: t1s.Typical, frames: [][2]float64{{396.5, 64}}}),
		// n1 sends to 1741, and its PHY takes that at the edge at 1744. From 1742.8 on n1 sees a collision with n2, which is
		// deaf: its delay line is emptied, and its last 20 bits are lost. n0 is cut off from n2 and does not hear the
		// collision. The engine took the frame for whole.
		"COL after the MAC is done": trialOf(3000, []medium.Change{{At: 0, Kind: medium.Deaf, Station: "n2", On: true},
			{At: bt(1300), Kind: medium.Cut, Place: bt(0.1), On: true}},
			peer{id: 0, count: 2, toTimer: 32, at: 0.2, latency: t1s.Typical},
			peer{id: 1, count: 2, toTimer: 32, latency: t1s.Typical, frames: [][2]float64{{1165, 64}}},
			peer{id: plca.NoID, count: 2, toTimer: 32, latency: t1s.Typical, frames: [][2]float64{{1722, 64}}}),
		// TX_EN of n1 falls at 1760, and ESD and ESDOK follow until 1768. Its power is off and on meanwhile, and it begins
		// its next frame at 1764: the first one does not end as a frame does. The engine took it for whole.
		"the next frame in ESD": trialOf(3000, []medium.Change{{At: bt(1762), Kind: medium.PowerOff, Station: "n1", On: true},
			{At: bt(1762.5), Kind: medium.PowerOff, Station: "n1"}},
			peer{id: 0, count: 2, toTimer: 32, at: 0.2, latency: t1s.Typical},
			peer{id: 1, count: 2, toTimer: 32, latency: t1s.Typical, frames: [][2]float64{{1165, 64}, {1762.5, 64}}}),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.compare()
			require.NoError(t, err)
		})
	}
}

// A burst goes on at the instant at which a node without an ID begins to send: what others receive is named after the
// lower one, whichever the engine came to first.
func TestTwoFramesAtOneInstantAreNamedAfterTheLowerNode(t *testing.T) {
	of := func(id int, frames ...[2]float64) peer { return peer{id: id, count: 5, toTimer: 32, frames: frames} }
	f := [2]float64{364, 64}
	c := trialOf(3364, []medium.Change{{At: bt(300), Kind: medium.BeaconLoss, Value: 0.3}},
		of(0, f, f, f, f), of(1, f, f), of(2), of(3), of(plca.NoID, f))
	c.net.Seed = 2
	_, err := bursts(c, 1, 1, 128).compare()
	require.NoError(t, err)
}
