package document

// MaxFileSize is the size in octets of the largest document that is read.
const MaxFileSize = 4 << 20

// Limits bound what a document may ask for: with aliases, a few lines of YAML can describe a
// great deal. They are checked before anything is allocated.
type Limits struct {
	Nodes int // values in the tree, aliases expanded
	Depth int // of nesting
}

// StandardLimits are the limits of files that people write.
var StandardLimits = Limits{Nodes: 1_000_000, Depth: 64}
