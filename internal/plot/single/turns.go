package single

import (
	"fmt"
	"math"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// turns collects which station sent each frame, to tell how fair the medium is over short times.
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

func (t *turns) figure(*event) (figure.Figure, error) {
	n := len(t.number)
	if len(t.order) < n || len(t.order) == 0 {
		return figure.Figure{}, fmt.Errorf("%d frames of %d stations are too few for a figure of fairness: %w", len(t.order), n, figure.ErrNothing)
	}
	got := figure.Series{Label: "measured"}
	// Windows of 1, 2, 5, 10, ... frames per station, up to half of all frames.
	for e, power := 0, 1; e < 12; e, power = e+1, 10*power {
		for _, m := range []int{1, 2, 5} {
			width := n * m * power
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
	// If stations are drawn at random, a window of w frames of n stations holds about w/n frames of each.
	// The mean of the sum of squares is w + w(w-1)/n, and the index about w^2 over n times that.
	lot := figure.Series{Label: "random order", Mark: figure.Theory}
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
	p := figure.Panel{X: figure.Axis{Label: "window", Unit: "frames sent", Scale: figure.Log}, Y: figure.Axis{Label: "Jain's index, mean over windows"}, Series: []figure.Series{got, lot}}
	return figure.Figure{Panels: []figure.Panel{p}, Note: fmt.Sprintf("%d stations, %s frames", n, figure.Count(uint64(len(t.order))))}, nil
}
