package run

import (
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
// there is one file.
func (f *Files) rotated(open Creator) (name string, r *trace.Rotation) {
	if f.Pcap == "" || !f.Rotate.On() {
		return f.Pcap, nil
	}
	n := 1
	return trace.RotatedName(f.Pcap, n), &trace.Rotation{Octets: f.Rotate.Octets, Every: f.Rotate.Every, Open: func() (*trace.Output, error) {
		n++
		return open(trace.RotatedName(f.Pcap, n))
	}}
}
