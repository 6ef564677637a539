package scene

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// problems are the textbooks' problems with their published answers.
func problems(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	text, err := os.ReadFile("../../testdata/published/textbook.json")
	require.NoError(t, err)
	var file struct {
		Problems []struct {
			ID       string
			Expected json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(text, &file))
	all := map[string]json.RawMessage{}
	for _, p := range file.Problems {
		all[p.ID] = p.Expected
	}
	return all
}

// shown runs a scenario and gives its scene.
func shown(t *testing.T, file string) *Scene {
	t.Helper()
	sc := scenarioOf(t, file)
	s, _, _ := of(t, sc.Config, sc.Duration)
	return s
}

// span gives the first span of a kind at or after an instant.
func span(t *testing.T, l Lane, kind Doing, from phy.Time) Span {
	t.Helper()
	for _, v := range l.Spans {
		if v.Kind == kind && v.From >= from {
			return v
		}
	}
	require.Fail(t, "there is none", "%v from %v", kind, from)
	return Span{}
}

// Kurose and Ross, chapter 6, problem 19: each instant of the published answer is in the
// picture.
func TestKuroseAndRoss19(t *testing.T) {
	var want struct{ Timeline [][2]any }
	require.NoError(t, json.Unmarshal(problems(t)["KR6-P19"], &want))
	require.Len(t, want.Timeline, 8)
	s := shown(t, "published/kr6-p19.yaml")
	v := s.View(everything(s))
	a, b := v.Lanes[0], v.Lanes[1]
	require.Len(t, v.Transmissions, 4, "the retransmissions do not collide")
	first, other := v.Transmissions[0], v.Transmissions[1]
	assert.Equal(t, first.Start, other.Start)
	assert.Equal(t, first.Collision, other.Collision)
	again := v.Transmissions[2]
	assert.Equal(t, int32(0), again.Station)
	assert.Equal(t, Sent, again.Outcome)
	at := []phy.Time{
		first.Start,
		first.Collision,
		first.End,
		a.Carrier[0].Fall,
		again.Start,
		span(t, b, Backoff, 0).Until,
		b.Carrier[1].Rise,
		span(t, b, OwnGap, 0).From + s.stations[1].rules.Gap,
	}
	for k, row := range want.Timeline {
		assert.Equal(t, bt(row[1].(float64)), at[k], row[0])
	}
	cut := span(t, b, OwnGap, 0)
	assert.True(t, cut.Cut, "A's signal comes before B's gap is over")
	assert.Equal(t, bt(879), cut.Until)
}

// Kurose and Ross, chapter 6, problem 18: A is done before it learns of B.
func TestKuroseAndRoss18(t *testing.T) {
	s := shown(t, "published/kr6-p18.yaml")
	v := s.View(everything(s))
	assert.Equal(t, bt(576), v.Transmissions[0].End)
	assert.Equal(t, Sent, v.Transmissions[0].Outcome)
	assert.Equal(t, bt(324), v.Transmissions[1].Start)
	assert.Equal(t, bt(649), v.Lanes[0].Carrier[1].Rise)
	assert.NotEmpty(t, v.Overlaps, "and yet the signals meet")
}

// pair is two stations that send at the given instants and draw 0 and 1.
func pair(delay, second float64) bus.Config {
	send := func(at float64) []traffic.Source {
		return []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{bt(at)}, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}}}
	}
	return bus.Config{Params: mac.For(phy.Ethernet10), Stations: []bus.Station{
		{Name: "A", Traffic: send(0), Backoff: draws(0)},
		{Name: "B", At: bt(delay), Traffic: send(second), Backoff: draws(1)},
	}}
}

// draws is a policy whose first draw is given, and the others 5.
type draws int

func (d draws) Next(s *backoff.State, _ *backoff.Rand) (float64, bool) {
	if s.Attempt == 1 {
		return float64(d), false
	}
	return 5, false
}

