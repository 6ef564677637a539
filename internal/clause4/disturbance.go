package clause4

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// disturbance is the bit errors of a segment, slot by slot. A slot is a bit time of the line.
type disturbance struct {
	settings []setting
	draw     func(p float64) int64 // the number of slots until the next hit of probability p, at least 1
	setting  int                   // number of the one in force
	slot     int64                 // the next slot to be looked at
	bad      bool
	turn     int64 // the slot at which the state changes
	wrong    int64 // the next slot that is wrong
	hits     map[int64]bool
}

// Errors returns what tells whether a bit of a segment is wrong that is sent in a slot, or nil if none ever is.
// Slots must be asked for in any order of those that are not long ago.
func (c *Config) Errors(segment string, bit phy.Time) func(slot int64) bool {
	d := c.disturbance(segment, "bit errors", bit)
	if d == nil {
		return nil
	}
	return d.isWrong
}

// setting is the errors from a slot on.
type setting struct {
	from int64
	medium.Errors
}

// disturbance returns the bit errors of a segment, or nil if there are none.
func (c *Config) disturbance(segment, purpose string, bit phy.Time) *disturbance {
	d := &disturbance{setting: -1, turn: -1, wrong: -1, hits: map[int64]bool{}}
	stream := backoff.NewRand(c.Seed, segment, purpose)
	d.draw = func(p float64) int64 { return stream.Trials(backoff.FailureRate(p)) }
	for _, x := range c.Timeline {
		if x.Kind != medium.BitErrors || x.Segment != "" && x.Segment != segment {
			continue
		}
		s := setting{int64((x.At + bit - 1) / bit), x.Errors}
		if n := len(d.settings); n > 0 && d.settings[n-1].from == s.from {
			d.settings = d.settings[:n-1] // what is restored at once never happened
		}
		before := medium.Errors{}
		if n := len(d.settings); n > 0 {
			before = d.settings[n-1].Errors
		}
		if s.Errors != before {
			d.settings = append(d.settings, s)
		}
	}
	if len(d.settings) == 0 {
		return nil
	}
	return d
}

// isWrong reports whether a slot is wrong.
func (d *disturbance) isWrong(slot int64) bool {
	for ; d.slot <= slot; d.slot++ {
		d.look(d.slot)
	}
	return d.hits[slot]
}

// look decides about one slot.
func (d *disturbance) look(slot int64) {
	for d.setting+1 < len(d.settings) && d.settings[d.setting+1].from <= slot {
		d.setting++
		if slot == d.settings[d.setting].from {
			d.bad = false
			d.enter(slot)
		}
	}
	if d.setting < 0 {
		return
	}
	if slot == d.turn {
		d.bad = !d.bad
		d.enter(slot)
	}
	if slot == d.wrong {
		d.hits[slot] = true
		d.wrong += d.draw(d.rate())
	}
}

// enter draws when the state of the line changes, and which slot is the first that is wrong.
func (d *disturbance) enter(slot int64) {
	s := &d.settings[d.setting]
	leaves := s.ToBad
	if d.bad {
		leaves = s.ToGood
	}
	d.turn = slot + d.draw(leaves)
	d.wrong = slot - 1 + d.draw(d.rate())
}

func (d *disturbance) rate() float64 {
	s := &d.settings[d.setting]
	if d.bad {
		return s.Bad
	}
	return s.Good
}

// errorsOf returns the bits of a signal that ends now that are wrong on its segment, counted from its first.
func (m *model) errorsOf(source int, s *signal) (wrong []int) {
	p := m.cable.places[source%m.ends()]
	w := &m.wirings[p.segment]
	d := w.errors
	if w.link && source%m.ends() == m.cable.second[p.segment] {
		d = w.back
	}
	if d == nil {
		return nil
	}
	first := int64(m.time(s.start) / m.bit)
	slots := int64(m.time(m.now-s.start) / m.bit) // the last bits of a fast clock have none of their own
	for k := range min(int64((m.now-s.start)/s.bit), slots) {
		if d.isWrong(first + k) {
			wrong = append(wrong, int(k))
		}
	}
	return wrong
}
