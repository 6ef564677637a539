// Package timeline keeps the changes that are planned for a network while it runs.
package timeline

import "github.com/csmacd/csmacd/medium"

// Changes are the changes that are to come. Each has a place, which the job of its instant knows. A place is free for
// another change after that instant, so that a network that is changed again and again for days does not grow.
type Changes struct {
	list []medium.Change // NoChange: the place is free, or the change was replaced
	nth  []uint64        // by place: the number of its change
	free []uint32
	next uint64
}

// Add adds a change, and returns its place.
func (p *Changes) Add(c medium.Change) (place uint32) {
	p.next++
	if last := len(p.free) - 1; last >= 0 {
		place, p.free = p.free[last], p.free[:last]
		p.list[place], p.nth[place] = c, p.next
		return place
	}
	p.list, p.nth = append(p.list, c), append(p.nth, p.next)
	return uint32(len(p.list) - 1)
}

// Take removes the change at a place, whose instant has come. ok is false if another one has replaced it.
func (p *Changes) Take(place uint32) (c medium.Change, ok bool) {
	c = p.list[place]
	p.list[place] = medium.Change{}
	p.free = append(p.free, place)
	return c, c.Kind != medium.NoChange
}

// Replace removes the change that another one replaces: of several, the one that was added first. Its place is free when
// its instant comes. Replace reports whether there is one.
func (p *Changes) Replace(by *medium.Change) bool {
	first := -1
	for k := range p.list {
		if by.Replaces(&p.list[k]) && (first < 0 || p.nth[k] < p.nth[first]) {
			first = k
		}
	}
	if first < 0 {
		return false
	}
	p.list[first] = medium.Change{}
	return true
}

// All returns the changes, in any order. Those of kind [medium.NoChange] are free places.
func (p *Changes) All() []medium.Change { return p.list }
