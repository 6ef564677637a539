package plot

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/figure"
	paper "github.com/csmacd/csmacd/internal/theory"
)

// Regions draws where slotted ALOHA with a number of users is stable, over the K slots among which it
// chooses to retransmit and its load N S. A panel above shows the least K(N, s) for stability with more and
// fewer users. r is Lam's R.
func Regions(users int, r float64) figure.Figure {
	load := figure.Axis{Label: "load N S", Unit: "frames a slot"}
	slots := figure.Axis{Label: "K", Unit: "slots", Scale: figure.Log}
	window := figure.Panel{Title: "the least K for which the channel is stable", X: load, Y: slots}
	for _, n := range []int{users / 8, users / 4, users / 2, users, min(2*users, paper.MostUsers)} {
		if n < 2 {
			continue
		}
		s := figure.Series{Label: fmt.Sprintf("N = %d", n), Mark: figure.Curve}
		for x := 1; x <= 40; x++ {
			if k := paper.StableWindow(n, float64(x)/100/float64(n), r, mostWindow); k > 0 {
				s.X, s.Y = append(s.X, float64(x)/100), append(s.Y, float64(k))
			}
		}
		window.Series = append(window.Series, s)
	}
	return figure.Figure{Panels: []figure.Panel{window, regions(users, r, slots, load)}, Height: 170}
}

// mostWindow is the greatest K that is tried.
const mostWindow = 100_000

// regions returns the map: a mark at each place, by the verdict there.
func regions(users int, r float64, x, y figure.Axis) figure.Panel {
	p := figure.Panel{Title: fmt.Sprintf("N = %d", users), X: x, Y: y}
	for _, v := range []paper.Verdict{paper.Stable, paper.Bistable, paper.Overloaded} {
		p.Series = append(p.Series, figure.Series{Label: v.String(), Mark: figure.Dots})
	}
	edge := figure.Series{Label: "K(N, s)", Mark: figure.Theory}
	for l := 1; l <= 22; l++ {
		load := float64(l) / 50
		s := load / float64(users)
		for k := 1.0; k <= 1000; k *= 1.4 {
			c := paper.Lam{Users: users, S: s, P: paper.OverWindow(k, r), R: r}
			v, _ := c.Judge(c.Equilibria())
			at := &p.Series[v]
			at.X, at.Y = append(at.X, k), append(at.Y, load)
		}
		if k := paper.StableWindow(users, s, r, mostWindow); k > 0 {
			edge.X, edge.Y = append(edge.X, float64(k)), append(edge.Y, load)
		}
	}
	p.Series = append(p.Series, edge)
	return p
}
