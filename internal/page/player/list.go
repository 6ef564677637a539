package player

import (
	"slices"
	"sort"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Item is an event in a list of events. Which fields are set depends on its kind, as in [medium.Event].
type Item struct {
	Event   int      `json:"event"` // its number; -1: it is of a tap, and not a step of the page
	At      phy.Time `json:"at"`
	Kind    string   `json:"kind"`
	Station int32    `json:"station"`
	From    string   `json:"from,omitempty"` // delivered, lost, and at a tap: the name of the sender
	To      string   `json:"to,omitempty"`   // queued: the name of the destination
	Frame   uint32   `json:"frame,omitempty"`
	Octets  int32    `json:"octets,omitempty"`
	Attempt uint8    `json:"attempt,omitempty"`
	Slots   int32    `json:"slots,omitempty"`
	Range   int32    `json:"range,omitempty"`
	Until   phy.Time `json:"until,omitempty"`
	OK      bool     `json:"ok,omitempty"`
	Late    bool     `json:"late,omitempty"`
	Why     string   `json:"why,omitempty"`
	ID      int32    `json:"id,omitempty"`
	What    string   `json:"what,omitempty"` // change: what changes
}

// The kinds of a list are those of files of events, with delivered and lost in place of rx_end, and three
// kinds of what a tap hears, which are computed from the scene where a list asks for them.
const (
	delivered = "delivered" // a frame has reached its destination whole
	lost      = "lost"      // a frame that counts as sent has not
	failed    = "failed"    // of a filter: an attempt has ended, and failed

	signal   = "signal"   // a reception begins: the first foreign signal reaches the tap
	received = "received" // it ends; OK: it is a frame
	silent   = "silent"   // the carrier at the tap falls
)

// kind returns the name of an event's kind.
func (e *Event) kind() string {
	switch {
	case e.Kind != medium.RxEnd:
		return e.Kind.String()
	case e.OK:
		return delivered
	}
	return lost
}

// filter chooses events: of any of some stations, as their station or as the sender, and of some kinds.
type filter struct {
	stations        []int // none: all
	kinds           medium.Kinds
	delivered, lost bool
	failed          bool     // attempts that have ended, and failed
	taps            []string // kinds of what taps hear; a list has none that are not asked for
}

// filterOf returns the filter of some stations and kinds, by their names. No kind means all of the player's events.
func filterOf(stations []int, kinds []string) filter {
	f := filter{stations: stations}
	for _, name := range kinds {
		switch name {
		case delivered:
			f.delivered = true
		case lost:
			f.lost = true
		case failed:
			f.failed = true
		case signal, received, silent:
			f.taps = append(f.taps, name)
		default:
			if k, ok := medium.KindByName(name); ok {
				f.kinds |= medium.Of(k)
			}
		}
	}
	if len(kinds) == 0 {
		f.kinds, f.delivered, f.lost = medium.AllKinds, true, true
	}
	return f
}

func (f *filter) of(station int32) bool {
	return len(f.stations) == 0 || slices.Contains(f.stations, int(station))
}

func (f *filter) has(e *Event) bool {
	if e.Kind == medium.RxEnd {
		return (e.OK && f.delivered || !e.OK && f.lost) && (f.of(e.Station) || f.of(e.From))
	}
	return (f.kinds.Has(e.Kind) || f.failed && e.Kind == medium.TxEnd && !e.OK) && f.of(e.Station)
}

// Next returns the number of the first event after a given one that passes a filter, or -1 if no event passes so far.
func (p *Player) Next(after int, f filter) int {
	for k := max(after+1, 0); k < len(p.events); k++ {
		if f.has(&p.events[k]) {
			return k
		}
	}
	return -1
}

// Listed is a part of the list of events: of those from one number to before another.
type Listed struct {
	Items []Item `json:"items"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Last  bool   `json:"last"` // there are none after it so far
}

// mostListed is the largest number of events in a list. mostHeard is the largest number that a list with the kinds of
// taps looks at: what taps hear is computed for all the time that they span.
const mostListed, mostHeard = 1000, 4000

// List returns about count events that pass a filter, from the event with a number on, or about -count events before it if
// count is negative. The events of one instant are always in one list.
func (p *Player) List(from, count int, f filter) Listed {
	from = min(max(from, 0), len(p.events))
	first := from
	if from < len(p.events) {
		first = p.Before(p.events[from].At)
	}
	last := first
	seen := 0                       // events that the filter has
	enough := func(a, b int) bool { // whether the list can end between two events
		far := f.taps != nil && last-first >= mostHeard
		return (seen >= min(max(count, -count), mostListed) || far) && p.events[a].At != p.events[b].At
	}
	if count >= 0 {
		for ; last < len(p.events) && (last == first || !enough(last-1, last)); last++ {
			if f.has(&p.events[last]) {
				seen++
			}
		}
	} else {
		for ; first > 0 && (last == first || !enough(first, first-1)); first-- {
			if f.has(&p.events[first-1]) {
				seen++
			}
		}
	}
	l := Listed{Items: []Item{}, From: first, To: last, Last: last == len(p.events)}
	for k := first; k < last; k++ {
		if f.has(&p.events[k]) {
			l.Items = append(l.Items, p.item(k))
		}
	}
	if f.taps != nil {
		since := p.at(first)
		if first == 0 {
			since = 0
		}
		until := p.at(last)
		if l.Last && !p.running() {
			until++ // the run ends with what is heard then
		}
		l.Items = append(l.Items, p.heard(since, until, f)...)
		sort.SliceStable(l.Items, func(i, j int) bool { return l.Items[i].At < l.Items[j].At })
	}
	return l
}

// at returns the instant of an event, or up to which everything is known.
func (p *Player) at(k int) phy.Time {
	if k < len(p.events) {
		return p.events[k].At
	}
	return p.Scene.Until()
}

// name returns the name of a station of the scene, or "".
func (p *Player) name(i int32) string {
	if i < 0 {
		return ""
	}
	return p.net.Name(int(p.Scene.Number(i)))
}

func (p *Player) item(k int) Item {
	e := &p.events[k]
	i := Item{Event: k, At: e.At, Kind: e.kind(), Station: e.Station, Frame: e.Frame, Octets: e.Octets, Attempt: e.Attempt, Slots: e.Slots, Range: e.Range,
		Until: e.Until, OK: e.OK, Late: e.Late, Why: e.Why.String(), ID: e.ID}
	switch e.Kind {
	case medium.RxEnd:
		i.From = p.name(e.From)
	case medium.Queued:
		i.To = p.Scene.Called(e.To)
	case medium.Changed:
		i.What = medium.ChangeKind(e.ID).String()
	}
	return i
}

// heard returns what taps hear in [from, until).
func (p *Player) heard(from, until phy.Time, f filter) (all []Item) {
	add := func(i Item) {
		if i.At >= from && i.At < until && slices.Contains(f.taps, i.Kind) {
			all = append(all, i)
		}
	}
	names := p.Scene.Names()
	for i := range names {
		if !f.of(int32(i)) {
			continue
		}
		l := p.Scene.Lane(i, from, until)
		for _, r := range l.Receptions {
			of := r.Of
			if of == "" {
				of = names[r.From]
			}
			item := Item{Event: -1, Station: int32(i), From: of, Frame: r.Frame, At: r.Rise, Kind: signal}
			add(item)
			if r.Fall == scene.None {
				continue
			}
			item.At, item.Kind, item.OK, item.Why, item.Octets = r.Fall, received, r.OK, r.Why, int32(r.Octets)
			add(item)
		}
		for _, c := range l.Carrier {
			if c.Fall != scene.None {
				add(Item{Event: -1, At: c.Fall, Kind: silent, Station: int32(i)})
			}
		}
	}
	return all
}
