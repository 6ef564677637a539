// Package record follows a run and writes its report: one page to hand in.
package record

import (
	"bytes"
	"context"
	"fmt"

	"github.com/csmacd/csmacd/internal/draw"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot/single"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Source describes the run of a report.
type Source struct {
	File    string   // the scenario's file
	Changes []string // what the command line changed in it, such as seed = 7
	Command string   // the command that repeats the run
}

// Report is a report that will be written. A nil Report writes nothing.
type Report struct {
	Source
	to      *files.Whole
	steps   []series.Interval
	sampler *series.Sampler
}

// intervals is the number of steps in the report's figure over time, and fewest the least number: a run that
// ends long before its time has too few to draw.
const intervals, fewest = 200, 20

// Open opens the file of a report before the run. With an empty name there is no report.
func Open(name string, from Source, s *scenario.Scenario, net medium.Network) (*Report, error) {
	if name == "" {
		return nil, nil
	}
	to, err := files.Create(name)
	if err != nil {
		return nil, err
	}
	h := &Report{Source: from, to: to}
	if length := s.Duration - s.Config.Warmup; s.Cable() && length >= intervals {
		h.sampler = series.NewSampler(net, s.Config.Warmup, length/intervals, func(i *series.Interval) { h.steps = append(h.steps, *i) })
	}
	return h, nil
}

// Sampler returns the sampler of the figure over time, or nil.
func (h *Report) Sampler() *series.Sampler {
	if h == nil {
		return nil
	}
	return h.sampler
}

// Write writes the report of a run. Its diagram needs another run, which calls ran.
func (h *Report) Write(ctx context.Context, s *scenario.Scenario, r *medium.Result, ran func(now phy.Time)) error {
	if h == nil {
		return nil
	}
	h.sampler.Finish()
	p := &report.Page{Result: r, Line: s.Line, File: h.File, Scenario: string(s.Text), Changes: h.Changes, Command: h.Command}
	for _, f := range []struct {
		title string
		draw  func() (figure.Figure, error)
	}{
		{"Collisions before a frame was sent", func() (figure.Figure, error) {
			if !s.Cable() {
				return figure.Figure{}, figure.ErrNothing // a client's attempts are not collisions
			}
			return single.Attempts(r)
		}},
		{"Delays", func() (figure.Figure, error) { return single.Delays(r) }},
		{"What each station delivered", func() (figure.Figure, error) { return single.Stations(r) }},
		{"Windows of the server", func() (figure.Figure, error) { return single.Windows(r) }},
		{"Over time", h.overTime(s)},
	} {
		figure, err := f.draw()
		if err != nil {
			continue // the run has nothing to draw here
		}
		var b bytes.Buffer
		if err := figure.Write(&b, "svg"); err != nil {
			continue // as above
		}
		p.Pictures = append(p.Pictures, report.Picture{Title: f.title, SVG: b.Bytes()})
	}
	if diagram, err := h.diagram(ctx, s, ran); err == nil {
		p.Pictures = append(p.Pictures, diagram)
	} else if ctx.Err() != nil {
		p.Notes = append(p.Notes, "The space-time diagram is left out, as the run was interrupted.")
	} else if s.Cable() {
		p.Notes = append(p.Notes, "The space-time diagram is left out: "+err.Error())
	}
	var whole bytes.Buffer
	if err := report.HTML(&whole, p); err != nil {
		return h.to.Done(fmt.Errorf("--html: %w", err))
	}
	_, err := h.to.Write(whole.Bytes())
	return h.to.Done(err)
}

// overTime draws throughput and collisions over time.
func (h *Report) overTime(s *scenario.Scenario) func() (figure.Figure, error) {
	return func() (figure.Figure, error) {
		if len(h.steps) < fewest {
			return figure.Figure{}, figure.ErrNothing
		}
		sent := figure.Series{Mark: figure.Steps}
		collided, turns := sent, sent
		for i := range h.steps {
			step := &h.steps[i]
			if step.Length == 0 {
				continue
			}
			x, long := step.From.Microseconds(), step.Length.Seconds()
			sent.X, sent.Y = append(sent.X, x), append(sent.Y, step.Throughput())
			collided.X, collided.Y = append(collided.X, x), append(collided.Y, float64(int64(step.Collisions))/long)
			turns.X, turns.Y = append(turns.X, (step.From+step.Length).Microseconds()), append(turns.Y, float64(step.InStep))
		}
		time := figure.Axis{Label: "time", Unit: "us", Scale: figure.Linear}
		panels := []figure.Panel{
			{X: time, Y: figure.Axis{Label: "throughput", Unit: "share of the line rate"}, Series: []figure.Series{sent}},
			{X: time, Y: figure.Axis{Label: "collisions", Unit: "1/s"}, Series: []figure.Series{collided}},
		}
		if h.sampler.Turns() {
			panels = append(panels, figure.Panel{X: time, Y: figure.Axis{Label: "plca_status OK", Unit: "nodes", Whole: true}, Series: []figure.Series{turns}})
		}
		for _, change := range s.Instants(0, phy.Forever) {
			for k := range panels {
				i := figure.Instant{X: change.At.Microseconds()}
				if k == 0 {
					i.Text = change.Text
				}
				panels[k].Instants = append(panels[k].Instants, i)
			}
		}
		return figure.Figure{Note: "in steps of " + h.steps[0].Length.String(), Panels: panels}, nil
	}
}

// diagram draws the first stretch of the run that is worth showing. It runs the scenario again.
func (h *Report) diagram(ctx context.Context, s *scenario.Scenario, ran func(now phy.Time)) (p report.Picture, err error) {
	if err := draw.Drawable(h.File, s); err != nil {
		return p, err
	}
	d, err := (&draw.Stretch{From: -1, To: -1, Ran: ran}).Run(ctx, h.File, s)
	if err != nil {
		return p, err
	}
	svg, err := d.SVG()
	if err != nil {
		return p, err
	}
	w, bit := d.Window, d.Scene.Bit()
	caption := fmt.Sprintf("From %s to %s bit times: %s. Rest the pointer on a shape for its exact instants", phy.Decimal(w.From, bit), phy.Decimal(w.To, bit), d.What)
	return report.Picture{Title: "On the cable", Caption: caption, SVG: svg}, nil
}
