package figure

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// A figure of very many values holds only what can be seen of them. A figure of fewer values holds
// every one.
const (
	manyMarks  = 5000  // in a series; beyond it, marks that lie on one another are drawn once
	manyPoints = 10000 // in a line; beyond it, the points within columnWidth are drawn as their extent

	columnWidth = vg.Length(0.25)
)

// crowded returns a note on what a figure leaves out, or "".
func (f *Figure) crowded() string {
	values := 0
	for i := range f.Panels {
		for k := range f.Panels[i].Series {
			if s := &f.Panels[i].Series[k]; s.marked() && len(s.X) > manyMarks {
				values += len(s.X)
			}
		}
	}
	if values == 0 {
		return ""
	}
	return fmt.Sprintf("%s values: marks that lie on one another are drawn once", Count(uint64(values)))
}

// note returns the line above a figure.
func (f *Figure) note() string {
	switch left := f.crowded(); {
	case left == "":
		return f.Note
	case f.Note == "":
		return left
	default:
		return f.Note + "; " + left
	}
}

// shown returns the indexes of the values that get a mark: all that can be drawn or, of a large number, the
// first in each square of half a mark's size.
func (s *Series) shown(f *field) []int {
	var list []int
	taken := map[[2]int]bool{}
	for i := range s.X {
		if !f.drawable(s.X[i], s.Y[i]) {
			continue
		}
		if len(s.X) > manyMarks {
			at := f.place(s.X[i], s.Y[i])
			square := [2]int{int(at.X / markSize), int(at.Y / markSize)}
			if taken[square] {
				continue
			}
			taken[square] = true
		}
		list = append(list, i)
	}
	return list
}

// extent shortens a long line to what can be seen of it: in each column that it crosses, the first, the
// lowest, the highest and the last point.
func extent(line []vg.Point) []vg.Point {
	if len(line) <= manyPoints {
		return line
	}
	var short []vg.Point
	for i := 0; i < len(line); {
		first, low, high := i, i, i
		column := int(line[i].X / columnWidth)
		for ; i < len(line) && int(line[i].X/columnWidth) == column; i++ {
			if line[i].Y < line[low].Y {
				low = i
			}
			if line[i].Y > line[high].Y {
				high = i
			}
		}
		for _, k := range [...]int{first, min(low, high), max(low, high), i - 1} {
			if n := len(short); n == 0 || short[n-1] != line[k] {
				short = append(short, line[k])
			}
		}
	}
	return short
}
