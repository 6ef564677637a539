package scenario

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// network is what a scenario of several segments is read into.
type network struct {
	line     phy.Line // the scenario's: the default of segments and links
	mac      *document.Node
	rules    map[string]rules // by line
	segments []*segment
	devices  []*device
	links    []*plug
	things   map[string]*thing
	order    []*thing // in which they are known

	wires   []wire
	plugged map[int]*document.Node // by station: where it is plugged in

	unnamed   bool // the name of a segment or a device could not be read
	unplugged bool // a link could not be read
}

// segment is a cable or a star.
type segment struct {
	cable
	name string
	node *document.Node
	line phy.Line
	taps int // number of things on it
}

// thing is what a name stands for: a segment, a device, or else a station.
type thing struct {
	name    string
	at      *document.Node
	segment *segment
	device  *device
	station int
}

// What is said in several places.
const (
	ratesOfLines = "a network has no rate of its own: the rate of each link and segment is that of its phy"
	noPlace      = "at is a place on a cable, and this link does not end on one: leave it out"
	domainWord   = "domain" // in the key to
)

// beginNetwork prepares for segments, devices and links if a scenario has one of these keys.
func (r *reader) beginNetwork(root *document.Node) {
	for _, key := range []string{"segments", "devices", "links"} {
		e := root.Find(key)
		if e == nil {
			continue
		}
		if r.net == nil {
			r.net = &network{things: map[string]*thing{}, rules: map[string]rules{}, plugged: map[int]*document.Node{}}
		}
		if m := root.Find("medium"); m != nil {
			root.Remove("medium")
			r.FailKey(root, m, "a scenario has either medium, or segments, devices and links, as here (%s): leave one out", e.AtKey().Where())
		}
	}
}

// on reads with the bit time and the rules of a line.
func (r *reader) on(l phy.Line, read func()) {
	if r.net == nil {
		read()
		return
	}
	line, bit, rules := *r.line(), r.Bit, r.rules
	*r.line(), r.Bit = l, l.BitTime
	r.rules = r.rulesOn(l)
	read()
	*r.line(), r.Bit, r.rules = line, bit, rules
}

// rulesOn returns the rules of the stations on a line: those of the scenario's mac.
func (r *reader) rulesOn(l phy.Line) rules {
	p, known := r.net.rules[l.Name]
	if !known {
		p = rulesOf(l)
		if r.net.mac != nil {
			p = r.readRules(r.net.mac, p, &macTable)
		}
		r.net.rules[l.Name] = p
	}
	p.MaxFrame += r.tags
	return p
}

var segmentTables = map[string]*table[segment]{
	"bus":  {What: "a segment of kind bus", Fields: segmentFields(busTable.Fields), Misplaced: busTable.Misplaced},
	"star": {What: "a segment of kind star", Fields: segmentFields(starTable.Fields), Misplaced: starTable.Misplaced},
}

// segmentFields returns the keys of a medium as those of a segment, which has a phy in addition.
func segmentFields(of []field[cable]) []field[segment] {
	all := []field[segment]{{Key: "phy"}} // read before
	for _, f := range of {
		own := field[segment]{Key: f.Key}
		if f.Read != nil {
			own.Read = func(r *reader, s *segment, n *document.Node) { f.Read(r, &s.cable, n) }
		}
		all = append(all, own)
	}
	return all
}

// readSegments reads the cables and stars of a network.
func (r *reader) readSegments(n *document.Node) {
	if n.Kind != document.Mapping {
		r.net.unnamed = true
		r.Fail(n, "segments is a mapping of names to cables, such as yellow: {kind: bus, length: 500m}")
		return
	}
	for _, e := range n.Entries {
		s := &segment{name: e.Key, node: e.Value, line: r.net.line}
		r.readSegment(s)
		r.net.segments = append(r.net.segments, s)
		if at := e.AtKey(); r.thingName(at, e.Key) {
			r.know(&thing{name: e.Key, at: at, segment: s})
		}
	}
}

func (r *reader) readSegment(s *segment) {
	if !r.IsMapping(s.node) {
		return
	}
	if n := s.node.Get("phy"); n != nil && !n.Null() {
		if line, ok := r.lineNamed(n); ok {
			s.line = line
		}
	}
	kind := "bus"
	if n := s.node.Get("kind"); n != nil && !n.Null() {
		var ok bool
		if kind, ok = r.OneOf(n, "a kind of segment", "bus", "star"); !ok {
			return
		}
	}
	s.cable = cable{velocity: s.line.Velocity, star: kind == "star"}
	r.on(s.line, func() { segmentTables[kind].Read(r, s.node, s) })
	if s.star && s.node.Get("delay") == nil {
		r.Fail(s.node, "delay is missing: a star needs the delay between any two of its stations, such as {kind: star, delay: 4us}")
	}
}

