package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// of is what an action is about, and so which key names its target.
type of uint8

const (
	ofMedium  of = iota // all of it, or a segment
	ofCable             // a segment
	ofStation           // the key station
	ofPort              // the key port
	ofNetwork           // no target
)

// targets are the keys that name a target.
var targets = map[of]string{ofMedium: "segment", ofCable: "segment", ofStation: "station", ofPort: "port"}

// action is what an entry of a timeline can do. Its key is that of the entry.
type action struct {
	key     string
	of      of
	example string
	read    func(t *timeline, e *Entry, n *document.Node) []medium.Change
}

// actions has every action, in the order in which messages list them.
var actions []action

func init() { // here, because what add and set read refers to the tables of a scenario
	actions = []action{
		{"bit_errors", ofMedium, "bit_errors: 1e-8", readBitErrors},
		{"cut", ofCable, "cut: 250m", readCut},
		{"short", ofCable, "short: 100m", readShort},
		{"terminator", ofCable, "terminator: left", readTerminator},
		{"length", ofCable, "length: 600m", readNewLength},
		{"beacon_loss", ofCable, "beacon_loss: 0.01", readBeaconLoss},
		{"jabber", ofStation, "jabber: on", stationSwitch(medium.Jabber)},
		{"deaf", ofStation, "deaf: on", stationSwitch(medium.Deaf)},
		{"no_collision", ofStation, "no_collision: on", stationSwitch(medium.NoCollision)},
		{"mute", ofStation, "mute: on", stationSwitch(medium.Mute)},
		{"babble", ofStation, "babble: 0.01", forStation(readBabble)},
		{"ppm", ofStation, "ppm: 100", forStation(readSkew)},
		{"power", ofStation, "power: off", stationSwitch(medium.PowerOff)},
		{"no_sqe", ofStation, "no_sqe: on", stationSwitch(medium.NoSQE)},
		{"plca", ofStation, "plca: {node_id: 2}", readPLCAOf},
		{"ether", ofStation, "ether: 02:00:00:00:00:99", forStation(readNewEther)},
		{"promiscuous", ofStation, "promiscuous: on", stationSwitch(medium.Promiscuous)},
		{"enabled", ofPort, "enabled: off", portSwitch(medium.PortOff)},
		{"sqe_test", ofPort, "sqe_test: on", portSwitch(medium.PortSQETest)},
		{"add", ofNetwork, "add: {name: late, at: 30m}", readAdd},
		{"remove", ofNetwork, "remove: late", readRemove},
		{"set", ofNetwork, "set: {path: \"stations[1].queue\", value: 20}", readSet},
	}
	for _, a := range actions {
		entryTable.Fields = append(entryTable.Fields, field[Entry]{Key: a.key}) // read by walk
	}
}

// entryTable has the keys of an entry. What it changes is read later, in order of time.
var entryTable = table[Entry]{
	What: "an entry of a timeline",
	Fields: []field[Entry]{
		{Key: "at", Read: func(r *reader, e *Entry, n *document.Node) { e.At, _ = r.Duration(n) }},
		{Key: "for", Read: func(r *reader, e *Entry, n *document.Node) { e.For, _ = r.Positive(n) }},
		{Key: "segment"}, {Key: "station"}, {Key: "port"}, // read by the action
	},
	Misplaced: map[string]string{
		"until": "write for, the length of time",
	},
}

// readEntry reads which action an entry has, and when it is. It returns nil if there is nothing to
// continue with.
func (r *reader) readEntry(n *document.Node) *Entry {
	e := &Entry{node: n}
	before := len(r.Problems.List)
	if !entryTable.Read(r, n, e) || len(r.Problems.List) > before {
		return nil
	}
	for i := range actions {
		a := &actions[i]
		switch at := n.Find(a.key); {
		case at == nil:
		case e.action != nil:
			r.Fail(at.AtKey(), "an entry changes one thing, and this has %s already: write two entries", e.action.key)
			return nil
		default:
			e.action, e.Key = a, a.key
		}
	}
	switch {
	case e.action == nil:
		r.Fail(n, "nothing changes here: write one of %s, such as {at: 1s, %s}", actionKeys(), actions[1].example)
		return nil
	case n.Get("at") == nil:
		r.Fail(n, "at is missing: the instant of the change, such as {at: 1s, %s}", e.action.example)
		return nil
	case e.For > 0 && (e.Key == "add" || e.Key == "remove"):
		r.Fail(n.Get("for"), "for restores a value, and %s has none: write two entries, one with add and one with remove", e.Key)
		return nil
	}
	text := n.Clone()
	text.Remove("at")
	text.Remove("for")
	e.Text = strings.TrimSuffix(strings.TrimPrefix(text.Inline(), "{"), "}")
	return e.aim(r)
}

