package player_test

import (
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