// thingName reports whether a name is one that a segment or a device can have.
func (r *reader) thingName(at *document.Node, name string) bool {
	if n := utf8.RuneCountInString(name); n < 1 || n > 64 || !document.Printable(name) || strings.Contains(name, "/") {
		r.Fail(at, "the name of a segment or a device is 1 to 64 printable characters without /")
		return false
	}
	return true
}

// know adds a thing by its name. It reports a name that is taken, and whether it is not.
func (r *reader) know(t *thing) bool {
	if other := r.net.things[t.name]; other != nil {
		r.taken(t.at, t.name, other.at)
		return false
	}
	r.net.things[t.name] = t
	r.net.order = append(r.net.order, t)
	return true
}

func (r *reader) taken(at *document.Node, name string, other *document.Node) {
	r.Fail(at, "the name %q is already used by %s (%s)", name, owner(other).Path(), other.Where())
}

// owner returns what a name belongs to: for the value of a key name, its mapping.
func owner(n *document.Node) *document.Node {
	if n.Key == "name" && n.Kind == document.Scalar {
		return n.Parent
	}
	return n
}

// thing returns what a name stands for. It reports a name that is not known, and what it should be.
func (r *reader) thing(n *document.Node, what string) *thing {
	name, ok := r.Word(n)
	if !ok {
		return nil
	}
	if t := r.net.things[name]; t != nil {
		return t
	}
	if number, ok := r.Numbers[name]; ok {
		return &thing{name: name, at: n, station: number}
	}
	if r.net.unplugged = true; r.net.unnamed || r.Unnamed && strings.Contains(what, "station") {
		return nil
	}
	var names []string
	for _, s := range r.net.segments {
		names = append(names, s.name)
	}
	for _, d := range r.net.devices {
		names = append(names, d.name)
	}
	if strings.Contains(what, "station") {
		names = append(names, r.someNames()...)
	}
	switch guess := document.Nearest(name, 1, names); {
	case guess != "":
		r.Fail(n, "there is no %s %q: did you mean %q?", what, name, guess)
	case len(names) == 0:
		r.Fail(n, "there is no %s %q: list it under segments or devices", what, name)
	default:
		r.Fail(n, "there is no %s %q: there are %s", what, name, strings.Join(names[:min(len(names), 10)], ", "))
	}
	return nil
}

// checkStations reports stations that are not plugged in, and PAUSE where it has no effect.
func (r *reader) checkStations() {
	full := map[int]bool{}
	for i := range r.net.wires {
		for k, t := range r.net.wires[i].ends {
			if t.segment == nil && t.device == nil {
				full[t.station] = r.net.wires[i].full[k]
			}
		}
	}
	for _, g := range r.groups {
		r.checkPlaced(g)
		for i := range g.Count {
			if g.plug == nil && r.net.plugged[g.First+i] == nil && !g.Nameless && !r.net.unplugged && g.Node.Get("link") == nil {
				r.Fail(g.Node, "%s is not plugged in: write via, the name of a segment or a device, or a link that ends at it", g.StationName(i))
				break
			}
			if g.obeyPause && !full[g.First+i] {
				r.Warn(g.Node.Get("pause"), "PAUSE frames are for full-duplex links (31B.1), and %s is half duplex", g.StationName(i))
				break
			}
		}
	}
}

// checkPlaced reports places of stations that are not on a cable, or are said to be by a link.
func (r *reader) checkPlaced(g *group) {
	for _, key := range []string{"at", "from", "spacing"} {
		n := g.Node.Get(key)
		switch {
		case n == nil:
		case g.plug == nil && r.net.plugged[g.First] != nil:
			r.Fail(n, "a link says where %s is plugged in (%s): a place belongs there", g.StationName(0), r.net.plugged[g.First].Where())
		case g.plug != nil && r.net.plugged[g.First] != nil && g.cable == nil:
			r.Fail(n, "%s", noPlace)
		}
	}
}

// someNames returns names of stations to compare a misspelled one with.
func (r *reader) someNames() (names []string) {
	for _, g := range r.groups {
		for i := 0; i < g.Count && len(names) < mostGuesses && !g.Nameless; i++ {
			names = append(names, g.StationName(i))
		}
	}
	return names
}

// coaxial are the lines whose segments are coaxial cables, on which stations have places.
var coaxial = []string{"10base5", "10base2"}

// Coaxial reports whether a line is one of coaxial cable.
func Coaxial(l phy.Line) bool { return slices.Contains(coaxial, l.Name) }

// Used returns the scenario's line to name in headings. For a network the name is that of all lines in use, in the order of the
// file: 10base-t and 100base-tx.
func (s *Scenario) Used() phy.Line {
	line := s.Line
	if s.wiring == nil || s.reader == nil {
		return line
	}
	var names []string
	for i := range s.reader.net.wires {
		if name := s.reader.net.wires[i].line.Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if last := len(names) - 1; last >= 0 {
		line.Name = names[last]
		if last > 0 {
			line.Name = strings.Join(names[:last], ", ") + " and " + names[last]
		}
	}
	return line
}
