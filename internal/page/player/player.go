package player

import (
	"errors"
	"slices"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// MostEvents is the most events of senders that are kept to be shown. What happens after them
// appears only in the result.
const MostEvents = 1_000_000

// mostTold is the most sentences that are kept. Others are made by running up to their events
// again.
const mostTold = 20_000

// latest is the last instant that a page can distinguish from the next: 2^53 ps, two and a half
// hours.
const latest phy.Time = 1 << 53

// Player is a scenario that is run and shown. It is used by one goroutine.
type Player struct {
	Scenario *scenario.Scenario
	Scene    Picture

	text     string
	path     []string // of a network: the names of the stations at the ends of the path, if they were chosen
	ends     [2]int   // the path that is shown
	meets    phy.Time // when frames of its ends collide first; 0: not known
	net      medium.Network
	crowd    *scene.Crowd // the picture, if the medium is not a cable or a network
	watch    *watch
	events   []Event
	told     []said.Sentence
	charts   *charts
	counts   *counts
	groups   *scene.Groups
	meetings meetings
	most     int   // events kept
	full     bool  // no more are kept
	ended    bool  // nothing more can happen
	failed   error // ended the run

	mute   bool           // it keeps no sentences
	other  *Player        // a scenario that is compared with this one
	total  medium.Network // the same network again, unobserved, for the result; nil until it is asked for
	totals struct {
		done   bool
		failed error
	}
	again *teller
}

// Event is what is kept of an event of a sender, or of a frame that has reached, or should have
// reached, its destination: RxEnd, one for each frame sent. Events are in the order in which
// they happened.
type Event struct {
	At      phy.Time
	Until   phy.Time // Backoff
	Station int32
	From    int32 // RxEnd: the sender
	Frame   uint32
	To      int32 // the frame's destination, by its number in the network
	Octets  int32 // of the frame
	Slots   int32
	Range   int32 // Backoff
	ID      int32 // of a change, a turn or a device
	Kind    medium.Kind
	Attempt uint8
	OK      bool
	Why     medium.Why
	Late    bool
	Groups  int16 // by how much it changes the number of collisions on the medium ([scene.Groups])
}

// Picture is what is shown of a run: a [scene.Scene], or a [scene.Crowd] of a medium other than a cable.
type Picture interface {
	medium.Observer
	Advance(until phy.Time)
	Until() phy.Time
	Forget(before phy.Time)
	Names() []string
	Number(i int32) int32
	Called(destination int32) string
	View(scene.Window) *scene.View
	Lane(i int, from, to phy.Time) scene.Lane
	Choose(last bool) (scene.Choice, bool)
	Tell(*medium.Event) said.Sentence
}

// Load reads a scenario and builds its network, at time 0. The error is a [document.Problems]
// if the text is wrong.
//
// Of a network the page shows the path between two stations: those with the names given, else those
// whose frames collide first, else those that are farthest from each other.
func Load(name, text string, path ...string) (*Player, error) {
	return load(name, text, MostEvents, path...)
}

func load(name, text string, most int, path ...string) (*Player, error) {
	if err := tooMany(text); err != nil {
		return nil, err
	}
	s, err := scenario.Parse(name, []byte(text), scenario.Options{})
	if err != nil {
		return nil, err
	}
	if len(s.Attached) > 0 {
		return nil, hosts(s)
	}
	run.Finite(s)
	p := &Player{Scenario: s, text: text, most: most, path: path}
	if err := p.open(); err != nil {
		return nil, err
	}
	return p, nil
}

// open builds the network of the scenario, at time 0, and what follows it.
func (p *Player) open() (err error) {
	if err := p.chooseEnds(); err != nil {
		return err
	}
	if p.net, p.Scene, err = p.stage(); err != nil {
		return err
	}
	p.watch = &watch{picture: p.Scene, see: p.see}
	if cable, ok := p.Scene.(*scene.Scene); ok {
		cable.ChooseFrom(p.meets)
		p.watch.scene, p.groups = cable, scene.NewGroups(cable)
	}
	p.crowd, _ = p.Scene.(*scene.Crowd)
	n := len(p.Scene.Names())
	p.charts, p.counts = newCharts(p.Scenario, n), newCounts(n)
	p.net.Observe(p.Scene)
	p.net.Observe(p.watch)
	return nil
}

// hosts says that the page has no hosts, and with which command there are some.
func hosts(s *scenario.Scenario) error {
	with := "csmacd up"
	if !slices.ContainsFunc(s.Attached, func(a attach.Host) bool { return a.Kind != attach.Soft }) {
		with = "csmacd run" // hosts in virtual time
	}
	return said.Errorf("the station %q is attached to a host, and a page has no hosts: run the scenario with %s", s.Config.Stations[s.Attached[0].Station].Name, with)
}

// see keeps an event.
func (p *Player) see(e *medium.Event, tell func() said.Sentence) {
	if !p.mute && len(p.told) < mostTold {
		p.told = append(p.told, tell())
	}
	p.counts.mark(len(p.events))
	p.events = append(p.events, Event{At: e.At, Until: e.Until, Station: e.Station, From: e.From, Frame: e.Frame.Number, To: e.Frame.Destination, Octets: e.Frame.Size,
		Slots: e.Slots, Range: e.Range, ID: e.ID, Kind: e.Kind, Attempt: e.Attempt, OK: e.OK, Why: e.Why, Late: e.Late})
	if p.groups != nil {
		p.events[len(p.events)-1].Groups = int16(p.groups.Observe(e))
	}
	p.counts.now.add(&p.events[len(p.events)-1])
	p.charts.add(e)
}

// end returns the latest instant at which a run ends.
func (p *Player) end() phy.Time {
	return min(run.End(p.Scenario.Duration), latest)
}

// Run continues the run that is shown until n more events have been seen, or there are no more.
// more is false if nothing is left to run.
func (p *Player) Run(events int) (more bool) {
	slice := 4096 * p.net.BitTime()
	for aim := len(p.events) + events; p.running() && len(p.events) < aim; {
		if p.step(p.net.Now()+slice) < 64 {
			slice = min(2*slice, phy.Second)
		} else {
			slice = max(slice/2, 64*p.net.BitTime())
		}
	}
	p.full = len(p.events) >= p.most
	p.Scene.Advance(min(p.net.Now(), latest))
	return p.running()
}

// step continues the run that is shown up to an instant, or to its end, and returns the number of events that it adds.
func (p *Player) step(to phy.Time) (events int) {
	before := len(p.events)
	if p.failed = p.net.Run(min(to, p.end())); p.failed == nil {
		p.watch.ran(p.net.Now(), p.net.Done())
		p.ended = p.net.Done() || p.net.Now() >= p.end()
	}
	return len(p.events) - before
}

func (p *Player) running() bool {
	return p.failed == nil && !p.ended && len(p.events) < p.most
}

// RunOn continues the run of the result for about n events. more is false if nothing is left to
// run.
func (p *Player) RunOn(frames int) (more bool) {
	if p.totals.done {
		return false
	}
	p.needTotal()
	slice := phy.Time(frames) * 64 * p.total.BitTime()
	end := run.End(p.Scenario.Duration)
	p.totals.failed = p.total.Run(min(p.total.Now()+slice, end))
	p.totals.done = p.totals.failed != nil || p.total.Done() || p.total.Now() >= end
	return !p.totals.done
}

// needTotal makes the network of the result.
func (p *Player) needTotal() {
	if p.total != nil {
		return
	}
	net, err := p.build()
	if err != nil {
		panic(err) // it was built before, and has not changed
	}
	p.total = net
}

// Result returns the results so far of what [Player.RunOn] runs. They are complete at its end.
func (p *Player) Result(version string) *medium.Result {
	p.needTotal()
	r := p.total.Result()
	r.Scenario, r.Version, r.Engine = p.Scenario.Name, version, engine.Hash
	r.Complete = p.totals.done && p.totals.failed == nil
	r.Timeline = p.Scenario.Effects(p.total.Now())
	return r
}

// Failed describes what ended the run. Wanted is set if that was a draw that must be chosen by
// hand and has not been chosen yet.
type Failed struct {
	Text   string `json:"text"`
	Wanted *Draw  `json:"wanted,omitempty"`
}

// Draw is a backoff that the user must choose.
type Draw struct {
	Station int    `json:"station"`
	Name    string `json:"name"`
	At      int64  `json:"at"`
	Attempt int    `json:"attempt"` // the number of the frame's collision that it follows
	Range   int    `json:"range"`   // 0 to Range-1
}

// Failed returns what ended the run, or nil.
func (p *Player) Failed() *Failed {
	if p.failed == nil {
		return nil
	}
	f := &Failed{Text: p.failed.Error()}
	if !errors.Is(p.failed, backoff.ErrScriptEnded) {
		return f
	}
	// The station that failed has ended a transmission that collided, and has drawn nothing. Of
	// such stations at the last instant it is the first with such a policy.
	for k := len(p.events) - 1; k >= 0; k-- {
		e := &p.events[k]
		if e.At < p.events[len(p.events)-1].At {
			break
		}
		if e.Kind != medium.TxEnd || e.OK {
			continue
		}
		if p.scripted(e.Station) && p.undrawn(k) {
			number := int(p.Scene.Number(e.Station))
			rules := p.net.(run.Captured).Params(number)
			f.Wanted = &Draw{Station: int(e.Station), Name: p.net.Name(number), At: int64(e.At), Attempt: int(e.Attempt),
				Range: 1 << min(int(e.Attempt), int(rules.BackoffLimit))}
		}
	}
	return f
}

// scripted reports whether a station's backoffs are chosen by hand.
func (p *Player) scripted(station int32) bool {
	i := int(p.Scene.Number(station))
	if i >= len(p.Scenario.Config.Stations) {
		return false
	}
	_, hand := p.Scenario.Config.Stations[i].Backoff.(*backoff.Scripted)
	return hand
}

// undrawn reports whether no backoff of the same station follows an event.
func (p *Player) undrawn(k int) bool {
	for _, e := range p.events[k+1:] {
		if e.Station == p.events[k].Station && e.Kind == medium.Backoff {
			return false
		}
	}
	return true
}
