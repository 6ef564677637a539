package player_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// crowds are the scenarios of the project whose media are not cables, and that read no other file.
var crowds = []string{"slotted-aloha", "store-100", "server", "server-custom", "submit-50", "submit-mixed"}

// The result of a medium other than a cable is that of csmacd run, and what is counted event by event adds up to it.
func TestCrowdsHaveTheResultsOfTheCommandLine(t *testing.T) {
	for _, name := range crowds {
		text, err := os.ReadFile(filepath.Join("../../../testdata/scenarios", name+".json"))
		require.NoError(t, err)
		var want struct {
			Digest string
			Medium medium.Medium
		}
		require.NoError(t, json.Unmarshal(text, &want))
		p := whole(t, read(t, name))
		got := p.Result(player.Version)
		assert.Equal(t, want.Digest, got.Digest, name)
		assert.Equal(t, want.Medium, got.Medium, name)
		about := p.About()
		assert.Equal(t, want.Medium.Kind, about.Crowd.Kind, name)
		assert.Len(t, about.Stations, len(got.Stations), name)
		if p.Scenario.Config.Warmup > 0 || p.Len() == player.MostEvents {
			continue
		}
		var sum player.Count
		for _, c := range p.Counts(p.Len()) {
			sum.Queued, sum.Attempts, sum.Sent, sum.Dropped, sum.Failed = sum.Queued+c.Queued, sum.Attempts+c.Attempts, sum.Sent+c.Sent, sum.Dropped+c.Dropped, sum.Failed+c.Failed
		}
		assert.EqualValues(t, want.Medium.FramesOffered, sum.Queued, name)
		assert.EqualValues(t, want.Medium.FramesSent, sum.Sent, name)
		assert.EqualValues(t, want.Medium.FramesDropped, sum.Dropped, name)
		assert.EqualValues(t, want.Medium.Attempts, sum.Attempts, name)
		assert.EqualValues(t, -1, p.Collisions(p.Len()), "each of these media has collisions of its own kind")
	}
}

const twoWriters = `# Both read the row before either has written.
name: two writers
medium: {kind: store, leg: 10ms} # each message
until: {idle: true}
stations:
  - {name: A, backoff: {policy: fixed, delay: 7ms}}
  - {name: B, backoff: {policy: fixed, delay: 7ms}}
`

// Two clients of a store: who reads when, whose write is refused, and how long it waits, to the picosecond.
func TestTwoWriters(t *testing.T) {
	p := whole(t, twoWriters)
	const ms = phy.Millisecond
	v := p.Scene.View(scene.Window{From: 0, To: 100 * ms, Most: 100, Rows: 10})
	require.Len(t, v.Transmissions, 3)
	assert.Equal(t, scene.Transmission{Station: 0, Frame: 1, Attempt: 1, To: medium.Broadcast, Start: 20 * ms, Header: 30 * ms, Collision: scene.None, Jam: scene.None, End: 40 * ms, Outcome: scene.Sent}, v.Transmissions[0])
	assert.Equal(t, scene.Transmission{Station: 1, Frame: 1, Attempt: 1, To: medium.Broadcast, Start: 20 * ms, Header: 30 * ms, Collision: 30 * ms, Jam: scene.None, End: 40 * ms, Outcome: scene.Collided}, v.Transmissions[1])
	assert.Equal(t, 67*ms, v.Transmissions[2].Start)
	assert.Equal(t, []scene.Span{
		{Kind: scene.Reading, From: 0, Until: 20 * ms, Frame: 1, Attempt: 1},
		{Kind: scene.Backoff, From: 40 * ms, Until: 47 * ms, Frame: 1, Attempt: 1, Slots: 7},
		{Kind: scene.Reading, From: 47 * ms, Until: 67 * ms, Frame: 1, Attempt: 2},
	}, v.Lanes[1].Spans)
	var told []string
	for _, i := range p.List(0, 100, player.FilterOf([]int{1}, nil)).Items {
		told = append(told, fmt.Sprintf("%d %s %d %v", i.At/ms, i.Kind, i.Attempt, i.OK))
	}
	assert.Equal(t, []string{"0 queued 0 false", "10 read 1 false", "20 read_rsp 1 false", "20 tx_start 1 false", "30 write 1 false", "30 tx_end 1 false", "40 write_rsp 1 false", "40 backoff 1 false",
		"57 read 2 false", "67 read_rsp 2 false", "67 tx_start 2 false", "77 write 2 true", "77 tx_end 2 true", "87 write_rsp 2 true", "87 sent 2 false"}, told)
	assert.EqualValues(t, 1, p.Counts(p.Len())[1].Failed)
	_, _, err := p.Capture()
	require.EqualError(t, err, "this medium has no frames to capture")
	text, cut, err := p.Events()
	require.NoError(t, err)
	assert.False(t, cut)
	assert.Equal(t, p.Len(), strings.Count(string(text), "\n"), "events are those of csmacd run --events")
}

