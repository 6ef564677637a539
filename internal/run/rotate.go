package run

import (
	"fmt"

	"github.com/dustin/go-humanize"

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

// leastRotated and leastEvery bound the number of files.
const (
	leastRotated = 10_000
	leastEvery   = phy.Millisecond
)

// ParseRotate reads a size, such as 10MB, or a simulated time, such as 60s.
func ParseRotate(text string) (r Rotate, err error) {
	if every, err := phy.ParseTime(text, 0); err == nil {
		if every < leastEvery {
			return r, fmt.Errorf("--rotate %s: a file must last at least %v", text, leastEvery)
		}
		return Rotate{Every: every}, nil
	}
	octets, err := humanize.ParseBytes(text)
	switch {
	case err != nil || octets > 1<<50:
		return r, fmt.Errorf("--rotate %s: a size such as 10MB, or a time such as 60s, is wanted", text)
	case octets < leastRotated:
		return r, fmt.Errorf("--rotate %s: a file must have at least %d octets", text, leastRotated)
	}
	return Rotate{Octets: int64(octets)}, nil
}

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
