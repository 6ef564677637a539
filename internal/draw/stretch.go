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
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Stretch says what of a scenario is drawn.
type Stretch struct {
	From, To phy.Time // -1: not asked for
	Stations []string // whose lanes are drawn; nil: all

	// Ran is called as the network is run, with how far. Nil: nobody looks.
	Ran func(now phy.Time)
}

// stretchRun runs a scenario as far as a picture of it needs.
type stretchRun struct {
	ctx      context.Context
	file     string
	net      *bus.Network
	scene    *scene.Scene
	end      phy.Time // of the scenario
	from, to phy.Time // asked for; -1: not
	stations []int    // nil: all
	ran      func(now phy.Time)
}

// mostLooked is how many transmissions are looked at for a stretch worth showing.
const mostLooked = 20_000

// Drawable returns an error that says why a scenario in a file cannot be drawn, or nil.
func Drawable(file string, s *scenario.Scenario) error {
	if !s.Cable() {
		return fmt.Errorf("%s: a medium of kind %s is no cable, and has no signals that travel: csmacd run --events FILE and csmacd plot show what happens there", file, s.Kind)
	}
	if len(s.Attached) > 0 {
		return fmt.Errorf("%s: the station %q is attached to a host: csmacd up --record FILE.yaml makes a scenario of what it does, which can be drawn", file, s.Config.Stations[s.Attached[0].Station].Name)
	}
	return nil
}

// Run runs a scenario of a file, which is [Drawable], as far as a diagram of the stretch needs.
func (t *Stretch) Run(ctx context.Context, file string, s *scenario.Scenario) (*Diagram, error) {
	run.Finite(s)
	r := &stretchRun{ctx: ctx, file: file, end: run.End(s.Duration), from: t.From, to: t.To, ran: t.Ran}
	var err error
	if r.net, err = bus.New(s.Config); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer context.AfterFunc(ctx, r.net.Interrupt)()
	r.scene = scene.New(r.net, &s.Config, s.Length)
	r.net.Observe(r.scene)
	if r.stations, err = r.chosen(t.Stations); err != nil {
		return nil, err
	}
	d := &Diagram{Scenario: s, Scene: r.scene}
	d.Window, d.What, err = r.window()
	return d, err
}

// chosen returns the stations with some names.
func (r *stretchRun) chosen(names []string) (all []int, err error) {
	for _, name := range names {
		i, err := r.scene.Find(strings.TrimSpace(name))
		if err != nil {
			return nil, usage.Errorf("--stations: %w as %q; there are %s", err, name, run.SomeNames(r.net))
		}
		all = append(all, i)
	}
	return all, nil
}

// tenSlots is how long a window is where only its beginning is given.
const tenSlots = 5120

// window runs the network, and says what of it is shown, and why.
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
		w.To, what = min(w.From+tenSlots*bit, r.end), "ten slots from where it was asked for"
	}
	if w.To > r.end {
		w.To, what = r.end, "as asked for, up to the end of the run"
	}
	switch {
	case w.From >= r.end:
		return w, "", fmt.Errorf("%s: the run ends at %v, before --from, %v: --duration makes it longer", r.file, r.end, w.From)
	case w.To <= w.From:
		return w, "", usage.Errorf("from %v to %v is no time: --from must be before --to", w.From, w.To)
	}
	// A little more is run, so that it is known how what is under way at the end turns out.
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
		return w, "", fmt.Errorf("%s: the run is over at %s bit times (%v), before the time that is asked for", r.file, Count(now, bit), now)
	}
	return w, what, nil
}

// choose runs the network until there is a stretch worth showing.
func (r *stretchRun) choose() (scene.Choice, error) {
	for {
		last := r.net.Done() || r.net.Now() >= r.end || r.net.Next() >= phy.Forever || r.scene.Len() > mostLooked
		if choice, ok := r.scene.Choose(last); ok {
			return choice, nil
		}
		if err := r.step(r.end); err != nil {
			return scene.Choice{}, err
		}
	}
}

// step runs a little further: ten slots, or to where something happens next.
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
