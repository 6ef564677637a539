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
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.compare()
			require.NoError(t, err)
		})
	}
}
