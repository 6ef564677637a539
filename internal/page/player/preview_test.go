package player_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// What a preview shows of a window is what the page shows after the change, and the scenario itself stays.
func TestPreviewIsTheRunToCome(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	w := scene.Window{From: 0, To: 1500 * bit, Most: 600, Rows: 100}
	for _, e := range []player.Edit{{What: "move", Station: 1, Value: "60bt"}, {What: "move", Station: 0, Value: "10bt"}, {What: "end", Value: "400bt"}} {
		before := p.Scene.View(w)
		shown, err := p.Preview(e, w)
		require.NoError(t, err)
		text, err := p.Edit(e)
		require.NoError(t, err)
		assert.Equal(t, before, p.Scene.View(w))
		after := whole(t, text).Scene.View(w)
		assert.NotEmpty(t, shown.Transmissions)
		assert.Equal(t, after.Stations, shown.Stations)
		assert.Equal(t, after.Length, shown.Length)
		for k, s := range after.Transmissions {
			if s.End >= 0 && s.End < w.To {
				assert.Equal(t, s, shown.Transmissions[k])
			}
		}
	}
	_, err := p.Preview(player.Edit{What: "move", Station: 1, Value: "nowhere"}, w)
	assert.Error(t, err)
}

// Of every lesson a preview is the same to the octet whether the change goes through the text or not.
func TestPreviewIsTheSameWithoutItsText(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/scenarios/*.yaml")
	require.NoError(t, err)
	texts := []string{
		"phy: 10base5\nmac: {bit_time: 250ns}\nduration: 5ms\nstations:\n  - {name: A, traffic: {kind: saturated, size: 64, to: random}}\n  - {name: B, at: 200bt, traffic: {kind: saturated, size: 64, to: random}}\n",
		"phy: 10base5\nmac: {rx_gap: 20bt}\nmedium: {kind: bus, length: 500m}\nduration: 5ms\nstations: {name: \"h%d\", count: 4, spacing: 100m, traffic: {kind: poisson, load: 0.2, size: 64, to: next}}\n",
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	direct := 0
	for _, text := range texts {
		p, err := player.Load("scenario.yaml", text)
		if err != nil {
			continue // of another medium
		}
		far := p.Scenario.Length / bit
		edits := []player.Edit{{What: "end", Value: fmt.Sprintf("%dbt", far+30)}, {What: "end", Value: "1bt"}}
		for i := range p.Scenario.Config.Stations {
			edits = append(edits, player.Edit{What: "move", Station: i, Value: fmt.Sprintf("%dbt", far*phy.Time(i%3+1)/4)})
		}
		edits = append(edits, player.Edit{What: "move", Value: "-1bt"}, player.Edit{What: "move", Value: "20m"}, player.Edit{What: "move", Value: fmt.Sprintf("%dbt", far+1)},
			player.Edit{What: "move", Station: 5000, Value: "1bt"}, player.Edit{What: "move", Station: -1, Value: "1bt"})
		w := scene.Window{From: 0, To: 1500 * bit, Most: 600, Rows: 20}
		for _, e := range slices.Concat(edits[:min(len(edits), 6)], edits[len(edits)-5:]) {
			got, err := p.Preview(e, w)
			want, byText := p.PreviewByText(e, w)
			require.Equal(t, byText == nil, err == nil, "%s: %v", p.Scenario.Name, e)
			if err == nil {
				a, b := lines(t, got), lines(t, want)
				require.Equal(t, b, a, "%s: %v", p.Scenario.Name, e)
			}
			if p.PreviewsDirectly(e) {
				direct++
			}
		}
	}
	assert.Greater(t, direct, 100)
}

// lines returns a view as the page gets it.
func lines(t *testing.T, v *scene.View) string {
	b, err := v.JSON()
	require.NoError(t, err)
	return string(b)
}

// Another scenario is run beside this one, as far as the window needs, and anew if its text is another.
func TestOtherScenario(t *testing.T) {
	p := whole(t, read(t, "two-stations-collide"))
	for _, name := range []string{"late-collision", "hub", "late-collision"} {
		for _, to := range []phy.Time{900, 300, 2000} {
			w := scene.Window{From: 0, To: to * bit, Most: 600, Rows: 10}
			got, err := p.Other(read(t, name), w)
			require.NoError(t, err)
			want := whole(t, read(t, name)).Scene.View(w)
			assert.Equal(t, want.Stations, got.Stations)
			assert.Equal(t, want.Count, got.Count)
		}
	}
	_, err := p.Other("stations: 3", scene.Window{To: 100 * bit, Most: 10, Rows: 10})
	assert.Error(t, err)
}
