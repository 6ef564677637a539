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
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func read(t require.TestingT, name string) string {
	text, err := os.ReadFile(filepath.Join("../../../testdata/scenarios", name+".yaml"))
	require.NoError(t, err)
	return string(text)
}

func whole(t require.TestingT, text string) *player.Player {
	p, err := player.Load("scenario.yaml", text)
	require.NoError(t, err)
	for p.Run(5000) {
	}
	for p.RunOn(5000) {
	}
	return p
}

const bit = 100 * phy.Nanosecond

// The lesson that the page opens with, as it is told.
func TestStory(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	k := p.FirstCollision()
	assert.Equal(t, 245*bit, p.Event(k).At)
	assert.Equal(t, "A detects the collision at 245 bit times, after its preamble, and jams until 277 (4.2.3.2.4)", p.Tell(k).Text)
	counts := p.Counts(p.Len())
	for i := range 2 {
		assert.EqualValues(t, 1, counts[i].Sent)
		assert.EqualValues(t, 2, counts[i].Detected)
		assert.EqualValues(t, 1, counts[i].Delivered)
		assert.EqualValues(t, 3, counts[i].Attempts)
	}
	assert.Equal(t, player.Count{Queued: 1, Attempts: 1}, p.Counts(4)[0])
}

// At the end of every lesson the collisions counted event by event are those of the result, and the detections are more
// where stations collide.
func TestCollisionsAreThoseOfTheResult(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/scenarios/*.yaml")
	require.NoError(t, err)
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, err := player.Load(file, string(text))
		if err != nil || p.Scenario.Config.Warmup > 0 {
			continue
		}
		for p.Run(5000) {
		}
		for p.RunOn(5000) {
		}
		if p.About().Crowd != nil {
			assert.EqualValues(t, -1, p.Collisions(p.Len()), file)
			assert.Nil(t, p.Meetings(p.Len()), file)
			continue
		}
		if p.Len() == player.MostEvents {
			continue // the result goes on
		}
		detected := int64(0)
		for _, c := range p.Counts(p.Len()) {
			detected += c.Detected
		}
		got := p.Collisions(p.Len())
		result := p.Result("")
		assert.EqualValues(t, result.Medium.Collisions, got, "%s: %d detections", file, detected)
		if p.Scenario.LAN() == nil {
			assert.GreaterOrEqual(t, detected, got, file) // the detections of a network are those of a path
		}
		if got > 0 {
			compared++
		}
		domains := p.Meetings(p.Len())
		for _, d := range result.Domains {
			if d.Kind != medium.FullDuplex {
				require.NotEmpty(t, domains, file)
				assert.Equal(t, d.Collisions, domains[0], "%s: %s", file, d.Name)
				domains = domains[1:]
			}
		}
		if p.Scenario.LAN() != nil {
			assert.Empty(t, domains, file)
		}
		assert.Zero(t, p.Collisions(0))
	}
	assert.Greater(t, compared, 8)
}

// The collisions of a network at any instant, forward and back, are those of a run that ends there.
func TestCollisionsOfANetworkAtAnInstant(t *testing.T) {
	for _, name := range []string{"four-pairs", "two-cables"} {
		p, err := player.Load(name+".yaml", read(t, name))
		require.NoError(t, err)
		for p.Len() < 3000 && p.Run(500) {
		}
		require.NotNil(t, p.Scenario.LAN(), name)
		seen := map[int64]bool{}
		for _, k := range []int{100, 500, 1000, 1001, 1002, p.Len(), p.Len() - 1, p.Len() - 300, 700, 699, 1, 0, 2000} {
			k = p.Upto(p.Event(max(k-1, 0)).At)
			if k == 0 {
				continue
			}
			s := *p.Scenario
			s.Config.Warmup, s.Config.Until = 0, medium.Until{}
			net, err := s.Network()
			require.NoError(t, err)
			require.NoError(t, net.Run(p.Event(k-1).At+1))
			want := net.Result().Medium.Collisions
			got := p.Collisions(k)
			assert.EqualValues(t, want, got, "%s, event %d", name, k)
			seen[got] = true
		}
		assert.Greater(t, len(seen), 5, name)
		assert.Zero(t, p.Collisions(0))
	}
}

// Whatever the pieces, the result is that of csmacd run.
func TestResultIsThatOfTheCommandLine(t *testing.T) {
	for _, name := range []string{"two-stations-collide", "late-collision", "deference", "groups", "sixteen-collisions", "lost-unseen"} {
		text, err := os.ReadFile(filepath.Join("../../../testdata/scenarios", name+".json"))
		require.NoError(t, err)
		var want struct {
			Digest string
			Medium medium.Medium
		}
		require.NoError(t, json.Unmarshal(text, &want))
		got := whole(t, read(t, name)).Result(player.Version)
		assert.Equal(t, want.Digest, got.Digest, name)
		assert.Equal(t, want.Medium, got.Medium, name)
		assert.True(t, got.Complete, name)
	}
}

// What becomes of each frame where it is for is told, and counted as the result counts it:
// lessons, and the lab in which two frames meet and neither sender learns of it.
func TestWhatArrivesIsThatOfTheResult(t *testing.T) {
	lab, err := os.ReadFile("../../lab/labs/why-64-octets.yaml")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(lab), "\nscenario:\n")
	text, _, _ = strings.Cut(text, "\nquestions:")
	unseen := strings.ReplaceAll("\n"+text, "\n  ", "\n")
	spoilt, p := 0, whole(t, unseen)
	for k := range p.Len() {
		if strings.Contains(p.Tell(k).Text, "which counts as sent: a signal of ") {
			spoilt++
		}
		assert.NotContains(t, p.Tell(k).Text, "no collision was met")
	}
	assert.Equal(t, 2, spoilt)

	for _, text := range []string{unseen, read(t, "two-stations-collide"), read(t, "lost-unseen"), read(t, "groups"), read(t, "deference"),
		strings.Replace(read(t, "aloha"), "duration: 5s", "duration: 50ms", 1), // neither senses nor detects: most is lost
		"duration: 9ms\nstations:\n  - {name: \"h%d\", count: 4, spacing: 200m, traffic: {kind: poisson, load: 0.4, size: 64, to: broadcast}}\n",
		"duration: 9ms\nmac: {collision_detect: off}\nstations:\n  - {name: \"h%d\", count: 4, spacing: 200m, traffic: {kind: saturated, size: 100, to: 01:00:5e:00:00:01}}\n",
		"duration: 9ms\nmedium: {kind: star, delay: 300bt}\nmac: {collision_detect: off}\nstations:\n  - {name: \"h%d\", count: 4, traffic: {kind: poisson, load: 0.4, size: 64, to: 02:00:00:00:99:99}}\n",
	} {
		p := whole(t, text)
		r := p.Result(player.Version)
		for i, c := range p.Counts(p.Len()) {
			assert.EqualValues(t, r.Stations[i].FramesDelivered, c.Delivered, text)
		}
		lost := int64(0)
		for _, c := range p.Counts(p.Len()) {
			lost += c.Lost
		}
		assert.EqualValues(t, r.Medium.FramesLost, lost, text)
	}
}

// An instant is shown whole: where A and B collide at once, both have, whichever is told of.
func TestAnInstantIsWhole(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	for k := range p.Len() {
		answer, err := p.Ask("event", []byte(fmt.Sprintf(`{"event": %d}`, k)))
		require.NoError(t, err)
		m := answer.(player.Moment)
		require.Equal(t, p.Counts(p.Upto(m.At)), m.Counts)
		if m.At == 245*bit {
			require.EqualValues(t, 1, m.Counts[0].Detected, m.Sentence)
			require.EqualValues(t, 1, m.Counts[1].Detected, m.Sentence)
		}
		require.Len(t, m.Same, min(p.Upto(m.At)-k-1, 5))
	}
}

// What a page cannot have is refused: a text that is wrong, and measured times, which are in another file.
func TestRefused(t *testing.T) {
	_, err := player.Load("x", read(t, "server-measured"))
	require.ErrorContains(t, err, "medium.times.file: the page, a lab and plot --theory read no such file: use csmacd run")
	_, err = player.Load("scenario.yaml", "name: x\nstations:\n  - {name: A, att: 3m}\nduration: 1ms\n")
	require.ErrorContains(t, err, "scenario.yaml:3:15: ")
}

// Backoffs by hand: the run asks for each as it is due, and for those that it must be.
func TestBackoffByHand(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	for i := range 2 {
		text, err := p.Edit(player.Edit{What: "hand", Station: i})
		require.NoError(t, err)
		p = whole(t, text)
	}
	want := []player.Draw{
		{Station: 0, Name: "A", At: int64(277 * bit), Attempt: 1, Range: 2},
		{Station: 1, Name: "B", At: int64(277 * bit), Attempt: 1, Range: 2},
	}
	var slots [2][]int
	for _, w := range want {
		failed := p.Failed()
		require.NotNil(t, failed)
		require.Equal(t, &w, failed.Wanted)
		slots[w.Station] = append(slots[w.Station], 1-w.Station) // A draws 1, B 0
		text, err := p.Edit(player.Edit{What: "hand", Station: w.Station, Slots: slots[w.Station]})
		require.NoError(t, err)
		p = whole(t, text)
		assert.Equal(t, slots[w.Station], p.About().Stations[w.Station].Slots)
	}
	text, err := p.Edit(player.Edit{What: "draw", Station: 0})
	require.NoError(t, err)
	assert.NotContains(t, text, "slots: [1]")
}

// The controls change what they say, and comments stay.
func TestEdit(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	change := func(e player.Edit) {
		t.Helper()
		text, err := p.Edit(e)
		require.NoError(t, err)
		require.Contains(t, text, "# Two stations collide, and one backs off longer than the other.")
		p = whole(t, text)
	}
	change(player.Edit{What: "move", Station: 1, Value: "100bt"})
	assert.Equal(t, 100*bit, p.About().Stations[1].Place)
	assert.Equal(t, 245*bit, p.About().Length, "the cable keeps its length")
	change(player.Edit{What: "end", Value: "300bt"})
	assert.Equal(t, []phy.Time{300 * bit, 100 * bit}, []phy.Time{p.About().Length, p.About().Stations[1].Place}, "its end moves alone")
	change(player.Edit{What: "count", Value: "4"})
	about := p.About()
	require.Len(t, about.Stations, 4)
	assert.Equal(t, []phy.Time{0, 100 * bit, 50 * bit, 25 * bit}, []phy.Time{about.Stations[0].Place, about.Stations[1].Place, about.Stations[2].Place, about.Stations[3].Place})
	change(player.Edit{What: "length", Value: "600bt"})
	assert.Equal(t, 200*bit, p.About().Stations[1].Place)
	change(player.Edit{What: "count", Value: "2"})
	assert.Len(t, p.About().Stations, 2)
	change(player.Edit{What: "policy", Value: "uniform"})
	change(player.Edit{What: "seed", Value: "7"})
	assert.EqualValues(t, 7, p.About().Seed)
	change(player.Edit{What: "size", Value: "1518"})
	assert.Equal(t, 2, strings.Count(p.About().Text, "size: 1518"))
}

// A station of a group that is moved stands by itself then, and the others stay.
func TestEditOfAGroup(t *testing.T) {
	p, err := player.Load("x", read(t, "saturated24"))
	require.NoError(t, err)
	before := p.About()
	text, err := p.Edit(player.Edit{What: "move", Station: 3, Value: "1bt"})
	require.NoError(t, err)
	p, err = player.Load("x", text)
	require.NoError(t, err)
	for i, s := range p.About().Stations {
		if i == 3 {
			assert.Equal(t, bit, s.Place)
			continue
		}
		assert.Equal(t, before.Stations[i], s)
	}
	text, err = p.Edit(player.Edit{What: "count", Value: "12"})
	require.NoError(t, err)
	p, err = player.Load("x", text)
	require.NoError(t, err)
	assert.Len(t, p.About().Stations, 12)
}

// Sentences that are not kept are told the same.
func TestToldAgain(t *testing.T) {
	p, err := player.Load("x", read(t, "saturated24-short"))
	require.NoError(t, err)
	for p.Len() < 60_000 && p.Run(5000) {
	}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(0, p.Len()-1).Draw(t, "event")
		name := p.About().Stations[p.Event(k).Station].Name
		require.Contains(t, p.Tell(k).Text, name)
	})
}

// Whatever a page asks for, there is an answer or an error.
func TestAsk(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"run", "runOn", "view", "event", "at", "charts", "drawn", "list", "next", "edit", "summary", "story", "result", "json", "events", "pcap", "nothing"}).Draw(t, "name")
		number := rapid.Int64Range(-1<<40, 1<<50)
		args, err := json.Marshal(map[string]any{"from": number.Draw(t, "from"), "to": number.Draw(t, "to"), "at": number.Draw(t, "at"), "event": number.Draw(t, "event"),
			"most": rapid.IntRange(-5, 1000).Draw(t, "most"), "rows": rapid.IntRange(-5, 5000).Draw(t, "rows"), "of": rapid.Int32().Draw(t, "of"), "count": rapid.IntRange(-2000, 2000).Draw(t, "count"), "after": number.Draw(t, "after"),
			"kinds": rapid.SliceOf(rapid.SampledFrom([]string{"collision", "delivered", "lost", "silent", "x"})).Draw(t, "kinds"), "stations": rapid.SliceOf(rapid.IntRange(-3, 5)).Draw(t, "stations"),
			"edit": map[string]any{"what": rapid.SampledFrom([]string{"move", "hand", "draw", "count", "length", "size", "seed", "policy", "x"}).Draw(t, "what"),
				"station": rapid.IntRange(-3, 5).Draw(t, "station"), "value": rapid.SampledFrom([]string{"", "3", "-1", "5bt", "NaN", "1e999", "x: y", "[", "'"}).Draw(t, "value")}})
		require.NoError(t, err)
		got, err := p.Ask(name, args)
		if err == nil {
			_, err = json.Marshal(got)
			require.NoError(t, err)
		}
	})
}

// Every policy in the menu can be chosen by its name alone.
func TestPoliciesOfTheMenu(t *testing.T) {
	p := whole(t, read(t, "capture-effect"))
	require.Greater(t, len(p.About().Policies), 5)
	for _, policy := range p.About().Policies {
		text, err := p.Edit(player.Edit{What: "policy", Value: policy.Name})
		require.NoError(t, err)
		_, err = player.Load("x", text)
		assert.NoError(t, err, policy.Name)
	}
}

// A script at the root is every station's that has none of its own, and one item needs no
// list: what a hand adds comes behind what was drawn.
func TestAScriptAtTheRootIsHanded(t *testing.T) {
	for _, stations := range []string{
		"  - {name: A, traffic: {kind: frames, starts: [0s], size: 64, to: B}}\n  - {name: B, at: 245bt, traffic: {kind: frames, starts: [0s], size: 64, to: A}, backoff: beb}\n",
		"  {name: \"h%d\", count: 2, spacing: 10m, traffic: {kind: frames, starts: [0s], size: 64, to: next}}\n",
	} {
		p, err := player.Load("x", "duration: 1ms\nbackoff: {policy: scripted, slots: [0, 1]}\nstations:\n"+stations)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1}, p.About().Stations[0].Slots)
	}
}
