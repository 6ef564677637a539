package run

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/phy"
)

// Rotate says when the next file of a capture begins. The zero value is never.
type Rotate struct {
	Octets int64
	Every  phy.Time
}

// On reports whether a capture is divided into files at all.
func (r Rotate) On() bool { return r != Rotate{} }

// rotated returns the name of the first file of the capture, and what opens those after it; nil if
// there is one file. n is the number of the file under way.
func (f *Files) rotated(open Creator, n *int) (name string, r *trace.Rotation) {
	if f.Pcap == "" || !f.Rotate.On() {
		return f.Pcap, nil
	}
	*n = 1
	return trace.RotatedName(f.Pcap, *n), &trace.Rotation{Octets: f.Rotate.Octets, Every: f.Rotate.Every, Open: func() (*trace.Output, error) {
		*n++
		return open(trace.RotatedName(f.Pcap, *n))
	}}
}

// Earlier says which files of a capture in parts are of an earlier run that was longer, or returns "". A run does
// not delete them, and a merge of all parts would mix two runs.
func (o *Outputs) Earlier() string {
	if o.parted == "" {
		return ""
	}
	parts := trace.PartsAfter(o.parted, o.part)
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return parts[0] + " is of an earlier run: remove it before you merge the parts of this one"
	default:
		return fmt.Sprintf("%d files from %s to %s are of an earlier run: remove them before you merge the parts of this one", n, parts[0], parts[n-1])
	}
}
