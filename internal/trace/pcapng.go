package trace

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const (
	// AllStations is the value of [Options].At for a capture of every transmission.
	AllStations = -1

	// application is the name of the writing program in captures of csmacd, by which
	// [ReadCapture] recognizes them.
	application = "csmacd"
	sectionNote = "Simulated time: 0 is the start of the run. Packets are stamped at their first bit after the start frame delimiter. " +
		"A collision fragment is the frame's octets up to the jam, then jam as alternating bits from a 1."

	maxCaptured = 262144 // octets of a packet; Wireshark refuses a file with more
)

// Options say what a capture contains.
type Options struct {
	// At is the number of the station whose transmissions and receptions are captured, or
	// [AllStations] for each transmission once, on its sender's interface.
	At int

	// Contents supplies the octets of frames whose Ref is not 0, until the last transmission of
	// the frame has ended and, in a capture at one station, has been heard there. If it is nil,
	// they are made up like all others.
	Contents Contents

	// Rules returns the rules of stations that have their own. It may be nil.
	Rules func(station int) *mac.Params

	// Rotation divides the capture into files; the first is the Output of [NewCapture]. If it is nil,
	// there is one.
	Rotation *Rotation

	// Describe returns the description of a station's interface, such as its place on the
	// cable. It may be nil.
	Describe func(station int) string

	// Interface takes the block of the interface of a station that joins, in place of the Output,
	// to which all before it has been flushed. It may be nil.
	Interface func(block []byte)
}

// Capture writes transmissions as a pcapng file with an interface for each station, a
// resolution of a nanosecond, and packets in order of their stamps. A packet is what was on the
// wire after the start frame delimiter, in whole octets, including the FCS. A transmission that
// is still under way when the run ends is left out.
type Capture struct {
	out      *Output
	stations medium.Stations
	rules    *mac.Params
	options  Options
	contents chosen
	rotation *rotation
	held     held
	sending  []*packet // by station: under way, or waiting for what follows
	turns    []turns   // by station
	ids      []int     // by station or port: the number of its interface; nil: none has joined, and it is its own
	heard    phy.Time  // At: start of the last reception
	hearing  *packet   // At: the reception that has not ended, or nil
	struck   phy.Time  // At: start of the first transmission of its own in it
	first    []byte    // octets of the frame that the present reception began with
}

// NewCapture writes the head of the file: the section and the interfaces. rules are those of
// stations that have none of their own. [Capture.Close] closes the output.
func NewCapture(out *Output, stations medium.Stations, rules *mac.Params, options Options) (*Capture, error) {
	c := &Capture{out: out, stations: stations, rules: rules, options: options,
		contents: chosen{simulated: Simulated{stations}, own: options.Contents},
		sending:  make([]*packet, medium.Named(stations)), turns: make([]turns, medium.Named(stations))}

	if options.Rotation != nil {
		c.rotation = &rotation{Rotation: *options.Rotation}
	}
	return c, c.head()
}

// head writes the section and the interfaces.
func (c *Capture) head() error {
	first, count := 0, medium.Named(c.stations)
	if c.options.At >= 0 {
		first, count = c.options.At, 1
	}
	return writeHead(c.out, sectionNote, count, func(i int) port {
		if c.ids != nil && c.options.At < 0 {
			return c.port(slices.Index(c.ids, i))
		}
		return c.port(first + i)
	})
}

// Joined implements [medium.Joiner]: a station that joins has an interface from then on, the next one. The
// interfaces of others keep their numbers.
func (c *Capture) Joined(station int) {
	if c.ids == nil {
		for i := range c.sending {
			c.ids = append(c.ids, i)
		}
	}
	c.ids = slices.Insert(c.ids, station, len(c.ids))
	for _, p := range c.sending {
		if p != nil && int(p.frame.Source) >= station { // a port of a bridge, which has another number from now on
			p.frame.Source++
		}
	}
	c.sending, c.turns = slices.Insert(c.sending, station, nil), slices.Insert(c.turns, station, turns{})
	switch {
	case c.options.At >= 0 || c.out.err != nil:
	case c.options.Interface != nil:
		_ = c.out.Flush() // the output keeps the error
		c.options.Interface(appendInterface(nil, c.port(station)))
	default:
		c.out.commit(appendInterface(c.out.begin(), c.port(station)))
	}
}

// id returns the number of the interface of a station or port.
func (c *Capture) id(station int32) int {
	if c.ids == nil {
		return int(station)
	}
	return c.ids[station]
}

// port describes a station's interface.
func (c *Capture) port(station int) port {
	i := stationPort(c.stations, station)
	if c.options.Describe != nil {
		i.description = label(c.options.Describe(station))
	}
	return i
}

// Err returns the first error of writing. A run should stop at it.
func (c *Capture) Err() error { return c.out.Err() }

// Flush writes what has been gathered, for readers that watch.
func (c *Capture) Flush() error { return c.out.Flush() }

// Close writes the rest and closes the output.
func (c *Capture) Close() error {
	for station, p := range c.sending {
		if p == nil {
			continue
		}
		c.sending[station] = nil
		if p.collided {
			c.finish(p, int32(station)) // the run ended at this very instant
		} else {
			c.held.drop(p)
		}
	}
	if c.hearing != nil {
		c.held.drop(c.hearing)
	}
	c.write()
	return c.out.Close()
}

// write writes the packets that are due.
func (c *Capture) write() {
	for p := c.held.next(); p != nil; p = c.held.next() {
		if c.rotation != nil && c.rotation.due(p.stamp) && c.out.err == nil {
			c.next()
		}
		if c.out.err == nil {
			b := c.out.begin()
			before := len(b)
			b = appendBlock(b, p)
			c.out.commit(b)
			if c.rotation != nil {
				c.rotation.wrote(p.stamp, len(b)-before)
			}
		}
	}
}
