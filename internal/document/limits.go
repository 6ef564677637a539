package document

// MaxFileSize is the size in octets of the longest document that is read.
const MaxFileSize = 4 << 20

// Limits bound what a document may ask for: a few lines of YAML can name a great deal by
// aliases. They are checked before anything is allocated.
type Limits struct {
	Nodes int // values in the tree, aliases expanded
	Depth int // of nesting
}

// StandardLimits are those of files that people write.
var StandardLimits = Limits{Nodes: 1_000_000, Depth: 64}
