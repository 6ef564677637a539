package player_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/scene"
)

// A picture while a hand moves one of some saturated stations: 3,000 bit times of them.
func BenchmarkPreview(b *testing.B) {
	for _, n := range []int{2, 5, 10} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := fmt.Sprintf("phy: 10base5\nmedium: {kind: bus, length: 500m}\nduration: 20ms\nstations:\n  - {name: h%%d, count: %d, spacing: %dm, traffic: {kind: saturated, size: 64, to: random}}\n", n, 500/n)
			p, err := player.Load("x", text)
			require.NoError(b, err)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				_, err := p.Preview(player.Edit{What: "move", Station: 1, Value: fmt.Sprintf("%dbt", 1+i%20)}, scene.Window{To: 3000 * bit, Most: 600, Rows: 600})
				require.NoError(b, err)
			}
		})
	}
}
