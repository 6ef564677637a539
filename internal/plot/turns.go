package plot

import (
	"fmt"
	"math"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// turns is whose turn it was, frame by frame: how fair the medium is over short times.
type turns struct {
	number map[string]int
	order  []int32
}

func newTurns() *turns { return &turns{number: map[string]int{}} }

func (t *turns) wants() medium.Kinds { return medium.Of(medium.Queued, medium.Sent) }

func (t *turns) add(e *event) {
	i, known := t.number[e.Station]
	if !known {
		i = len(t.number)
		t.number[e.Station] = i
	}
	if e.Event == "sent" {
		t.order = append(t.order, int32(i))
	}
}

func (t *turns) figure(*event) (Figure, error) {
	n := len(t.number)
	if len(t.order) < n || len(t.order) == 0 {
		return Figure{}, fmt.Errorf("%d frames of %d stations are too few to tell turns by: %w", len(t.order), n, ErrNothing)
	}
	got := Series{Label: "measured"}
	// Windows of whole rounds, 1, 2, 5, ... frames a station, up to half of all there are.
	for e := range 12 {
		for _, m := range []float64{1, 2, 5} {
			width := n * int(scaled(m, e))
			if width > len(t.order)/2 && len(got.X) > 0 || width > len(t.order) {
				break
			}
			w := stats.NewWindow(n, width)
			for _, station := range t.order {
				w.Add(int(station))
			}
			jain, _ := w.Mean()
			got.X, got.Y = append(got.X, float64(width)), append(got.Y, jain)
		}
	}
	// Drawn by lot, a window w of n stations holds w/n of each, give or take: the mean of
	// the sum of squares is w + w(w-1)/n, and the index about w^2 over n times that.
	lot := Series{Label: "by lot", Mark: Theory}
	for i, low := range got.X {
		high := low
		if i+1 < len(got.X) {
			high = got.X[i+1]
		}
		for k := range 8 {
			w := low * math.Pow(high/low, float64(k)/8)
			lot.X, lot.Y = append(lot.X, w), append(lot.Y, w/(w-1+float64(n)))
		}
	}
	p := Panel{X: Axis{Label: "window", Unit: "frames sent", Scale: Log}, Y: Axis{Label: "Jain's index, mean over windows"}, Series: []Series{got, lot}}
	return Figure{Panels: []Panel{p}, Note: fmt.Sprintf("%d stations, %s frames", n, count(uint64(len(t.order))))}, nil
}
