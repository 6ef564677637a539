package player

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

func ran(t require.TestingT, file string) *Player {
	text, err := os.ReadFile("../../../testdata/scenarios/" + file)
	require.NoError(t, err)
	p, err := Load(file, string(text))
	require.NoError(t, err)
	for p.Run(5000) {
	}
	return p
}

// A page that runs until the next draw, delivery or event of B gets the number of that event.
func TestRunUntil(t *testing.T) {
	p := ran(t, "two-stations-collide.yaml")
	ask := func(question string) Event {
		t.Helper()
		k, err := p.Ask("next", []byte(question))
		require.NoError(t, err)
		require.GreaterOrEqual(t, k, 0)
		return p.Event(k.(int))
	}
	const bit = 100 * phy.Nanosecond
	assert.Equal(t, 245*bit, ask(`{"after":-1,"kinds":["collision"]}`).At)
	first := ask(`{"after":-1,"kinds":["collision"],"stations":[1]}`)
	assert.EqualValues(t, 1, first.Station)
	assert.Equal(t, 277*bit, ask(`{"after":5,"kinds":["backoff","dropped"]}`).At)
	assert.Equal(t, delivered, new(ask(`{"after":0,"kinds":["delivered"]}`)).kind())
	k, err := p.Ask("next", []byte(`{"after":0,"kinds":["dropped"]}`))
	require.NoError(t, err)
	assert.Equal(t, -1, k)
}

// The list, piece by piece in either direction, has every event once; a filter takes some of them; and what taps hear
// lies between. No instant is cut.
func TestListHasEveryEventOnce(t *testing.T) {
	players := []*Player{ran(t, "two-stations-collide.yaml"), ran(t, "sixteen-collisions.yaml"), ran(t, "lost-unseen.yaml"), ran(t, "groups.yaml")}
	kinds := []string{"queued", "tx_start", "collision", "backoff", "delivered", "lost", "signal", "received", "silent"}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(players).Draw(t, "player")
		f := filterOf(rapid.SliceOfDistinct(rapid.IntRange(0, len(p.Scene.Names())-1), rapid.ID).Draw(t, "stations"), rapid.SliceOfDistinct(rapid.SampledFrom(kinds), rapid.ID).Draw(t, "kinds"))
		size := rapid.IntRange(1, 60).Draw(t, "size")
		var down, up []Item
		for from := 0; ; {
			l := p.List(from, size, f)
			down = append(down, l.Items...)
			if from = l.To; l.Last {
				break
			}
		}
		for to := p.Len(); to > 0; {
			l := p.List(to, -size, f)
			require.Less(t, l.From, to)
			up = append(append([]Item(nil), l.Items...), up...)
			to = l.From
		}
		if f.taps == nil { // a reception that goes on at the end is in the last piece only where that is asked for
			require.Equal(t, down, up)
		}
		steps := 0
		for n, i := range down {
			if n > 0 {
				require.GreaterOrEqual(t, i.At, down[n-1].At)
			}
			if i.Event >= 0 {
				e := p.Event(i.Event)
				require.True(t, f.has(&e))
				steps++
			}
		}
		want := 0
		for k := range p.events {
			if f.has(&p.events[k]) {
				want++
			}
		}
		require.Equal(t, want, steps)
		_, err := json.Marshal(down)
		require.NoError(t, err)
	})
}

// What taps hear is what a receiver makes of it: M hears one damaged reception where two frames meet, and neither sender
// learns of it.
func TestListOfWhatTapsHear(t *testing.T) {
	p := ran(t, "lost-unseen.yaml")
	l := p.List(0, 1000, filterOf(nil, []string{signal, received, silent}))
	damaged := 0
	for _, i := range l.Items {
		assert.Equal(t, -1, i.Event)
		if i.Kind == received && !i.OK {
			assert.NotEmpty(t, i.Why)
			assert.NotEmpty(t, i.From)
			damaged++
		}
	}
	assert.Positive(t, damaged)
	assert.Empty(t, p.List(0, 1000, filterOf(nil, []string{"collision"})).Items, "no collision is detected in this lesson")
}
