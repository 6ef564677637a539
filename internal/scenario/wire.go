package scenario

import (
	"cmp"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// plug is how things are plugged into a network by one item of links, or by the keys via and link
// of stations.
type plug struct {
	node  *document.Node
	names [2]*document.Node // of the two ends; the first is nil for the stations of an item

	line     phy.Line
	lineAt   *document.Node
	length   place
	lengthAt *document.Node
	full     [2]bool // the ends that are full duplex
	duplexAt *document.Node
	placeAt  *document.Node // the key at of a link
}

// wire is one link, or one tap on a cable.
type wire struct {
	*plug
	ends  [2]*thing
	place phy.Time // of a tap
	far   place    // the same as it was written
}

// tap returns the end of a wire that is a cable, 0 or 1; for a link between two things it returns
// -1.
func (w *wire) tap() int {
	for k, t := range w.ends {
		if t.segment != nil {
			return k
		}
	}
	return -1
}

// cordFields are the keys of every link.
var cordFields = []field[plug]{
	{Key: "phy"}, // read before: it sets the bit time
	{Key: "length", Read: func(r *reader, p *plug, n *document.Node) {
		p.lengthAt = n
		if v, ok := r.place(n); ok {
			if _, ok = r.delayOf(&cable{velocity: p.line.Velocity}, n, v); ok {
				p.length = v
			}
		}
	}},
	{Key: "duplex", Read: readDuplex},
}

var linkTable = table[plug]{
	What: "a link",
	Fields: append([]field[plug]{
		{Key: "between", Read: readBetween},
		{Key: "at", Read: func(_ *reader, p *plug, n *document.Node) { p.placeAt = n }},
	}, cordFields...),
	Misplaced: map[string]string{
		"via":      "via is a key of stations: the two ends of a link are in between",
		"velocity": "the velocity of a link is that of its phy",
	},
}

var stationLinkTable = table[plug]{
	What:   "a station's link",
	Fields: cordFields,
	Misplaced: map[string]string{
		"between": "a station's link begins at the station and ends where via says",
		"at":      "at is a key of the station",
	},
}

// readLinks reads the list of links. The names of its ends are looked up when stations are known.
func (r *reader) readLinks(n *document.Node) {
	if n.Kind != document.List {
		r.net.unplugged = true
		r.Fail(n, "links is a list: begin each link with a dash, such as - {between: [hub, sw], length: 100m}")
		return
	}
	for _, item := range n.Items {
		p := r.newPlug(item)
		r.on(p.line, func() {
			if linkTable.Read(r, item, p) && item.Get("between") == nil {
				r.Fail(item, "between is missing: the names of the two ends, such as between: [hub, sw]")
			}
		})
		if p.names[0] == nil {
			r.net.unplugged = true
			continue
		}
		r.net.links = append(r.net.links, p)
	}
}

// newPlug returns a plug with the line of a link.
func (r *reader) newPlug(link *document.Node) *plug {
	p := &plug{node: link, line: r.net.line}
	if n := link.Get("phy"); n != nil && !n.Null() {
		if line, ok := r.lineNamed(n); ok {
			p.line = line
		}
		p.lineAt = n
	}
	return p
}

// readPlug reads where the stations of an item are plugged in, if the item says it.
func (r *reader) readPlug(g *group) {
	g.cable = nil
	link, via := g.Node.Get("link"), g.Node.Get("via")
	if via == nil || via.Null() {
		if link != nil {
			r.Fail(link, "a link leads to a device: write via, the name of one")
		}
		if via != nil {
			r.Fail(via, "has no value: write the name of a segment or a device")
		}
		return
	}
	if link != nil && link.Kind != document.Mapping {
		r.Fail(link, "must be a mapping of keys, not %s", link.Kind)
		link = nil
	}
	g.plug = r.newPlug(cmp.Or(link, via))
	g.plug.node = cmp.Or(link, via)
	g.plug.names[1] = via
	if t := r.net.things[via.Text]; t != nil && t.segment != nil { // otherwise a device, or nothing: plugGroup

		g.cable = &t.segment.cable
		g.plug.line = t.segment.line
	}
	g.line = g.plug.line
	if link != nil {
		r.on(g.line, func() { stationLinkTable.Read(r, link, g.plug) })
	}
}

func readBetween(r *reader, p *plug, n *document.Node) {
	switch {
	case n.Kind != document.List:
		r.Fail(n, "must be a list of two names, such as [hub, sw]")
	case len(n.Items) != 2:
		r.Fail(n, "a link has two ends, and these are %d: write two names, such as [hub, sw]", len(n.Items))
	default:
		p.names = [2]*document.Node(n.Items)
	}
}

// readDuplex reads the duplex setting of both ends, or of each.
func readDuplex(r *reader, p *plug, n *document.Node) {
	p.duplexAt = n
	words := []*document.Node{n, n}
	if n.Kind == document.List {
		if words = n.Items; len(words) != 2 {
			r.Fail(n, "a link has two ends: write half, full, or one word for each end, such as [full, half]")
			return
		}
	}
	for k, w := range words {
		if s, ok := r.OneOf(w, "a duplex setting", "half", "full"); ok {
			p.full[k] = s == "full"
		}
	}
}

func readObeyPause(r *reader, g *group, n *document.Node) {
	g.obeyPause = r.obeys(n)
}

// obeys reads whether PAUSE frames are obeyed.
func (r *reader) obeys(n *document.Node) bool {
	if n.Off() {
		return false
	}
	s, _ := r.OneOf(n, "what is done with PAUSE frames", "obey", "off")
	return s == "obey"
}
