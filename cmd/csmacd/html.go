package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/draw"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func htmlFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "html", Usage: "write a report to `FILE`: one page with the scenario, figures, a space-time diagram, and how to repeat the run"},
	}
}

// htmlReport is the report that --html asks for. A nil one reports nothing.
type htmlReport struct {
	to      *files.Whole
	file    string
	text    []byte // of the scenario
	steps   []series.Interval
	sampler *series.Sampler
}

// loadWithText is load, for a report that shows the scenario's text.
func loadWithText(c *cli.Context, file string) (*scenario.Scenario, []byte, error) {
	if c.String("html") == "" {
		s, err := load(c, file)
		return s, nil, err
	}
	var text []byte
	s, err := loadBy(c, scenario.Options{}, func(o scenario.Options) (*scenario.Scenario, error) {
		if file != "-" {
			var err error
			if text, err = os.ReadFile(file); err != nil {
				return scenario.Load(file, o) // which says what is wrong with it
			}
			return scenario.Parse(file, text, o)
		}
		var err error
		if text, err = io.ReadAll(io.LimitReader(os.Stdin, document.MaxFileSize+1)); err != nil {
			return nil, files.Because("standard input", err)
		}
		return scenario.Parse("standard input", text, o)
	})
	return s, text, err
}

// intervals is how many steps the report's figure over time has, and fewest how many it has
// at least: a run that ends long before its time has less than can be drawn.
const intervals, fewest = 200, 20

// openHTML opens the report's file, before the run.
func openHTML(c *cli.Context, s *scenario.Scenario, net medium.Network, file string, text []byte) (*htmlReport, error) {
	name := c.String("html")
	if name == "" {
		return nil, nil
	}
	to, err := files.Create(name)
	if err != nil {
		return nil, err
	}
	h := &htmlReport{to: to, file: file, text: text}
	if length := s.Duration - s.Config.Warmup; s.Cable() && length >= intervals {
		h.sampler = series.NewSampler(net, s.Config.Warmup, length/intervals, func(i *series.Interval) { h.steps = append(h.steps, *i) })
	}
	return h, nil
}

// sampled is what samples the figure over time; nil: there is none.
func (h *htmlReport) sampled() *series.Sampler {
	if h == nil {
		return nil
	}
	return h.sampler
}

// write writes the report of what a run came to.
func (h *htmlReport) write(c *cli.Context, s *scenario.Scenario, r *medium.Result) error {
	if h == nil {
		return nil
	}
	h.sampler.Finish()
	p := &report.Page{Result: r, Line: s.Line, File: h.file, Scenario: string(h.text), Changes: changes(c), Command: again(c, h.file)}
	for _, f := range []struct {
		title string
		draw  func() (figure.Figure, error)
	}{
		{"Collisions before a frame was sent", func() (figure.Figure, error) {
			if !s.Cable() {
				return figure.Figure{}, figure.ErrNothing // a client's attempts are no collisions
			}
			return plot.Attempts(r)
		}},
		{"Delays", func() (figure.Figure, error) { return plot.Delays(r) }},
		{"What each station delivered", func() (figure.Figure, error) { return plot.Stations(r) }},
		{"Windows of the server", func() (figure.Figure, error) { return plot.Windows(r) }},
		{"Over time", h.overTime(s)},
	} {
		figure, err := f.draw()
		if err != nil {
			continue // a run that has nothing of the kind
		}
		var b bytes.Buffer
		if err := figure.Write(&b, "svg"); err != nil {
			continue // as above
		}
		p.Pictures = append(p.Pictures, report.Picture{Title: f.title, SVG: b.Bytes()})
	}
	if diagram, err := h.diagram(c, s); err == nil {
		p.Pictures = append(p.Pictures, diagram)
	} else if c.Context.Err() != nil {
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

// overTime is throughput and collisions, step by step.
func (h *htmlReport) overTime(s *scenario.Scenario) func() (figure.Figure, error) {
	return func() (figure.Figure, error) {
		if len(h.steps) < fewest {
			return figure.Figure{}, figure.ErrNothing
		}
		sent := figure.Series{Mark: figure.Steps}
		collided := sent
		for i := range h.steps {
			step := &h.steps[i]
			if step.Length == 0 {
				continue
			}
			x, long := step.From.Microseconds(), step.Length.Seconds()
			sent.X, sent.Y = append(sent.X, x), append(sent.Y, step.Throughput())
			collided.X, collided.Y = append(collided.X, x), append(collided.Y, float64(int64(step.Collisions))/long)
		}
		time := figure.Axis{Label: "time", Unit: "us", Scale: figure.Linear}
		return figure.Figure{Note: "in steps of " + h.steps[0].Length.String(), Panels: []figure.Panel{
			{X: time, Y: figure.Axis{Label: "throughput", Unit: "share of the line rate"}, Series: []figure.Series{sent}},
			{X: time, Y: figure.Axis{Label: "collisions", Unit: "1/s"}, Series: []figure.Series{collided}},
		}}, nil
	}
}

// diagram draws the first stretch of the run worth showing, which is run again for it.
func (h *htmlReport) diagram(c *cli.Context, s *scenario.Scenario) (p report.Picture, err error) {
	run, err := newDrawRun(c, h.file, s)
	if err != nil {
		return p, err
	}
	window, what, err := run.window()
	if err != nil {
		return p, err
	}
	window.Most, window.Rows = mostBands, shareRows
	v, bit := run.scene.View(window), run.scene.Bit()
	var b bytes.Buffer
	if err := (draw.Picture{Title: s.Name, Notes: drawNotes(s, v, what)}).Write(&b, "svg", v); err != nil {
		return p, err
	}
	caption := fmt.Sprintf("From %s to %s bit times: %s. Rest the pointer on a shape for its exact instants", phy.Decimal(window.From, bit), phy.Decimal(window.To, bit), what)
	return report.Picture{Title: "On the cable", Caption: caption, SVG: b.Bytes()}, nil
}

// changes lists what the command line changed of a scenario.
func changes(c *cli.Context) (list []string) {
	for _, set := range c.StringSlice("set") {
		path, value, _ := strings.Cut(set, "=")
		list = append(list, path+" = "+value)
	}
	if c.IsSet("seed") {
		list = append(list, fmt.Sprint("seed = ", c.Uint64("seed")))
	}
	if c.IsSet("duration") {
		list = append(list, "duration = "+c.String("duration"))
	}
	return list
}

// again is the command line that repeats a run.
func again(c *cli.Context, file string) string {
	words := []string{"csmacd", "run", file}
	if c.IsSet("seed") {
		words = append(words, "--seed", fmt.Sprint(c.Uint64("seed")))
	}
	if c.IsSet("duration") {
		words = append(words, "--duration", c.String("duration"))
	}
	for _, set := range c.StringSlice("set") {
		words = append(words, "--set", set)
	}
	return usage.Shell(words)
}
