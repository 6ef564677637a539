package scene_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// What is on the line of a bus with PLCA: beacons, and frames from the turn on, or after COMMIT. A logical
// collision is on no line. (The worked example of three nodes, case c: node 2 collides logically with node 1.)
func TestTurns(t *testing.T) {
	s, err := scenario.Parse("test", []byte(`
phy: 10base-t1s
duration: 1ms
plca: {node_count: 3}
stations:
  - {name: n0, plca: {node_id: 0}}
  - {name: n1, plca: {node_id: 1}, traffic: {kind: frames, starts: [474bt], size: 116, to: n0}}
  - {name: n2, plca: {node_id: 2}, traffic: {kind: frames, starts: [476bt], size: 64, to: n0}}
`), scenario.Options{})
	require.NoError(t, err)
	sc := sceneOf(t, s, phy.Millisecond)

	bit := 100 * phy.Nanosecond
	v := sc.View(scene.Window{From: 0, To: phy.Millisecond, Most: 1000})
	var frames, commits, beacons []scene.Transmission
	for _, x := range v.Transmissions {
		switch x.Signal {
		case scene.Beacon:
			beacons = append(beacons, x)
			assert.Equal(t, 20*bit, x.End-x.Start)
		case scene.Commit:
			commits = append(commits, x)
		default:
			frames = append(frames, x)
		}
	}
	require.Len(t, frames, 2)
	assert.Greater(t, len(beacons), 20)
	first, second := frames[0], frames[1]
	assert.Equal(t, bit*(64+8*116+8), first.End-first.Start, "held until its turn, and whole on the line")
	assert.Equal(t, bit*(64+8*64+8), second.End-second.Start)
	require.Len(t, commits, 1, "the second waits for its MAC behind COMMIT")
	assert.Equal(t, first.End, commits[0].Start)
	assert.Equal(t, second.Start, commits[0].End)
	assert.Equal(t, 96*bit, commits[0].End-commits[0].Start)
	var notes []string
	for _, n := range v.Lanes[2].Notes {
		if n.At > 476*bit && n.At < second.End {
			notes = append(notes, n.Text)
		}
	}
	assert.Equal(t, []string{"logical collision", "turn 2"}, notes)

	// Where they are too many to draw, shares are those of frames: a beacon is not an attempt.
	sending := phy.Time(0)
	for _, x := range frames {
		sending += x.End - x.Start
	}
	v = sc.View(scene.Window{From: 0, To: phy.Millisecond, Most: 1, Rows: 1})
	require.Len(t, v.Rows, 1)
	assert.InDelta(t, float64(sending)/float64(phy.Millisecond), v.Rows[0].Success, 1e-9)
}

// COMMIT ends when no further frame of a burst comes.
func TestCommitEnds(t *testing.T) {
	s, err := scenario.Parse("test", []byte(`
phy: 10base-t1s
duration: 1ms
plca: {node_count: 2, burst_count: 1}
stations:
  - {name: n0, plca: {node_id: 0}}
  - {name: n1, plca: {node_id: 1}, traffic: {kind: frames, starts: [500bt, 510bt, 3000bt], size: 64, to: n0}}
`), scenario.Options{})
	require.NoError(t, err)
	sc := sceneOf(t, s, phy.Millisecond)
	bit := 100 * phy.Nanosecond
	var turns []string
	var last *scene.Transmission
	for _, x := range sc.View(scene.Window{From: 0, To: phy.Millisecond, Most: 1000}).Transmissions {
		switch {
		case x.Signal == scene.Preamble:
			turns = append(turns, x.Turn)
		case x.Signal == scene.Commit:
			last = &x
		case last != nil && last.Start < x.Start:
			assert.LessOrEqual(t, last.End, x.Start, "the BEACON comes later")
		}
	}
	assert.Equal(t, []string{"turn 1", "turn 1, burst 1", "turn 1"}, turns)
	require.NotNil(t, last)
	assert.Equal(t, (128+8)*bit, last.End-last.Start, "the burst timer, and the end of COMMIT")
}

// A scene that runs for long keeps no notes of turns that were long ago.
func TestNotesAreForgotten(t *testing.T) {
	s, err := scenario.Parse("test", []byte(`
phy: 10base-t1s
duration: 100ms
plca: {node_count: 2}
stations: [{name: n0, plca: {node_id: 0}}, {name: n1, plca: {node_id: 1}}]
`), scenario.Options{})
	require.NoError(t, err)
	sc := sceneOf(t, s, 100*phy.Millisecond)
	sc.Forget(90 * phy.Millisecond)
	assert.Empty(t, sc.Lane(1, 0, 80*phy.Millisecond).Notes)
	assert.Greater(t, len(sc.Lane(1, 91*phy.Millisecond, 92*phy.Millisecond).Notes), 50)
}

// sceneOf returns the scene of a bus that has run up to an instant.
func sceneOf(t *testing.T, s *scenario.Scenario, until phy.Time) *scene.Scene {
	net, err := s.OnCable()
	require.NoError(t, err)
	sc := scene.New(net, &s.Config, s.Length)
	net.Observe(sc)
	require.NoError(t, net.Run(until))
	sc.Advance(net.Now())
	return sc
}
