package instant

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Events are shown in the order of their instants and places, those of one place as they were added, whatever the order in which
// they become known and however many are shown at once.
func TestEventsThatAreKnownLaterAreShownInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, most := range []int{1, 8, 100, 3000} {
		var l Later
		var shown []medium.Event
		number := 0
		for now := phy.Time(0); now < 4000; now += phy.Time(1 + r.IntN(40)) {
			l.ShowBefore(now, func(e *medium.Event) { shown = append(shown, *e) })
			for range r.IntN(most) {
				number++
				place := r.IntN(3)
				l.Add(uint64(place), &medium.Event{At: now + phy.Time(r.IntN(60)), Station: int32(place), Slots: int32(number)})
			}
		}
		require.LessOrEqual(t, len(l.events), 2*len(l.keys)+1, "places are freed")
		l.ShowBefore(phy.Forever, func(e *medium.Event) { shown = append(shown, *e) })
		require.False(t, l.Any())
		require.Len(t, shown, number)
		for i := 1; i < len(shown); i++ {
			a, b := keyAt(shown[i-1].At, uint64(shown[i-1].Station), int(shown[i-1].Slots)), keyAt(shown[i].At, uint64(shown[i].Station), int(shown[i].Slots))
			require.True(t, a.Before(&b), "%+v before %+v", shown[i-1], shown[i])
		}
	}
}