// Two stations that start at once, at seven distances: detection, the end of jam, silence,
// the gap's end, backoff's end.
func TestTwoStationsStrictly(t *testing.T) {
	var want struct {
		Rows []struct {
			D               float64
			CollisionDetect float64 `json:"collision_detect"`
			JamEnd          float64 `json:"jam_end"`
			CarrierClear    float64 `json:"carrier_clear"`
			ARetxStart      float64 `json:"A_retx_start"`
			BBackoffExpiry  float64 `json:"B_backoff_expiry"`
			ASignalAtB      float64 `json:"A_signal_at_B"`
			SecondCollision bool    `json:"second_collision"`
		}
	}
	require.NoError(t, json.Unmarshal(problems(t)["STRICT-2STA"], &want))
	require.Len(t, want.Rows, 7)
	for _, w := range want.Rows {
		s, _, _ := of(t, pair(w.D, 0), bt(20000))
		a, b := s.Lane(0, 0, bt(20000)), s.Lane(1, 0, bt(20000))
		assert.Equal(t, bt(w.CollisionDetect), s.sent[0].Collision)
		assert.Equal(t, bt(w.JamEnd), s.sent[0].End)
		assert.Equal(t, bt(w.CarrierClear), a.Carrier[0].Fall)
		gap := span(t, a, GapPart2, bt(w.CarrierClear))
		assert.Equal(t, bt(w.ARetxStart), gap.Until)
		assert.Equal(t, bt(w.ARetxStart), s.sent[2].Start)
		assert.Equal(t, bt(w.BBackoffExpiry), span(t, b, Backoff, 0).Until)
		assert.Equal(t, bt(w.ASignalAtB), s.sent[2].Start+bt(w.D))
		assert.Equal(t, w.SecondCollision, s.sent[2].Collision != None, "at %v", w.D)
	}
}

// One of two starts later: fragments of different lengths.
func TestFragments(t *testing.T) {
	var want struct {
		Rows []struct {
			D        float64
			BStart   float64 `json:"B_start"`
			BDetects float64 `json:"B_detects"`
			ADetects float64 `json:"A_detects"`
			AEnd     float64 `json:"A_tx_end"`
			BEnd     float64 `json:"B_tx_end"`
		}
	}
	require.NoError(t, json.Unmarshal(problems(t)["STRICT-ASYM"], &want))
	require.Len(t, want.Rows, 4)
	for _, w := range want.Rows {
		s, _, _ := of(t, pair(w.D, w.BStart), bt(20000))
		a, b := s.sent[0], s.sent[1]
		assert.Equal(t, []phy.Time{bt(w.ADetects), bt(w.AEnd), bt(w.BStart), bt(w.BDetects), bt(w.BEnd)},
			[]phy.Time{a.Collision, a.End, b.Start, b.Collision, b.End})
		assert.Equal(t, a.End-mac.For(phy.Ethernet10).Jam, a.Jam)
	}
}

// Two signals from the ends of a cable meet in its middle: the corners of the region.
func TestCornersOfAnOverlap(t *testing.T) {
	s := shown(t, "scenarios/lost-unseen.yaml")
	v := s.View(everything(s))
	require.Len(t, v.Overlaps, 1)
	half := func(x float64) Half { return 2 * Half(bt(x)) }
	// 576 bits long each, 600 apart: they begin to meet at 300 in the middle, and their
	// ends cross there at 876; on the sides, one's end meets the other's beginning.
	assert.Subset(t, v.Overlaps[0].Corners, []Point{
		{half(300), half(300)}, {half(300), half(876)}, {half(12), half(588)}, {half(588), half(588)},
	})
	assert.Equal(t, []string{"collision"}, []string{s.Lane(1, 0, bt(2000)).Receptions[0].Why})
}

// What a page gets: whole picoseconds, no null where a list is short of one, and words.
func TestJSON(t *testing.T) {
	s := shown(t, "scenarios/two-stations-collide.yaml")
	text, err := s.View(Window{From: 0, To: bt(400), Most: 100}).JSON()
	require.NoError(t, err)
	assert.Contains(t, string(text), `"transmissions":[{"station":0,"frame":1,"attempt":1,"octets":64,"to":1,"start":0,"header":6400000,"collision":24500000,"jam":24500000,"end":27700000,"outcome":"collided"}`)
	assert.Contains(t, string(text), `{"kind":"backoff","from":27700000,"until":78900000,"frame":1,"attempt":1,"slots":1,"range":2}`)
	assert.Contains(t, string(text), `"corners":[[0,24500000],`)
	text, err = s.View(Window{From: 0, To: bt(400), Stations: []int{}, Rows: 1}).JSON()
	require.NoError(t, err)
	assert.NotContains(t, string(text), "null")
	assert.Contains(t, string(text), `"rows":[{"success":0,"collision":0.6925}]`)
	s.until = 1 << 53
	_, err = s.View(Window{To: bt(400)}).JSON()
	assert.ErrorContains(t, err, "beyond 2^53 ps")
}

func (draws) Name() string { return "draws" }
