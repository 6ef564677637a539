package scenario

import (
	"math/big"
	"slices"
	"time"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// replayed has what traffic of kind pcap needs in addition to its destination.
type replayed struct {
	file     string
	speed    *big.Rat // nil: 1
	port     string   // name of the interface whose packets are replayed; "": all
	origin   string   // what stamps are counted from: first, the first packet, or zero, the start of the run
	captured bool     // each frame goes to its own destination, with its own octets
}

// captureTable has the keys of traffic of kind pcap.
var captureTable = table[flow]{Fields: []field[flow]{
	{Key: "kind"},
	{Key: "file", Read: func(r *reader, f *flow, n *document.Node) { f.file, _ = r.fileName(n) }},
	{Key: "interface", Read: func(r *reader, f *flow, n *document.Node) { f.port, _ = r.Word(n) }},
	{Key: "origin", Read: func(r *reader, f *flow, n *document.Node) {
		f.origin, _ = r.OneOf(n, "an origin of time", "first", "zero")
	}},
	{Key: "speed", Read: func(r *reader, f *flow, n *document.Node) { f.speed = r.MoreThanNone(n) }},
	{Key: "to", Read: readCapturedTo},
}}

func readCapturedTo(r *reader, f *flow, n *document.Node) {
	_, named := r.Numbers["captured"]
	switch {
	case n.Kind != document.Scalar || n.Text != "captured":
		readTo(r, f, n)
	case named:
		r.Fail(n, "captured means each frame's own destination, and a station has this name: rename the station")
	default:
		f.captured = true
	}
}

// isCapture reports whether a flow is of kind pcap.
func (f *flow) isCapture() bool { return f.node.Get("kind").Text == "pcap" }

// finishCapture turns a capture into frames: their instants, divided by the speed, and their
// sizes, with FCS and padding; with to: captured, also their destinations and octets.
func finishCapture(r *reader, f *flow) {
	f.Kind = traffic.KindFrames
	frames, first, at := r.framesOf(f)
	if len(frames) > r.limits.frames-r.replayed {
		r.Fail(at, "there are more than %d frames to replay, the most that a scenario can have", r.limits.frames)
		return
	}
	r.replayed += len(frames)
	f.Starts, f.Octets = make([]phy.Time, 0, len(frames)), make([]int32, 0, len(frames))
	p := &f.group.rules
	for i, c := range frames {
		size := max(int(c.octets)+phy.FCSSize, p.MinFrame)
		start, ok := f.start(c.at, first)
		switch {
		case size > p.MaxFrame:
			r.Fail(at, "frame %d of %s has %d octets with its FCS, above the maximum frame of %d (mac: {max_frame: ...} changes that)", c.number, f.file, size, p.MaxFrame)
			return
		case !ok && f.origin == "zero":
			r.Fail(at, "frame %d of %s has a time stamp outside the first 30 days of 1970, where captures of csmacd lie: write origin: first to count from the first packet", c.number, f.file)
			return
		case !ok:
			r.Fail(at, "frame %d of %s is later than 30 days, the longest time that can be simulated", c.number, f.file)
			return
		case f.captured && len(c.captured()) < len(phy.Address{}):
			r.Fail(at, "frame %d of %s is cut to %d octets: it has no destination address", c.number, f.file, len(c.captured()))
			return
		}
		if end := r.scenario.Duration; f.captured && 0 < end && end <= start && !r.scenario.Config.Until.Idle {
			frames = frames[:i] // the rest would never be sent
			break
		}
		f.Starts = append(f.Starts, start)
		f.Octets = append(f.Octets, int32(size))
	}
	if f.captured {
		r.keepOctets(f, frames)
	}
}

// framesOf returns the frames that traffic replays, or nil if something is wrong; the stamp of
// the capture's first frame; and where to report what is wrong with them.
func (r *reader) framesOf(f *flow) (frames []kept, first time.Duration, at *document.Node) {
	at = f.node.Get("file")
	switch {
	case at == nil:
		r.Fail(f.node, "file is missing: the pcap or pcapng file to replay")
		return nil, 0, f.node
	case f.file == "":
		return nil, 0, at // it has been reported
	case r.options.ReadCapture == nil:
		r.Fail(at, noFiles)
		return nil, 0, at
	}
	c := r.capture(at, f.file, f.captured)
	port := f.node.Get("interface")
	switch {
	case c == nil, port != nil && (port.Kind != document.Scalar || port.Null()):
		// It has been reported.
	case port == nil && len(c.frames) == 0:
		r.Fail(at, "%s has no frames", r.Besides(f.file))
	case port != nil && len(c.interfaces) == 0:
		r.Fail(port, "the interfaces of %s have no names: leave interface out", r.Besides(f.file))
	case port != nil && !slices.Contains(c.interfaces, f.port):
		names := c.interfaces[:min(len(c.interfaces), 16)]
		r.Fail(port, "%s has no interface %q: %s", r.Besides(f.file), f.port, document.Instead(f.port, "interfaces", names))
	default:
		return c.of(f.port), c.first, at
	}
	return nil, 0, at
}

// start returns the instant of a frame that was captured since after the first, whose stamp is
// first; ok is false if the instant is too late.
func (f *flow) start(since, first time.Duration) (t phy.Time, ok bool) {
	if f.origin == "zero" {
		since += first
	}
	if f.speed == nil {
		return phy.Time(since) * phy.Nanosecond, 0 <= since && since <= mostLate
	}
	ps := new(big.Rat).SetInt64(int64(since))
	ps.Quo(ps.Mul(ps, big.NewRat(int64(phy.Nanosecond), 1)), f.speed)
	n, ok := document.RoundRat(ps, int64(phy.MaxTime))
	return phy.Time(n), ok && since >= 0
}

// keepOctets sets each frame's own destination and a reference to its octets.
func (r *reader) keepOctets(f *flow, frames []kept) {
	if r.scenario.Contents == nil {
		r.scenario.Contents = &Contents{}
	}
	list := &r.scenario.Contents.frames
	f.Ref = uint64(len(*list)) + 1
	f.Addresses = make([]phy.Address, 0, len(frames))
	for _, c := range frames {
		to := phy.Address(c.captured()[:len(phy.Address{})])
		r.addressed(to)
		f.Addresses = append(f.Addresses, to)
		*list = append(*list, c.captured())
	}
}
