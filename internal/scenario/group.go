package scenario

import (
	"cmp"
	"fmt"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// group is one item of the list of stations: one station, or count identical ones.
type group struct {
	stations.Members

	cable         *cable // on which its places are; nil: it has none
	from, spacing place
	line          phy.Line // on which its stations are
	plug          *plug    // in a network: where it is plugged in by its own keys, or nil
	queue         int
	plca          *sublayer   // nil: nothing is said
	transceiver   transceiver // as said for its stations
	obeyPause     bool

	ether   phy.Address
	etherAt *document.Node // where it is written; nil: it follows from the number
	attach  *attach.Group  // nil: simulated

	addressed bool // the file names one of its stations by the address that follows from its number

	rules   rules
	policy  backoff.Policy
	traffic []traffic.Source
}

// groupTable has the keys of a station. The last three are read once all stations are known.
var groupTable = table[group]{
	What: "a station",
	Fields: append([]field[group]{
		{Key: "count", Read: func(r *reader, g *group, n *document.Node) { g.ReadCount(r.Reader, n) }},
		{Key: "name", Read: func(r *reader, g *group, n *document.Node) { g.ReadName(r.Reader, n) }},
		{Key: "via"}, {Key: "link"}, // read before
		{Key: "pause", Read: readObeyPause},
		{Key: "at", Read: func(r *reader, g *group, n *document.Node) { document.SetTo(&g.from)(r.place(n)) }},
		{Key: "from", Read: func(r *reader, g *group, n *document.Node) { document.SetTo(&g.from)(r.place(n)) }},
		{Key: "spacing", Read: func(r *reader, g *group, n *document.Node) { document.SetTo(&g.spacing)(r.place(n)) }},
		{Key: "plca", Read: readPLCA},
		{Key: "queue", Read: func(r *reader, g *group, n *document.Node) { document.SetTo(&g.queue)(r.Integer(n, 1, 100_000_000)) }},
		{Key: "ether", Read: readEther},
		{Key: "attach", Read: readAttach},
		{Key: "mac"}, {Key: "backoff"}, {Key: "traffic"},
	}, transceiverKeys(func(_ *reader, g *group) *transceiver { return &g.transceiver })...),
	Misplaced: map[string]string{
		"tap":     "tap belongs in attach: write attach: {tap: tap0}",
		"netns":   "netns belongs in attach: write attach: {netns: h1}",
		"stream":  "stream belongs in attach: write attach: {stream: \"unix:/run/x.sock\"}",
		"dgram":   "dgram belongs in attach: write attach: {dgram: \"unix:/run/x.sock\"}",
		"soft":    "soft belongs in attach: write attach: {soft: {address: 10.0.0.9/24}}",
		"address": "address belongs in attach, and is of IP: a station's own on the cable is its ether",
		"to":      "to belongs in the station's traffic",
		"size":    "size belongs in the station's traffic",
		"phy":     "all stations of a medium are of one phy: write it beside stations",
	},
}

// readGroup reads what an item of the list stands for: count, name and places.
func (r *reader) readGroup(item *document.Node, first int) *group {
	g := &group{Members: stations.NewMembers(item, first), cable: &r.cable, line: *r.line()}
	if r.net != nil {
		r.readPlug(g)
	}
	if g.cable != nil {
		g.transceiver.latency = g.cable.transceiver.latency
	}
	r.on(g.line, func() { r.readMembers(g, item) })
	return g
}

func (r *reader) readMembers(g *group, item *document.Node) {
	if !groupTable.Read(r, item, g) {
		g.Nameless = true
		return
	}
	at, from, spacing := item.Get("at"), item.Get("from"), item.Get("spacing")
	grouped := item.Get("count") != nil
	switch {
	case at != nil && from != nil:
		r.Fail(from, "at already says this: give one of the two")
	case at != nil && spacing != nil:
		r.Fail(spacing, "at puts all stations of the group in one place: write from instead of at")
	case !grouped && spacing != nil:
		r.Fail(spacing, "spacing is a key of a group: give count, the number of its stations")
	case !grouped && from != nil:
		r.Fail(from, "from is a key of a group: give count, the number of its stations, or write at")
	}
	if g.cable != nil {
		r.checkPlaces(g.cable, g, cmp.Or(spacing, from, at))
	}
	if r.net == nil {
		for _, key := range []string{"via", "link", "pause"} {
			if n := item.Get(key); n != nil {
				r.Fail(n, "%s is a key of networks: write segments, devices and links in place of medium", key)
			}
		}
	}
}

// checkPlaces reports whether a group fits on a cable; n is where its places are written, or nil.
func (r *reader) checkPlaces(c *cable, g *group, n *document.Node) {
	if c.far(g.from, g.spacing, g.Count) {
		r.Fail(cmp.Or(n, g.Node), "this is farther than a signal travels in 30 days, the longest time that can be simulated")
		g.from, g.spacing = place{}, place{}
	}
	if c.star {
		r.placed = cmp.Or(r.placed, n)
		return
	}
	_, end := c.ends(g)
	if c.limit == nil && !r.joining {
		c.length = max(c.length, end)
		return
	}
	length := c.length
	if r.joining {
		length = r.room
	}
	if end > length {
		r.Fail(cmp.Or(n, g.Node), "%s", c.beyond(length))
	}
}

// beyond is said of a place that the cable does not have.
const (
	beyond     = "this is beyond the end of the cable, which is %s long"
	beyondLast = "this is beyond the end of the cable, which ends at its last station: give the cable a length"
)

// beyond says that a place is beyond the end of the cable, while it has a length.
func (c *cable) beyond(length phy.Time) string {
	switch {
	case length != c.length:
		return fmt.Sprintf(beyond, length)
	case c.limit == nil:
		return beyondLast
	}
	return fmt.Sprintf(beyond, c.limit.Text)
}

// ends returns the first and the last place of a group's stations.
func (c *cable) ends(g *group) (first, last phy.Time) {
	return c.at(g.from), c.at(g.from.plus(g.spacing.times(g.Count - 1)))
}
