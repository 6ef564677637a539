package draw

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Stretch is the part of a scenario to draw.
type Stretch struct {
	From, To phy.Time // -1: not given
	Stations []string // the stations whose lanes are drawn; nil: all, or those on the path
	Path     []string // of a network: the two stations at the ends of the path; nil: see [Stretch.Run]

	// Ran, if not nil, is called with the instant up to which the network has run.
	Ran func(now phy.Time)
}

// stretchRun runs a scenario as far as a picture of it needs.
type stretchRun struct {
	ctx      context.Context
	file     string
	net      network
	scene    *scene.Scene
	end      phy.Time // of the scenario
	from, to phy.Time // given; -1: not
	stations []int    // nil: all
	ran      func(now phy.Time)
}

// network is a cable, a star, or a network of several segments.
type network interface {
	medium.Network
	Next() phy.Time
	Span() phy.Time
	Params(i int) mac.Params
}

// mostLooked is the number of transmissions among which a stretch to show is looked for.
const mostLooked = 20_000

// Drawable returns an error that says why a scenario in a file cannot be drawn, or nil.
func Drawable(file string, s *scenario.Scenario) error {
	if !s.Cable() && s.LAN() == nil {
		return fmt.Errorf("%s: a medium of kind %s has no cable on which signals travel: csmacd run --events FILE and csmacd plot show what happens there", file, s.Kind)
	}
	if len(s.Attached) > 0 {
		return fmt.Errorf("%s: the station %q is attached to a host: csmacd up --record FILE.yaml writes a scenario of what the host sends, which can be drawn", file, s.Config.Stations[s.Attached[0].Station].Name)
	}
	return nil
}

// Run runs a scenario, which must be [Drawable], as far as a diagram of the stretch needs. Of a network it
// draws the path between two stations: those that are named, else those whose frames collide first, else
// those that are farthest from each other.
func (t *Stretch) Run(ctx context.Context, file string, s *scenario.Scenario) (*Diagram, error) {
	run.Finite(s)
	r := &stretchRun{ctx: ctx, file: file, end: run.End(s.Duration), from: t.From, to: t.To, ran: t.Ran}
	d := &Diagram{Scenario: s}
	var err error
	if c := s.LAN(); c != nil {
		d.Way, err = r.onPath(c, t.Path)
	} else {
		err = r.onCable(s, t.Path)
	}
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, r.net.Interrupt)()
	d.Scene = r.scene
	r.net.Observe(r.scene)
	if r.stations, err = r.chosen(t.Stations); err != nil {
		return nil, err
	}
	d.Window, d.What, err = r.window()
	return d, err
}

// onCable makes the network of a cable, and its scene.
func (r *stretchRun) onCable(s *scenario.Scenario, path []string) error {
	if path != nil {
		return usage.Errorf("--path is for networks of several segments, and %s has one: the diagram shows all of it", r.file)
	}
	net, err := s.OnCable()
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	r.net, r.scene = net, scene.New(net, &s.Config, s.Length)
	return nil
}

// chosen returns the stations with the given names.
func (r *stretchRun) chosen(names []string) (all []int, err error) {
	for _, name := range names {
		i, err := r.scene.Find(strings.TrimSpace(name))
		if err != nil {
			names := run.SomeNames(r.net)
			if r.scene.OnPath() > 0 {
				names = strings.Join(r.scene.Names(), ", ") + " on the segments of the path"
			}
			return nil, usage.Errorf("--stations: %w as %q; there are %s", err, name, names)
		}
		all = append(all, i)
	}
	return all, nil
}

// tenSlots is the length of a window for which only the beginning is given.
const tenSlots = 5120

// window runs the network, and returns the window to show and why.
func (r *stretchRun) window() (w scene.Window, what string, err error) {
	w.Stations = r.stations
	if r.from < 0 && r.to < 0 {
		choice, err := r.choose()
		w.From, w.To = choice.From, choice.To
		return w, choice.What, err
	}
	bit := r.net.BitTime()
	w.From, w.To, what = max(0, r.from), r.to, "as asked for"
	if w.To < 0 {
		w.To, what = min(w.From+tenSlots*bit, r.end), "ten slots from the given instant"
	}
	if w.To > r.end {
		w.To, what = r.end, "as asked for, up to the end of the run"
	}
	switch {
	case w.From >= r.end:
		return w, "", fmt.Errorf("%s: the run ends at %v, and --from is %v: --duration makes it longer", r.file, r.end, w.From)
	case w.To <= w.From:
		return w, "", usage.Errorf("there is no time from %v to %v: --from must be before --to", w.From, w.To)
	}
	// The network runs a little further, so that the outcome of transmissions at the end is known.
	longest := phy.Time(0)
	for i := range r.net.Len() {
		p := r.net.Params(i)
		longest = max(longest, p.Duration(p.MaxFrame))
	}
	until := min(w.To+longest+r.net.Span(), r.end)
	for r.net.Now() < until && !r.net.Done() {
		if err := r.step(until); err != nil {
			return w, "", err
		}
		r.scene.Forget(w.From)
	}
	if now := r.net.Now(); w.From >= now {
		return w, "", fmt.Errorf("%s: the run ends at %s bit times (%v), before the given time", r.file, Count(now, bit), now)
	}
	return w, what, nil
}

// choose runs the network until there is a stretch that is worth showing.
func (r *stretchRun) choose() (scene.Choice, error) {
	for {
		over := r.net.Done() || r.net.Now() >= r.end || r.net.Next() >= phy.Forever
		if choice, ok := r.scene.Choose(over || r.scene.Len() > mostLooked); ok {
			if !over && choice.What == scene.Whole { // of what was looked at
				choice.What = "the beginning of the run"
			}
			return choice, nil
		}
		if err := r.step(r.end); err != nil {
			return scene.Choice{}, err
		}
	}
}

// step runs a little further: ten slots, or until the next thing happens.
func (r *stretchRun) step(until phy.Time) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	next := max(r.net.Now(), min(r.net.Next(), until)) + tenSlots*r.net.BitTime()
	err := r.net.Run(min(next, until))
	if errors.Is(err, medium.ErrInterrupted) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	r.scene.Advance(r.net.Now())
	if r.ran != nil {
		r.ran(r.net.Now())
	}
	return nil
}
