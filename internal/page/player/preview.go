package player

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/scene"
)

// mostAhead is the largest number of events for which a preview or a comparison is run.
const mostAhead = 200_000

// Preview returns a window of the scenario with a change made. The scenario itself stays as it is: a page shows the
// change while the user drags.
func (p *Player) Preview(e Edit, w scene.Window) (*scene.View, error) {
	q := p.moved(e)
	if q == nil {
		var err error
		if q, err = p.edited(e); err != nil {
			return nil, err
		}
	}
	v := q.upto(w)
	q.net.Release()
	return v, nil
}

// edited returns the scenario with a change made in its text, for its windows alone.
func (p *Player) edited(e Edit) (*Player, error) {
	text, err := p.Edit(e)
	if err != nil {
		return nil, err
	}
	return ahead(text, p.path)
}

// Other returns a window of another scenario, for comparison with this one. It reads a text once, however many windows of it
// are asked for one after the other.
func (p *Player) Other(text string, w scene.Window) (*scene.View, error) {
	if p.other == nil || p.other.text != text {
		q, err := ahead(text, nil)
		if err != nil {
			return nil, err
		}
		p.other = q
	}
	return p.other.upto(w), nil
}

// ahead loads a scenario for its windows alone: it keeps no sentences.
func ahead(text string, path []string) (*Player, error) {
	p, err := load("ahead.yaml", text, mostAhead, path...)
	if err == nil {
		p.mute = true
	}
	return p, err
}

// upto runs the scenario to the end of a window, and returns its view.
func (p *Player) upto(w scene.Window) *scene.View {
	for slice := 4096 * p.net.BitTime(); p.running() && p.net.Now() < w.To; {
		if p.step(min(p.net.Now()+slice, w.To)) < 64 {
			slice *= 2
		}
	}
	p.Scene.Advance(min(p.net.Now(), latest))
	w.Stations = p.known(w.Stations)
	return p.Scene.View(w)
}

// known returns those of some stations that the scene has.
func (p *Player) known(stations []int) []int {
	return slices.DeleteFunc(stations, func(i int) bool { return i < 0 || i >= len(p.counts.now.stations) })
}

// window returns the window of a request.
func (r *request) window() (scene.Window, error) {
	if r.To <= r.From || r.To >= latest {
		return scene.Window{}, fmt.Errorf("there is no window from %v to %v", r.From, r.To)
	}
	return scene.Window{From: r.From, To: r.To, Stations: r.Station, Most: min(max(r.Most, 0), 20000), Rows: min(max(r.Rows, 1), 4096), Flat: r.Flat}, nil
}
