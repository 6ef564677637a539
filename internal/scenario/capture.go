package scenario

import (
	"cmp"
	"math/big"
	"path/filepath"
	"slices"
	"time"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// Captured is a frame of a capture that traffic replays.
type Captured struct {
	At     time.Duration // since the first packet of the capture
	Octets int           // from destination address to the end of data; captures leave the FCS out
}

// finishCapture turns a capture into the frames that it holds: their instants,
// divided by the speed, and their sizes, with FCS and pad.
func finishCapture(r *reader, f *flow) {
	f.Kind = traffic.Frames
	at := f.node.get("file")
	switch {
	case at == nil:
		r.fail(f.node, "file is missing: the pcap or pcapng file to replay")
		return
	case f.file == "":
		return // has been said
	case r.options.ReadCapture == nil:
		r.fail(at, "captures cannot be read here")
		return
	}
	frames, ok := r.capture(at, f.file)
	if !ok {
		return
	}
	if len(frames) > r.limits.frames-r.replayed {
		r.fail(at, "that makes more than %d frames to replay, the most that a scenario can have", r.limits.frames)
		return
	}
	r.replayed += len(frames)
	speed := f.speed
	if speed == nil {
		speed = big.NewRat(1, 1)
	}
	f.Starts, f.Octets = make([]phy.Time, 0, len(frames)), make([]int32, 0, len(frames))
	p := &f.group.rules
	for _, c := range frames {
		size := max(c.Octets+phy.FCSSize, p.MinFrame)
		ps := new(big.Rat).SetInt64(int64(c.At))
		ps.Quo(ps.Mul(ps, big.NewRat(int64(phy.Nanosecond), 1)), speed)
		start, ok := roundRat(ps, int64(phy.MaxTime))
		switch {
		case size > p.MaxFrame:
			r.fail(at, "frame %d of %s has %d octets with its FCS, above the maximum frame of %d (mac: {max_frame: ...} changes that)", c.number, f.file, size, p.MaxFrame)
			return
		case !ok:
			r.fail(at, "frame %d of %s comes later than 30 days, the longest time that can be simulated", c.number, f.file)
			return
		}
		f.Starts = append(f.Starts, phy.Time(start))
		f.Octets = append(f.Octets, int32(size))
	}
}

// numbered is a frame of a capture and its number there, from 1.
type numbered struct {
	Captured
	number int
}

// capture reads a capture file, once for all traffic that replays it. Its name is
// relative to the folder of the scenario.
func (r *reader) capture(at *node, file string) (frames []numbered, ok bool) {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(r.file), file)
	}
	if frames, ok = r.captures[path]; ok {
		return frames, frames != nil
	}
	list, err := r.options.ReadCapture(path)
	switch {
	case err != nil:
		r.fail(at, "%v", err)
	case len(list) == 0:
		r.fail(at, "there is no frame in %s", path)
	}
	for i, c := range list {
		frames = append(frames, numbered{c, i + 1})
	}
	// Where several interfaces were captured, frames may lie out of order, some
	// even before the first.
	slices.SortStableFunc(frames, func(a, b numbered) int { return cmp.Compare(a.At, b.At) })
	for i := len(frames) - 1; i >= 0; i-- {
		frames[i].At -= frames[0].At
	}
	if r.captures == nil {
		r.captures = map[string][]numbered{}
	}
	r.captures[path] = frames
	return frames, frames != nil
}
