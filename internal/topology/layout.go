package topology

import (
	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/figure"
)

// Measures of a picture, in millimetres.
const (
	level   = 25.0 // from one row to the next
	boxHigh = 9.0
	apart   = 3.0 // between neighbours
	margin  = 6.0
	cableUp = 6.0 // the height of a cable with its name
	drop    = 9.0 // the upright part of a wire
)

// Sizes of text, in points.
const (
	nameSize  = 8
	aboutSize = 6.5
	wireSize  = 6
)

// box is a node with its place: the middle of its top, from the left end and the top of the picture,
// in millimetres.
type box struct {
	*node
	x, y  float64
	wide  float64 // of the box itself; of a cable: from its first tap to its last
	below []*box
}

// plan places a node and everything below it, with the left edge given. It returns the width.
func plan(n *node, left, top float64) (b *box, wide float64) {
	b = &box{node: n, y: top}
	b.wide = max(width(n.name, nameSize), width(n.about, aboutSize)) + 6
	at := left
	for i := range n.edges {
		e := &n.edges[i]
		child, w := plan(e.to, at, top+level)
		// The text of the wire stands above its lower end.
		need := width(e.text, wireSize) + apart
		if e.to.kind == cable {
			need += child.wide // it stands at the right end
		}
		if need > w {
			move(child, (need-w)/2)
			w = need
		}
		b.below = append(b.below, child)
		at += w
	}
	wide = max(at-left, b.wide+apart)
	if len(b.below) == 0 {
		b.x = left + wide/2
		return b, wide
	}
	if spare := wide - (at - left); spare > 0 {
		for _, c := range b.below {
			move(c, spare/2)
		}
	}
	first, last := b.below[0].x, b.below[len(b.below)-1].x
	b.x = (first + last) / 2
	if n.kind == cable {
		b.wide = max(b.wide, last-first+8)
	}
	return b, wide
}

// tap returns where the wire from above ends: in the middle of a box, and beside the name of a
// cable.
func (b *box) tap() float64 {
	if b.kind == cable {
		return b.x + b.wide/2 - 2
	}
	return b.x
}

// move moves a box and everything below it to the right.
func move(b *box, by float64) {
	b.x += by
	for _, c := range b.below {
		move(c, by)
	}
}

// depth returns the number of rows.
func depth(n *node) int {
	most := 0
	for i := range n.edges {
		most = max(most, depth(n.edges[i].to))
	}
	return most + 1
}

// width returns the width of a text in millimetres.
func width(s string, points float64) float64 {
	style := figure.Sans(points)
	return float64(style.Width(s) / vg.Millimeter)
}
