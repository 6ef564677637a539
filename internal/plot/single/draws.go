package single

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// draws holds the backoffs drawn, by the number of collisions of the frame.
type draws struct {
	by map[int]*drawn
}

// drawn holds the draws after one number of collisions. Its sums are exact.
type drawn struct {
	n, sum  int64
	squares float64
	counts  map[int64]int64 // of each draw
	ranges  int64           // sum of the ranges: a draw is below its range
	plain   bool            // every draw had a range
}

func newDraws() *draws { return &draws{by: map[int]*drawn{}} }

func (d *draws) wants() medium.Kinds { return medium.Of(medium.Backoff) }

func (d *draws) add(e *event) {
	k := d.by[e.Attempt]
	if k == nil {
		k = &drawn{counts: map[int64]int64{}, plain: true}
		d.by[e.Attempt] = k
	}
	k.n++
	k.sum += e.Slots
	k.squares += float64(e.Slots) * float64(e.Slots)
	k.counts[e.Slots]++
	k.ranges += e.Range
	k.plain = k.plain && e.Range > 0
}

// percentile returns the least draw that is at or above a share p of the draws.
func (k *drawn) percentile(p float64) float64 {
	var slots []int64
	for s := range k.counts {
		slots = append(slots, s)
	}
	slices.Sort(slots)
	below := int64(0)
	for _, s := range slots {
		if below += k.counts[s]; float64(below) >= p*float64(k.n) {
			return float64(s)
		}
	}
	return 0
}

func (d *draws) figure(*event) (figure.Figure, error) {
	var attempts []int
	for a := range d.by {
		attempts = append(attempts, a)
	}
	slices.Sort(attempts)
	mean := figure.Series{Label: "mean drawn"}
	high := figure.Series{Label: "95th percentile", Mark: figure.Curve}
	even := figure.Series{Label: "mean of uniform draws", Mark: figure.Theory}
	p := figure.Panel{X: figure.Axis{Label: "collisions of the frame so far"}, Y: figure.Axis{Label: "backoff", Unit: "slots"}}
	least, top, total := 0.0, 0.0, int64(0)
	for _, a := range attempts {
		k := d.by[a]
		n := float64(k.n)
		m := float64(k.sum) / n
		s := stats.Moments(k.n, m, k.squares)
		x := float64(a)
		mean.X, mean.Y, mean.Half = append(mean.X, x), append(mean.Y, m), append(mean.Half, s.HalfWidth(0.95))
		high.X, high.Y = append(high.X, x), append(high.Y, k.percentile(0.95))
		if k.plain {
			even.X, even.Y = append(even.X, x), append(even.Y, (float64(k.ranges)/n-1)/2)
		}
		p.X.Ticks = append(p.X.Ticks, figure.Tick{At: x, Label: strconv.Itoa(a)})
		total += k.n
		if m > 0 && (least == 0 || m < least) {
			least = m
		}
		top = max(top, m)
	}
	if top > 20*least && least > 0 {
		p.Y.Scale = figure.Log
	}
	p.Series = []figure.Series{mean, high}
	if len(even.X) > 0 {
		p.Series = append(p.Series, even)
	}
	return figure.Figure{Panels: []figure.Panel{p}, Note: fmt.Sprintf("%s backoffs; intervals of 95%%", figure.Count(uint64(total)))}, nil
}
