package scenario

// MaxFileSize is the size in octets of the longest scenario file that is read.
const MaxFileSize = 4 << 20

// limits bound what a file may ask for: a few lines of YAML can name a great deal
// by aliases and counts. They are checked before anything is allocated.
type limits struct {
	nodes    int // values in the tree, aliases worked off
	depth    int // of nesting
	stations int
	attached int // stations
	frames   int // replayed from captures
	sizes    int // in one distribution
}

var standard = limits{nodes: 1_000_000, depth: 64, stations: 2_000_000, attached: 1000, frames: 5_000_000, sizes: 10_000}
