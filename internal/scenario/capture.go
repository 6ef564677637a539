package scenario

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"github.com/csmacd/csmacd/phy"
)

// Capture is what a capture file holds.
type Capture struct {
	Interfaces []string // names, of a file that has them
	Frames     []Captured
}

// Captured is a frame of a capture that traffic replays.
type Captured struct {
	At        time.Duration // since the first packet of the capture
	Stamp     time.Duration // since 1970; of a capture of ours: simulated time
	Octets    int           // from destination address to the end of data; captures leave the FCS out
	Interface string        // name, in a file that has them
	Data      []byte        // those octets, as many as were captured, where they are asked for
}

// numbered is a frame of a capture and its number there, from 1.
type numbered struct {
	Captured
	number int
}

// shelf holds the captures that have been read, each once for all traffic that
// replays it; once more where some wants the octets.
type shelf map[shelfMark]*shelved

type shelfMark struct {
	path   string
	octets bool
}

type shelved struct {
	interfaces []string
	frames     []numbered // in order of time
}

// capture reads a capture file; nil where it cannot be. Its name is relative to the
// folder of the scenario.
func (r *reader) capture(at *node, file string, octets bool) *shelved {
	mark := shelfMark{r.besides(file), octets}
	if c, read := r.captures[mark]; read {
		return c
	}
	if r.captures == nil {
		r.captures = shelf{}
	}
	c := r.shelve(at, mark)
	r.captures[mark] = c
	return c
}

// shelve puts the frames of a capture in order.
func (r *reader) shelve(at *node, mark shelfMark) *shelved {
	r.scenario.Files = append(r.scenario.Files, File{"the capture", mark.path})
	read, err := r.options.ReadCapture(mark.path, mark.octets)
	if err != nil {
		r.fail(at, "%v", err)
		return nil
	}
	c := &shelved{interfaces: read.Interfaces, frames: make([]numbered, 0, len(read.Frames))}
	for i, f := range read.Frames {
		c.frames = append(c.frames, numbered{f, i + 1})
	}
	// Where several interfaces were captured, frames may lie out of order, some
	// even before the first.
	slices.SortStableFunc(c.frames, func(a, b numbered) int { return cmp.Compare(a.At, b.At) })
	for i := len(c.frames) - 1; i >= 0; i-- {
		c.frames[i].At -= c.frames[0].At
	}
	return c
}

// fileName reads the name of a file.
func (r *reader) fileName(n *node) (s string, ok bool) {
	if s, ok = r.word(n); ok && s == "" {
		r.fail(n, "the name of a file is wanted here, relative to the scenario's folder")
		return "", false
	}
	return s, ok
}

// besides gives the path of a file whose name is relative to the scenario's folder.
func (r *reader) besides(file string) string { return besides(r.file, file) }

func besides(scenario, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(scenario), file)
}

// of gives the frames of an interface, all for "". What each is counted from, the
// first packet, is that of the whole capture, so that interfaces keep in step.
func (c *shelved) of(name string) []numbered {
	if name == "" {
		return c.frames
	}
	var own []numbered
	for _, f := range c.frames {
		if f.Interface == name {
			own = append(own, f)
		}
	}
	return own
}

// mostLate bounds stamps before anything is multiplied with them.
const mostLate = time.Duration(phy.MaxTime / phy.Nanosecond)
