package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Entry is an entry of a timeline: what changes at an instant, and for how long. A program that
// changes a live run reads one with [Scenario.ReadEntry].
type Entry struct {
	At      phy.Time
	For     phy.Time        // 0: until another entry
	Changes []medium.Change // at the instant; then, at the end of For, those that restore what was before
	Key     string          // what changes: cut, jabber, add
	Text    string          // as people write it on one line, without at and for

	node   *document.Node
	action *action
	begins int    // the number of Changes at the instant
	slots  []slot // what they set
	added  *group // the station that joins
	ended  *Entry // one with a length of time that this one ends before; only of a live run
	host   *attach.Host
}

// Words returns the entry on one line, without at.
func (e *Entry) Words() string {
	if e.For == 0 {
		return e.Text
	}
	return fmt.Sprintf("%s, for %v", e.Text, e.For)
}

// Added returns the name of the station that an entry adds, and the host behind it, or nil.
func (e *Entry) Added() (name string, host *attach.Host) {
	if e.added == nil {
		return "", nil
	}
	return e.added.StationName(0), e.host
}

// end returns the instant at which what an entry sets is restored; phy.Forever: never.
func (e *Entry) end() phy.Time {
	if e.For == 0 {
		return phy.Forever
	}
	return e.At + e.For
}

// slot is what a change sets. Of two changes for one slot the later replaces the earlier.
type slot struct {
	kind   medium.ChangeKind
	target string
}

func slotOf(c *medium.Change) slot {
	return slot{c.Kind, cmp.Or(c.Station, c.Port, c.Segment)}
}

// timeline is what is known while the entries of a timeline are read in order of time.
type timeline struct {
	*reader
	last  map[slot]*Entry        // that set it
	value map[slot]medium.Change // that is set; none: the value at the start of the run
	came  map[string]*Entry      // the latest that adds a station of this name
	left  map[string]*Entry      // the latest that removes it
	now   phy.Time               // the instant of the entry that is read
	total int                    // the number of stations, those that have left included
	all   []*Entry
}

const timelineIsAList = "timeline is a list: begin each entry with a dash, such as - {at: 1s, for: 200ms, bit_errors: 1e-8}"

// readTimeline reads the changes of a run. Entries may stand in any order. They are read in order
// of time, because what one can change depends on those before it.
func (r *reader) readTimeline(n *document.Node) {
	switch {
	case r.resource != nil:
		r.Fail(n, "a timeline changes cables and networks, and a medium of kind %s is neither: leave it out", n.Parent.Get("medium").Get("kind").Text)
		return
	case n.Kind != document.List:
		r.Fail(n, timelineIsAList)
		return
	case r.groups == nil:
		return // the stations could not be read
	}
	var entries []*Entry
	for _, item := range n.Items {
		if e := r.readEntry(item); e != nil {
			entries = append(entries, e)
		}
	}
	r.newTimeline().walk(entries)
	r.timeline = entries
	r.scenario.Config.Timeline = changesOf(entries)
	if end := r.scenario.Duration; end > 0 {
		for _, e := range entries {
			if e.At >= end {
				r.Warn(e.node.Get("at"), "the run ends at %s, before this: the entry has no effect", end)
			}
		}
	}
}

func (r *reader) newTimeline() *timeline {
	return &timeline{
		reader: r, last: map[slot]*Entry{}, value: map[slot]medium.Change{},
		came: map[string]*Entry{}, left: map[string]*Entry{}, total: r.Total,
	}
}

// fork returns a timeline that knows what this one knows, for another reader.
func (t *timeline) fork(r *reader) *timeline {
	return &timeline{
		reader: r, last: maps.Clone(t.last), value: maps.Clone(t.value),
		came: maps.Clone(t.came), left: maps.Clone(t.left), total: t.total, all: slices.Clip(t.all),
	}
}

// walk reads what entries change, none of them before those that were read already, and puts them in order of
// time.
func (t *timeline) walk(entries []*Entry) {
	inOrderOfTime(entries)
	t.all = append(t.all, entries...)
	for _, e := range entries {
		t.take(e)
	}
}

// take reads what an entry changes, after those before it.
func (t *timeline) take(e *Entry) {
	t.now = e.At
	now := e.action.read(t, e, e.node.Get(e.action.key))
	e.Changes, e.slots, e.begins = nil, nil, 0
	for i := range now {
		c := &now[i]
		c.At = e.At
		s := slotOf(c)
		if !t.free(e, s, c) {
			return
		}
		e.slots = append(e.slots, s)
	}
	before := make([]medium.Change, len(now))
	for i, s := range e.slots {
		before[i] = t.before(s, &now[i])
		before[i].At = e.end()
	}
	if e.ended != nil {
		e.endEarly(now)
		return
	}
	if len(now) == 1 && endsNothing(&now[0], &before[0]) {
		t.Warn(e.node.Get(e.action.key), "the entry has no effect: no change of %s holds at %s", e.action.key, e.At)
	}
	e.Changes, e.begins = now, len(now)
	if e.For > 0 {
		e.Changes = append(e.Changes, before...)
	}
	for i, s := range e.slots {
		t.last[s] = e
		if e.For == 0 {
			t.value[s] = now[i]
		}
	}
}