// aim checks which target an entry names.
func (e *Entry) aim(r *reader) *Entry {
	own := targets[e.action.of]
	if e.Key == "plca" && e.node.Get("port") != nil { // of a bridge
		own = "port"
	}
	for _, key := range []string{"segment", "station", "port"} {
		n := e.node.Get(key)
		switch {
		case n != nil && key != own && own == "":
			r.Fail(n, "%s has no %s: leave %[2]s out", e.Key, key)
		case n != nil && key != own:
			r.Fail(n, "%s belongs to a %s, not to a %s: write {%s: NAME, %s}", e.Key, own, key, own, e.action.example)
		case n != nil && n.Kind != document.Scalar:
			r.Fail(n, "must be a single value, not %s", n.Kind)
		case n == nil && key == own && (own == "station" || own == "port"):
			r.Fail(e.node, "%s is missing: %s belongs to a %[1]s, as in {at: 1s, %[1]s: NAME, %[3]s}", own, e.Key, e.action.example)
		default:
			continue
		}
		return nil
	}
	return e
}

// Faults returns the keys by which an entry breaks something, in the order of messages, by the key that names
// the target: segment, station or port.
func Faults() map[string][]string {
	keys := map[string][]string{}
	for i := range actions {
		a := &actions[i]
		if a.of != ofNetwork && a.key != "ether" && a.key != "promiscuous" { // the interface of a host has these two
			keys[targets[a.of]] = append(keys[targets[a.of]], a.key)
		}
	}
	return keys
}

func actionKeys() string {
	var keys []string
	for i := range actions {
		keys = append(keys, actions[i].key)
	}
	return strings.Join(keys, ", ")
}

// ReadEntry reads one entry, as YAML or JSON, for the instant at of a run. Nothing changes yet. It
// is checked against the scenario and against the entries that it and [Scenario.Keep] have. The
// error is one line.
func (s *Scenario) ReadEntry(text []byte, at phy.Time) (*Entry, error) {
	r := s.reader.again()
	fail := func() error {
		p := r.Problems.Sorted()[0]
		return fmt.Errorf("%s", strings.TrimPrefix(p.Text, "timeline: "))
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("write what changes, such as cut: 250m")
	}
	n := r.Tree(text)
	if n == nil {
		return nil, fail()
	}
	if n.Get("at") != nil {
		return nil, errors.New("leave at out: the instant is that of the command")
	}
	if n.Kind == document.Mapping {
		n.Adopt("at", exactly(at))
	}
	n.Place(&document.Node{Option: "of " + at.String()})
	e := r.readEntry(n)
	if e == nil {
		return nil, fail()
	}
	r.live = true
	s.pass(at)
	t := s.reader.past.fork(r)
	t.walk(append(copies(s.reader.timeline[s.reader.passed:]), e))
	if len(r.Problems.List) > 0 {
		return nil, fail()
	}
	return e, nil
}

// pass makes the entries before an instant those that are over: they are not read again.
func (s *Scenario) pass(at phy.Time) {
	r := s.reader
	if r.past == nil {
		again := r.again()
		again.live = true
		r.past = again.newTimeline()
	}
	rest := r.timeline[r.passed:]
	inOrderOfTime(rest)
	n := 0
	for n < len(rest) && rest[n].At < at {
		n++
	}
	r.past.walk(copies(rest[:n]))
	r.passed += n
}

// copies returns copies of entries: reading one sets what it changes.
func copies(entries []*Entry) []*Entry {
	all := make([]*Entry, 0, len(entries)+1)
	for _, e := range entries {
		same := *e
		all = append(all, &same)
	}
	return all
}

// Keep adds an entry that [Scenario.ReadEntry] returned to the timeline, once it has happened.
func (s *Scenario) Keep(e *Entry) {
	if e.ended == nil || s.keepEarly(e) {
		s.reader.timeline = append(s.reader.timeline, e)
	}
}

// again returns a reader that knows what this one has read, and has found nothing wrong.
func (r *reader) again() *reader {
	again, own := *r, *r.Reader
	own.Reader = r.Reader.Reader.Fresh()
	again.Reader = &own
	return &again
}
