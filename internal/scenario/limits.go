package scenario

import "github.com/csmacd/csmacd/internal/document"

// limits bound what a file may ask for: a few lines of YAML can name a great deal
// by counts. They are checked before anything is allocated.
type limits struct {
	document.Limits
	stations int
	attached int // stations
	frames   int // replayed from captures
	sizes    int // in one distribution
}

var standard = limits{Limits: document.StandardLimits, stations: 2_000_000, attached: 1000, frames: 5_000_000, sizes: 10_000}
