package scene

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"

	"github.com/csmacd/csmacd/phy"
)

// Window is the part of a scene to look at.
type Window struct {
	From, To phy.Time // [From, To)
	Stations []int    // the stations whose lanes are shown; nil: all
	Most     int      // transmissions that are shown one by one; if there are more, Rows are shown
	Rows     int
	Flat     bool // without overlaps: of a picture that shows no places
}

// View is a computed window of a scene. In JSON all instants and lengths of time are whole picoseconds, and
// places are delays from the left end of the cable. An instant that is not known yet, or does not exist, is
// -1.
type View struct {
	Bit           phy.Time       `json:"bit"`
	From          phy.Time       `json:"from"`
	To            phy.Time       `json:"to"`
	Until         phy.Time       `json:"until"` // everything before this instant is known, and nothing at or after it may be shown
	Star          bool           `json:"star,omitempty"`
	Delay         phy.Time       `json:"delay,omitempty"`  // of a star, between any two stations
	Length        phy.Time       `json:"length,omitempty"` // of a cable
	Stations      []Station      `json:"stations"`         // all, in order
	Transmissions []Transmission `json:"transmissions"`    // those that are on somewhere in the window, in order of their starts
	Overlaps      []Overlap      `json:"overlaps,omitempty"`
	Lanes         []Lane         `json:"lanes"`
	Sections      []Section      `json:"sections,omitempty"`  // of a path through a network; places are delays from the left end of the station's section
	Devices       []Device       `json:"devices,omitempty"`   // the k-th is between the sections k and k+1
	Crossings     []Crossing     `json:"crossings,omitempty"` // what devices of the path passed on
	Rows          []Shares       `json:"rows,omitempty"`      // in place of transmissions, if there are too many to be told apart
	Count         int            `json:"count"`               // transmissions in the window

	Crowd string `json:"crowd,omitempty"` // of a medium other than a cable: its kind
	Stops []Stop `json:"stops,omitempty"` // of such a medium: when it did nothing
}

// Station is the name and the place of a station.
type Station struct {
	Name  string   `json:"name"`
	Place phy.Time `json:"place"`

	// On a path through a network.
	Section  int     `json:"section,omitempty"`
	Number   int32   `json:"number,omitempty"`   // in the network
	X        float64 `json:"x,omitempty"`        // where it is drawn, as a share of the whole width
	Side     Side    `json:"side,omitempty"`     // of a device's port
	Repeater bool    `json:"repeater,omitempty"` // it is a port of a repeater
}

// Lane is what one station does and hears in a window.
type Lane struct {
	Station    int         `json:"station"`
	Spans      []Span      `json:"spans,omitempty"`
	Carrier    []Carrier   `json:"carrier,omitempty"`
	Overlaid   []Overlaid  `json:"overlaid,omitempty"`
	Receptions []Reception `json:"receptions,omitempty"` // those that have ended
	Arrivals   []Arrival   `json:"arrivals,omitempty"`
	Notes      []Note      `json:"notes,omitempty"` // on a bus with PLCA
	Rows       []Shares    `json:"rows,omitempty"`  // the station's own shares, if the view is in rows
}

// View computes a window.
func (s *Scene) View(w Window) *View {
	v := &View{Bit: s.bit, From: w.From, To: w.To, Until: s.until, Star: s.star, Length: s.length, Sections: s.sections, Devices: s.devices,
		Transmissions: []Transmission{}, Lanes: []Lane{}}
	if s.star {
		v.Delay = s.delay
	}
	for i := range s.stations {
		st := &s.stations[i]
		v.Stations = append(v.Stations, Station{st.name, st.place, st.section, st.number, st.x, st.side, st.repeater})
	}
	on := s.between(w.From, w.To)
	for k := range on {
		if on[k].end()+s.reach() <= w.From {
			continue
		}
		if v.Count++; v.Count <= w.Most {
			v.Transmissions = append(v.Transmissions, on[k])
		}
	}
	if v.Count > w.Most {
		v.Transmissions = v.Transmissions[:0]
	}
	if !w.Flat {
		v.Overlaps = s.overlap(v.Transmissions)
	}
	v.Crossings = s.crossings(v.Transmissions)
	if w.Stations == nil {
		shown := len(s.stations)
		if s.sections != nil {
			shown = s.onPath
		}
		for i := range shown {
			w.Stations = append(w.Stations, i)
		}
	}
	if v.Count > w.Most {
		var each [][]Shares
		v.Rows, each = s.shares(w.From, w.To, max(1, w.Rows), w.Stations)
		for k, i := range w.Stations {
			v.Lanes = append(v.Lanes, Lane{Station: i, Rows: each[k]})
		}
		return v
	}
	for _, i := range w.Stations {
		v.Lanes = append(v.Lanes, s.Lane(i, w.From, w.To))
	}
	return v
}

