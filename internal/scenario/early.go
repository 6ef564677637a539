package scenario

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// In a live run an entry such as cut: off ends one that was to last for some time. The timeline then says of
// that one that it lasted until now, so that a recording has no overlap. What was there before is restored; the entry
// itself is kept only if it sets something else.

// endEarly makes an entry with one change restore what the one that it ends would have restored later.
func (e *Entry) endEarly(now []medium.Change) {
	restored := e.ended.Changes[e.ended.begins]
	restored.At, restored.Planned = e.At, restored.At
	e.Changes = []medium.Change{restored}
	if e.sets(&now[0]) {
		e.Changes = append(e.Changes, now[0])
	}
}

// sets reports whether a change of an entry that ends another sets something else than was there before that one.
func (e *Entry) sets(c *medium.Change) bool {
	r := &e.Changes[0]
	return c.On != r.On || c.Missing != r.Missing || c.Errors != r.Errors || c.Value != r.Value
}

// lastUntil makes an entry one that lasted until an instant.
func (e *Entry) lastUntil(at phy.Time) {
	e.For = at - e.At
	for i := e.begins; i < len(e.Changes); i++ {
		e.Changes[i].At = at
	}
	e.node = e.node.Clone()
	e.node.Adopt("for", exactly(e.For))
}

// keepEarly keeps an entry that has ended another one, and returns whether it is in the timeline itself.
func (s *Scenario) keepEarly(e *Entry) bool {
	of := e.ended.node
	for _, list := range [...][]*Entry{s.reader.timeline, s.reader.past.all} {
		for _, x := range list {
			if x.node == of {
				x.lastUntil(e.At)
			}
		}
	}
	e.ended = nil
	if len(e.Changes) == 1 {
		return false
	}
	e.Changes, e.begins = e.Changes[1:], 1
	return true
}