// A window of some clients has what those did, and nothing of the others; too much to be told apart is told in shares.
func TestCrowdWindows(t *testing.T) {
	p := whole(t, read(t, "server"))
	w := scene.Window{From: 0, To: 40 * phy.Second, Stations: []int{3, 700}, Most: 1000, Rows: 10}
	v := p.Scene.View(w)
	require.Len(t, v.Lanes, 2)
	assert.Equal(t, 700, v.Lanes[1].Station)
	assert.Equal(t, []scene.Stop{{From: 21 * phy.Second, Until: 31 * phy.Second}}, v.Stops)
	attempts := int64(0)
	for _, i := range w.Stations {
		attempts += p.Counts(p.Before(40 * phy.Second))[i].Attempts
	}
	assert.EqualValues(t, attempts, v.Count)
	for _, x := range v.Transmissions {
		assert.Contains(t, []int32{3, 700}, x.Station)
	}
	w.Most = 3
	v = p.Scene.View(w)
	assert.Empty(t, v.Transmissions)
	require.Len(t, v.Lanes[1].Rows, 10)
	assert.Len(t, v.Rows, 10)
}

// What can be set of a medium and its clients is offered by its path, written or not; a change keeps the comments, and an empty
// value leaves the key out.
func TestACrowdIsEdited(t *testing.T) {
	p := whole(t, twoWriters)
	c := p.About().Crowd
	assert.Equal(t, []player.CrowdField{{"leg", "medium.leg", "10ms"}, {"rows", "medium.rows", ""}}, c.Fields)
	require.Len(t, c.Groups, 2)
	assert.Equal(t, player.CrowdGroup{Name: "B", Fields: []player.CrowdField{
		{"count", "stations[1].count", ""}, {"backoff", "stations[1].backoff", "{policy: fixed, delay: 7ms}"}, {"works", "stations[1].works", ""}, {"think", "stations[1].think", ""},
	}}, c.Groups[1])
	change := func(e player.Edit) string {
		t.Helper()
		text, err := p.Edit(e)
		require.NoError(t, err)
		p = whole(t, text)
		return text
	}
	text := change(player.Edit{What: "set", Value: "medium.leg={normal: [10ms, 2ms]}"})
	assert.Contains(t, text, "leg: {normal: [10ms, 2ms]}} # each message")
	assert.Contains(t, text, "# Both read the row")
	change(player.Edit{What: "set", Value: "stations[1].works=3"})
	assert.EqualValues(t, 4, p.Result("").Medium.FramesOffered)
	change(player.Edit{What: "set", Value: "stations[1].works="})
	assert.EqualValues(t, 2, p.Result("").Medium.FramesOffered)
	assert.Contains(t, change(player.Edit{What: "policy", Value: "full-jitter"}), "backoff: full-jitter")
	assert.Contains(t, change(player.Edit{What: "seed", Value: "7"}), "seed: 7")
	for _, what := range []string{"move", "size", "length", "count", "end", "hand"} {
		_, err := p.Edit(player.Edit{What: what, Value: "3"})
		assert.Error(t, err, what)
	}
	for _, bad := range []string{"medium.leg={", "stations[9].count=2", "stations[9].count=", "=", "medium[=2"} {
		_, err := p.Edit(player.Edit{What: "set", Value: bad})
		assert.Error(t, err, bad)
	}
}

// A channel of too many users is refused before it is built.
func TestTooManyUsers(t *testing.T) {
	_, err := player.Load("x", "medium: {kind: aloha, users: 1000000, load: 0.1}\nduration: 1s\n")
	require.ErrorContains(t, err, "the page shows at most 10000 stations, and this scenario has 1000000")
}

// A scenario with hosts names the command that has them.
func TestHostsAreElsewhere(t *testing.T) {
	const stations = "stations:\n  - {name: A, attach: {soft: {address: 10.0.0.1/24, serve: [discard]}}}\n  - {name: B, at: 100m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: A, bytes: 1kB}}\n"
	_, err := player.Load("x", "until: {flows_done: true}\n"+stations)
	require.EqualError(t, err, `the station "A" is attached to a host, and a page has no hosts: run the scenario with csmacd run`)
	_, err = player.Load("x", "duration: 1s\nstations:\n  - {name: A, attach: {tap: tap0}}\n  - {name: B, at: 100m}\n")
	require.EqualError(t, err, `the station "A" is attached to a host, and a page has no hosts: run the scenario with csmacd up`)
}