// Lane computes what a station does and hears in [from, to).
func (s *Scene) Lane(i int, from, to phy.Time) Lane {
	signals := s.heard(int32(i), from, to)
	st := &s.stations[i]
	l := Lane{Station: i, Spans: s.lane(int32(i), signals, from, to)}
	l.Arrivals = within(st.arrivals, from, to, func(a *Arrival) phy.Time { return a.At })
	l.Notes = within(st.notes, from, to, func(n *Note) phy.Time { return n.At })
	if s.turns { // what happens there stands in notes
		return l
	}
	for _, c := range carrier(int32(i), signals) {
		if c.Fall > from && c.Rise < to {
			c.Fall = fallOf(c.Fall)
			l.Carrier = append(l.Carrier, c)
		}
	}
	for _, o := range overlaid(signals) {
		if !st.full && o.Until > from && o.From < to {
			o.Until = fallOf(o.Until)
			l.Overlaid = append(l.Overlaid, o)
		}
	}
	receptions := st.heard
	if s.sections == nil {
		receptions = s.receptions(int32(i), signals)
	}
	for _, r := range receptions {
		if r.Fall > from && r.Rise < to {
			l.Receptions = append(l.Receptions, r)
		}
	}
	return l
}

// within returns a copy of the part of a list in order of time that is in [from, to).
func within[T any](all []T, from, to phy.Time, at func(*T) phy.Time) []T {
	since := func(t phy.Time) int { return sort.Search(len(all), func(k int) bool { return at(&all[k]) >= t }) }
	return append([]T(nil), all[since(from):max(since(from), since(to))]...)
}

// overlap returns where on a cable the signals of transmissions overlap. The transmissions must be in order
// of their starts.
func (s *Scene) overlap(sent []Transmission) (all []Overlap) {
	if s.star {
		return nil // a star has no places between its stations
	}
	for a := range sent {
		end := min(sent[a].end(), s.until)
		for b := a + 1; b < len(sent) && sent[b].Start < end+s.reach(); b++ {
			if sent[b].Station == sent[a].Station || s.together(sent[a].Station, sent[b].Station) {
				continue
			}
			for _, r := range s.overlaps(&sent[a], &sent[b]) {
				all = append(all, Overlap{a, b, r})
			}
		}
	}
	return all
}

// together reports whether the signals of two stations are never in each other's way: they are on
// different sections of a path, or on a full-duplex link.
func (s *Scene) together(i, j int32) bool {
	return s.sections != nil && (s.apart(i, j) || s.sections[s.stations[i].section].Full)
}

// exact is the number up to which all readers of JSON represent whole numbers exactly.
const exact = 1 << 53

// JSON returns a view for the page, in one line. Instants from 2^53 ps (two and a half hours) on are an
// error: the page would round them.
func (v *View) JSON() ([]byte, error) {
	if max(v.To, v.Until) >= exact {
		return nil, fmt.Errorf("scene: %v is beyond 2^53 ps and would be rounded", max(v.To, v.Until))
	}
	return json.Marshal(v)
}

// MarshalJSON writes a corner as [place, instant] in picoseconds, which may be halves.
func (p Point) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 48), '[')
	b = strconv.AppendFloat(b, float64(p.Place)/2, 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), float64(p.At)/2, 'f', -1, 64)
	return append(b, ']'), nil
}
