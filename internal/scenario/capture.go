package scenario

import (
	"iter"
	"slices"
	"sort"
	"time"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Capture is the contents of a capture file.
type Capture struct {
	Interfaces []string           // names, if the file has them
	Frames     iter.Seq[Captured] // nil if there are none
	Count      int                // of them, if it is known
}

// Captured is a frame of a capture that traffic replays.
type Captured struct {
	At        time.Duration // since the first packet of the capture
	Stamp     time.Duration // since 1970; in a capture of csmacd, simulated time
	Octets    int           // from destination address to the end of data; captures leave the FCS out
	Interface string        // name, if the file has one
	Data      []byte        // those octets, as many as were captured, if they are asked for
}

// kept is a frame of a capture in little memory: there may be millions.
type kept struct {
	at     time.Duration // since the first
	octets int32
	number int32   // in the capture, from 1
	port   int32   // its interface's place, from 1; 0: not known
	data   *[]byte // nil unless they are asked for
}

// captured returns the octets that the capture has of the frame.
func (k *kept) captured() []byte {
	if k.data == nil {
		return nil
	}
	return *k.data
}

// captureCache holds the captures that have been read. Each is read once for all traffic that
// replays it, and once more if some traffic needs the octets.
type captureCache map[captureKey]*sharedCapture

type captureKey struct {
	path   string
	octets bool
}

type sharedCapture struct {
	interfaces []string
	first      time.Duration // the stamp of the first frame
	frames     []kept        // in order of time
}

// capture reads a capture file, and returns nil if it cannot be read. A relative name starts at
// the scenario's folder.
func (r *reader) capture(at *document.Node, file string, octets bool) *sharedCapture {
	key := captureKey{r.Besides(file), octets}
	if c, read := r.captures[key]; read {
		return c
	}
	if r.captures == nil {
		r.captures = captureCache{}
	}
	c := r.readCapture(at, key)
	r.captures[key] = c
	return c
}

// readCapture reads a capture and puts its frames in order.
func (r *reader) readCapture(at *document.Node, key captureKey) *sharedCapture {
	r.scenario.Files = append(r.scenario.Files, File{"the capture", key.path})
	read, err := r.options.ReadCapture(key.path, key.octets)
	if err != nil {
		r.Fail(at, "%v", err)
		return nil
	}
	c := &sharedCapture{interfaces: read.Interfaces, frames: make([]kept, 0, read.Count)}
	if read.Frames != nil {
		c.take(read.Frames)
	}
	return c
}

// fileName reads the name of a file.
func (r *reader) fileName(n *document.Node) (s string, ok bool) {
	if s, ok = r.Word(n); ok && s == "" {
		r.Fail(n, "must be the name of a file, relative to the scenario's folder")
		return "", false
	}
	return s, ok
}

// take keeps the frames. If several interfaces were captured, they may be out of order, and
// some even before the first.
func (c *sharedCapture) take(frames iter.Seq[Captured]) {
	places := map[string]int32{}
	for i, name := range c.interfaces {
		places[name] = int32(i) + 1
	}
	var since time.Duration // of stamps, to the beginning of the capture's time
	for f := range frames {
		k := kept{at: f.At, octets: int32(f.Octets), number: int32(len(c.frames)) + 1, port: places[f.Interface]}
		if f.Data != nil {
			k.data = &f.Data
		}
		since = f.Stamp - f.At
		c.frames = append(c.frames, k)
	}
	if len(c.frames) == 0 {
		return
	}
	sort.SliceStable(c.frames, func(i, j int) bool { return c.frames[i].at < c.frames[j].at })
	first := c.frames[0].at
	c.first = since + first
	for i := range c.frames {
		c.frames[i].at -= first
	}
}

// of returns the frames of an interface, or all for "". Each counts from the first packet of
// the whole capture, so that interfaces keep in step.
func (c *sharedCapture) of(name string) []kept {
	if name == "" {
		return c.frames
	}
	port := int32(slices.Index(c.interfaces, name)) + 1
	var own []kept
	for _, f := range c.frames {
		if f.port == port {
			own = append(own, f)
		}
	}
	return own
}

// mostLate bounds stamps before they are multiplied.
const mostLate = time.Duration(phy.MaxTime / phy.Nanosecond)
