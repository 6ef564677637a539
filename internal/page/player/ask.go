package player

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Version is the version of csmacd, which results name.
const Version = "0.1.0"

// LoadRequest is a scenario to read.
type LoadRequest struct {
	Name string   `json:"name"`
	Text string   `json:"text"`
	Path []string `json:"path,omitempty"` // of a network: the names of two stations
}

// About is what a page shows of a scenario. Times are picoseconds.
type About struct {
	Name     string         `json:"name"`
	Text     string         `json:"text"`
	Line     string         `json:"line"`
	Star     bool           `json:"star"`
	Bit      phy.Time       `json:"bit"`
	Slot     phy.Time       `json:"slot"`
	Length   phy.Time       `json:"length"` // of the cable, or a star's delay
	Duration phy.Time       `json:"duration"`
	Seed     uint64         `json:"seed"`
	Stations []AboutStation `json:"stations"`
	Warnings []AboutWarning `json:"warnings"`
	Policies []AboutPolicy  `json:"policies"`
	Network  *AboutNetwork  `json:"network,omitempty"` // stations are then those of the path that is shown, with the ports of devices
	Crowd    *AboutCrowd    `json:"crowd,omitempty"`   // of a medium other than a cable; stations are then its clients
}

// AboutStation is a station of it.
type AboutStation struct {
	Name   string   `json:"name"`
	Place  phy.Time `json:"place"`
	Policy string   `json:"policy"`
	Hand   bool     `json:"hand"`            // its backoffs are chosen by hand
	Slots  []int    `json:"slots,omitempty"` // the backoffs that have been chosen
}

// AboutWarning is a warning about the scenario. Said is without its place.
type AboutWarning struct {
	Text string        `json:"text"`
	Line int           `json:"line,omitempty"`
	Said said.Sentence `json:"said,omitzero"`
}

// AboutPolicy is a policy that can be chosen by its name alone.
type AboutPolicy struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// About describes the scenario that has been read.
func (p *Player) About() About {
	s := p.Scenario
	a := About{Name: s.Name, Text: p.text, Line: s.Line.Name, Star: s.Config.Shape.IsStar(), Bit: p.net.BitTime(),
		Length: s.Length, Duration: s.Duration, Seed: s.Config.Seed, Warnings: []AboutWarning{}}
	if c, ok := p.net.(run.Captured); ok {
		a.Slot = c.Params(0).SlotTime
	} else {
		a.Crowd, a.Bit, a.Slot = p.aboutCrowd(), scene.CrowdUnit, scene.CrowdUnit
	}
	if a.Star {
		a.Length = s.Config.Shape.Delay()
	}
	if s.LAN() != nil {
		a.Network = p.aboutNetwork()
	}
	for i, name := range p.Scene.Names() {
		number := int(p.Scene.Number(int32(i)))
		if number >= len(s.Config.Stations) {
			a.Stations = append(a.Stations, AboutStation{Name: name})
			continue
		}
		st := &s.Config.Stations[number]
		about := AboutStation{Name: st.Name, Policy: "beb"}
		if !a.Star {
			about.Place = p.place(i)
		}
		if st.Backoff != nil {
			about.Policy = st.Backoff.Name()
		}
		if _, about.Hand = st.Backoff.(*backoff.Scripted); about.Hand {
			about.Slots = p.handed(number)
		}
		a.Stations = append(a.Stations, about)
	}
	for _, w := range s.Warnings {
		a.Warnings = append(a.Warnings, AboutWarning{w.String(), w.Line, w.Said})
	}
	for _, info := range policies.All() {
		// What must be given is given in the text.
		if !slices.ContainsFunc(info.Params(), func(p policies.ParamInfo) bool { return p.Default == "" }) {
			a.Policies = append(a.Policies, AboutPolicy{info.Name, info.Text})
		}
	}
	return a
}

// State says how far the runs are.
type State struct {
	More      bool      `json:"more"` // whether more of what is looked at is to come
	Until     phy.Time  `json:"until"`
	Events    int       `json:"events"`
	Full      bool      `json:"full"` // no more events are kept
	Collision int       `json:"collision"`
	Failed    *Failed   `json:"failed,omitempty"`
	First     *FirstWin `json:"first,omitempty"`
}

// FirstWin is the window to show first.
type FirstWin struct {
	From phy.Time `json:"from"`
	To   phy.Time `json:"to"`
	What string   `json:"what"`
}

