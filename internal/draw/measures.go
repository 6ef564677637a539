package draw

import "gonum.org/v1/plot/vg"

// Measures, in points.
const (
	barWide   vg.Length = 3.2 // a bar beside a station
	barGap    vg.Length = 0.8
	unseen    vg.Length = 0.3 // a bar of less height is left out
	crossStep vg.Length = 2.6
	jamStep   vg.Length = 2.2
	small     float64   = 6.3 // of labels
)
