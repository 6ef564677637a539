package draw

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// Between two frames nothing happens for long: the picture leaves it out, and says so. Time goes on downwards
// everywhere, and the ends of the window are those of the picture.
func TestIdleTimeIsFolded(t *testing.T) {
	v := &scene.View{Bit: bit, To: 10_000 * bit, Until: 10_000 * bit, Length: 100 * bit, Stations: []scene.Station{{Name: "A"}, {Name: "B", Place: 100 * bit}}, Lanes: []scene.Lane{{Station: 0}, {Station: 1}}}
	for k, at := range []phy.Time{100, 6000} {
		v.Transmissions = append(v.Transmissions, scene.Transmission{Frame: uint32(k + 1), Attempt: 1, Octets: 64, To: 1, Start: at * bit, Header: (at + 64) * bit,
			Collision: scene.None, Jam: scene.None, End: (at + 576) * bit, Outcome: scene.Sent})
	}
	assert.Equal(t, []fold{{936 * bit, 5936 * bit}, {6836 * bit, 10_000 * bit}}, foldsOf(v))
	svg := written(t, Picture{}, "svg", v)
	assert.Contains(t, svg, ">5000 bit times idle<")
	assert.Contains(t, svg, ">6,000<")
	assert.NotContains(t, svg, ">3,000<")

	d := &drawing{view: v, folds: foldsOf(v)}
	assert.Zero(t, d.down(0))
	assert.InDelta(t, 1, d.down(float64(v.To)), 1e-9)
	for at := phy.Time(0); at < v.To; at += 10 * bit {
		require.Less(t, d.down(float64(at)), d.down(float64(at+10*bit)))
	}

	v.Transmissions[1].Start = 1000 * bit // a usual distance stays
	assert.Len(t, foldsOf(&scene.View{Bit: bit, To: 2000 * bit, Until: 2000 * bit, Length: v.Length, Transmissions: v.Transmissions}), 0)
}

// A label leaves out what matters least, and never cuts a word.
func TestLabelsAreNotCut(t *testing.T) {
	f := joined([]fact{{0, "jam ends", 2, []part{{"jam ends", 2}}}, {0, "draws 0 of 0-1023", 3, []part{{"draws 0 of 0-1023", 3}}}, {0, "silent", 2, []part{{"silent", 2}}}})
	require.Len(t, f, 1)
	assert.Equal(t, []string{"jam ends, draws 0 of 0-1023, silent", "jam ends, draws 0 of 0-1023", "draws 0 of 0-1023"}, f[0].shorter())
	v := runOf(t, "scenarios/sixteen-collisions.yaml", 10*phy.Millisecond).View(window(0, 3100))
	svg := written(t, Picture{}, "svg", v)
	assert.Regexp(t, `>\d+ draws 0 of 0-15<|>\d+ bt draws 0 of 0-15<`, svg)
	assert.NotRegexp(t, `>\d[^<]*(coll|dra|draw|of 0-)\.<`, svg)
}