// Moment is what the page shows of an instant: one of its events, what else happens at the
// instant, and the stations' counts after it.
type Moment struct {
	Event    int             `json:"event"` // the last that has happened; -1 if none has
	At       phy.Time        `json:"at"`
	Kind     string          `json:"kind"`
	Station  int32           `json:"station"`
	Sentence said.Sentence   `json:"sentence"`
	Same     []said.Sentence `json:"same"`    // of the same instant after it
	Earlier  []said.Sentence `json:"earlier"` // before it, the latest first
	Items    []Item          `json:"items"`   // the event and those of Same; on a medium other than a cable the page has the sentences
	Before   []Item          `json:"before"`  // those of Earlier
	Counts   []Count         `json:"counts"`

	// Collisions is the number of collisions on the medium so far; -1: not known ([Player.Collisions]). Each of the stations in
	// a collision detects it: the sum of [Count.Detected] is the number of detections.
	Collisions int64    `json:"collisions"`
	Domains    []uint64 `json:"domains,omitempty"` // of a network: the collisions of each domain, in the order of [AboutNetwork.Domains]
}

// request holds the arguments of every question.
type request struct {
	Events  int      `json:"events"`
	From    phy.Time `json:"from"`
	To      phy.Time `json:"to"`
	Rows    int      `json:"rows"`
	Most    int      `json:"most"`
	Event   int      `json:"event"`
	At      phy.Time `json:"at"`
	Edit    Edit     `json:"edit"`
	Station []int    `json:"stations"`
	Of      int32    `json:"of"` // a station
	After   int      `json:"after"`
	Count   int      `json:"count"`
	Kinds   []string `json:"kinds"`
	Text    string   `json:"text"` // a scenario
	Flat    bool     `json:"flat"` // of a view
}

// Ask answers a question of the page. The answer is written as JSON, or is the octets of a
// file.
func (p *Player) Ask(name string, text []byte) (any, error) {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.Station = p.known(r.Station)
	switch name {
	case "run":
		return p.state(p.Run(min(max(r.Events, 1), MostEvents))), nil
	case "runOn":
		return struct {
			More bool     `json:"more"`
			Now  phy.Time `json:"now"`
		}{p.RunOn(min(max(r.Events, 1), 1<<24)), p.total.Now()}, nil
	case "view", "preview", "other":
		w, err := r.window()
		switch {
		case err != nil:
			return nil, err
		case name == "preview":
			return p.Preview(r.Edit, w)
		case name == "other":
			return p.Other(r.Text, w)
		}
		return p.Scene.View(w), nil
	case "event":
		return p.moment(min(max(r.Event, -1), p.Len()-1)), nil
	case "at":
		return p.moment(p.Upto(r.At) - 1), nil
	case "list":
		return p.List(r.Event, r.Count, filterOf(r.Station, r.Kinds)), nil
	case "next":
		return p.Next(r.After, filterOf(r.Station, r.Kinds)), nil
	case "drawn":
		return p.Drawn(r.Of, r.At), nil
	case "charts":
		return p.Charts(), nil
	case "edit":
		text, err := p.Edit(r.Edit)
		return text, err
	case "summary":
		text, err := p.Summary(Version)
		return text, err
	case "story":
		return p.Story(Version), nil
	case "sentences":
		return p.Sentences(Version), nil
	case "result":
		return p.Result(Version), nil
	case "json":
		return p.JSON(Version)
	case "events":
		b, _, err := p.Events()
		return b, err
	case "pcap":
		b, _, err := p.Capture()
		return b, err
	}
	return nil, fmt.Errorf("there is no question %q", name)
}

func (p *Player) state(more bool) State {
	s := State{More: more, Until: p.Scene.Until(), Events: p.Len(), Full: p.full, Collision: p.FirstCollision(), Failed: p.Failed()}
	if c, ok := p.Scene.Choose(!more); ok {
		s.First = &FirstWin{c.From, c.To, c.What}
	}
	return s
}

// told is the number of sentences that a page gets at once.
const told = 6

// domains returns the collisions of each domain of a network.
func (p *Player) domains(events int) []uint64 {
	if p.Scenario.LAN() == nil {
		return nil
	}
	return p.Meetings(events)
}

func (p *Player) moment(k int) Moment {
	m := Moment{Event: k, Station: -1, Same: []said.Sentence{}, Earlier: []said.Sentence{}, Items: []Item{}, Before: []Item{}}
	if k < 0 {
		m.Counts, m.Collisions, m.Domains = p.Counts(0), p.Collisions(0), p.domains(0)
		return m
	}
	e := p.Event(k)
	end := p.Upto(e.At)
	m.Counts, m.Collisions, m.Domains = p.Counts(end), p.Collisions(end), p.domains(end) // an instant is whole: everything at it happens at once
	m.Items = append(m.Items, p.item(k))
	for j := k + 1; j < min(end, k+told); j++ {
		m.Same, m.Items = append(m.Same, p.Tell(j)), append(m.Items, p.item(j))
	}
	m.At, m.Kind, m.Station, m.Sentence = e.At, e.Kind.String(), e.Station, p.Tell(k)
	for j := k - 1; j >= 0 && j > k-told; j-- {
		m.Earlier, m.Before = append(m.Earlier, p.Tell(j)), append(m.Before, p.item(j))
	}
	return m
}