// free reports whether an entry can set a slot: no other one sets it at the same time.
func (t *timeline) free(e *Entry, s slot, c *medium.Change) bool {
	at := e.node.Get(e.action.key)
	other := t.last[s]
	if other == nil && s.kind == medium.BitErrors && !t.wholeOrParts(e, s, at) {
		return false
	}
	switch {
	case other == nil:
		return true
	case e.At < other.end() && other.For > 0 && t.live && e.At > other.At && e.For == 0 && ends(c):
		e.ended = other
		return true
	case e.At < other.end() && other.For > 0:
		t.Fail(at, "overlaps another entry for %s (%s), which lasts until %s: let this one begin then, or that one end before", e.action.key, other.node.Where(), other.end())
	case e.At == other.At:
		t.Fail(at, "another entry sets %s at the same instant (%s): leave one out", e.action.key, other.node.Where())
	case (s.kind == medium.Cut || s.kind == medium.Short) && c.On && t.value[s].On:
		t.Fail(at, "overlaps another entry for %s (%s), which has no end: give that one a for, or end it with %[1]s: off", e.action.key, other.node.Where())
	default:
		return true
	}
	return false
}

// wholeOrParts reports whether the bit errors of a network are set either for all segments or for
// single ones.
func (t *timeline) wholeOrParts(e *Entry, s slot, at *document.Node) bool {
	for _, other := range t.all { // in order, so that it is the first of them
		for _, o := range other.slots {
			if o.kind == medium.BitErrors && (o.target == "") != (s.target == "") {
				t.Fail(at, "bit_errors are set here for %s and elsewhere (%s) for %s: name a segment in both", wordFor(s.target), other.node.Where(), wordFor(o.target))
				return false
			}
		}
	}
	return true
}

func wordFor(segment string) string {
	if segment == "" {
		return "all segments"
	}
	return "one"
}

// ends reports whether a change ends a fault.
func ends(c *medium.Change) bool {
	switch c.Kind {
	case medium.PLCA, medium.Length, medium.Queue, medium.Policy, medium.Ether, medium.Promiscuous:
		return false
	}
	return !c.On && c.Missing == 0 && c.Errors == medium.Errors{} && c.Value == 0
}

// endsNothing reports whether a change ends a fault that is not there.
func endsNothing(c, before *medium.Change) bool {
	switch c.Kind {
	case medium.Cut, medium.Short, medium.Deaf, medium.NoCollision, medium.Mute, medium.Jabber, medium.PowerOff, medium.NoSQE, medium.PortSQETest:
		return !c.On && !before.On
	case medium.Terminator:
		return c.Missing == 0 && before.Missing == 0
	}
	return false
}

// inOrderOfTime sorts entries, by package sort, which is one for all types: the page has to stay small.
func inOrderOfTime(list []*Entry) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
}

// changesOf returns the changes of entries that are in order of time. At one instant, those that
// restore come before those that begin.
func changesOf(entries []*Entry) (list []medium.Change) {
	var restore []medium.Change
	for _, e := range entries {
		list = append(list, e.Changes[:e.begins]...)
		restore = append(restore, e.Changes[e.begins:]...)
	}
	list = append(restore, list...)
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
	return list
}

// Effects returns what the timeline has changed in a run until an instant.
func (s *Scenario) Effects(until phy.Time) (list []medium.Effect) {
	for _, e := range s.Timeline() {
		if e.At < until {
			list = append(list, medium.Effect{AtUs: micros(e.At), ForUs: micros(e.For), Change: e.Text})
		}
	}
	return list
}

// Instant is an instant at which a timeline changes something.
type Instant struct {
	At   phy.Time
	Text string // what changes: the text of an entry, or that it ends
}

// Instants returns what the timeline changes from an instant on and before another, in order of time.
func (s *Scenario) Instants(from, to phy.Time) (list []Instant) {
	for _, e := range s.Timeline() {
		for _, i := range [...]Instant{{e.At, e.Text}, {e.end(), e.Text + " ends"}} {
			if i.At >= from && i.At < to {
				list = append(list, i)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
	return list
}

func micros(t phy.Time) float64 { return float64(t) / float64(phy.Microsecond) }

// Timeline returns the entries of the scenario's timeline, in order of time.
func (s *Scenario) Timeline() []*Entry {
	if s.reader == nil {
		return nil
	}
	return s.reader.timeline
}
