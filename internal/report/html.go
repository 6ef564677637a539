//go:build !js

package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/visible"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// maxText is the part of a scenario's text that is shown, in octets.
const maxText = 128 << 10

//go:embed html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("report").Parse(pageText))

// HTML writes a report as one file that needs no script, network or font. It can be read on paper and in dark
// mode. No text of a scenario can become markup, and the page tells the browser to run nothing.
func HTML(w io.Writer, p *Page) error {
	var summary strings.Builder
	if err := Summary(&summary, p.Result, p.Line); err != nil {
		return err
	}
	v := pageView{Page: p, Simulated: phy.Time(p.Result.SimulatedPs).String(), Summary: printable(summary.String()), Text: printable(clipText(p.Scenario)), Cut: len(p.Scenario) > maxText}
	switch {
	case network(p.Result):
		v.Figures = figures(p.Result, p.Line)
	case cable(p.Result):
		v.Shares, v.Figures = shares(&p.Result.Medium), figures(p.Result, p.Line)
	}
	for _, picture := range p.Pictures {
		clean, err := inline(picture.SVG)
		if err != nil {
			return fmt.Errorf("the figure %q: %w", picture.Title, err)
		}
		v.Drawn = append(v.Drawn, drawn{picture.Title, picture.Caption, template.HTML(clean)}) // it has known elements and attributes only
	}
	var whole bytes.Buffer
	if err := pageTemplate.Execute(&whole, v); err != nil {
		return err
	}
	_, err := w.Write(visible.Append(nil, whole.Bytes()))
	return err
}

type pageView struct {
	*Page
	Simulated, Summary, Text string
	Cut                      bool
	Shares                   []share
	Figures                  []figure
	Drawn                    []drawn
}

type drawn struct {
	Title, Caption string
	SVG            template.HTML
}

// share is a part of the time, in a bar.
type share struct{ Name, Class, Percent, Width string }

func shares(m *medium.Medium) []share {
	part := func(name, class string, v float64) share {
		return share{name, class, percent(v), fmt.Sprintf("%.2f", 100*min(max(v, 0), 1))}
	}
	return []share{part(palette.Legend["sent"], "s", m.ShareSuccess), part(palette.Legend["collided"], "c", m.ShareCollision), part(palette.Legend["idle"], "i", m.ShareIdle)}
}

// figure is one of the numbers at the top of the page.
type figure struct{ Name, Value, What string }

func figures(r *medium.Result, line phy.Line) []figure {
	m := &r.Medium
	list := []figure{
		{"throughput", percent(m.Throughput), rate(m.Throughput*line.Rate()) + " of delivered frames"},
		{"offered load", fmt.Sprintf("%.3f", m.OfferedLoad), "of the line, header and gap counted"},
	}
	if network(r) {
		list = []figure{{"throughput", rate(m.ThroughputBps), "of delivered frames, from end to end"}}
	}
	list = append(list, []figure{
		{"frames delivered", count(m.FramesDelivered), "of " + count(m.FramesOffered) + " offered"},
		{"frames discarded", count(m.FramesDropped), "and " + count(m.FramesLost) + " lost unseen"},
		{"collisions", count(m.Collisions), "in " + count(m.Attempts) + " attempts"},
		{"Jain's index", fmt.Sprintf("%.3f", m.Jain), "of octets delivered; 1 is even"},
	}...)
	if d := &r.AccessDelay; d.Count > 0 {
		list = append(list, figure{"access delay", micros(d.Mean), "mean; 99 % within " + micros(d.P99)})
	}
	if d := &r.Delay; d.Count > 0 {
		list = append(list, figure{"queue to delivery", micros(d.Mean), "mean; 99 % within " + micros(d.P99)})
	}
	return append(list, turnFigures(m.PLCA)...)
}

// turnFigures are the numbers of PLCA at the top of the page.
func turnFigures(p *medium.PLCABus) []figure {
	if p == nil || p.Cycles == 0 {
		return nil
	}
	return []figure{
		{"cycle", micros(p.CycleUs.Mean), "mean; " + micros(p.CycleUs.Min) + " to " + micros(p.CycleUs.Max)},
		{"commit", percent(p.ShareCommit), "of the time; beacons " + percent(p.ShareBeacon)},
	}
}

// clipText cuts a text at a character.
func clipText(s string) string {
	if len(s) <= maxText {
		return s
	}
	s = s[:maxText]
	for len(s) > 0 && !utf8.ValidString(s[max(0, len(s)-utf8.UTFMax):]) {
		s = s[:len(s)-1]
	}
	return s
}

// printable removes the characters that an HTML file must not contain.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c < 0x20 && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 || c == utf8.RuneError || c == 0xfffe || c == 0xffff {
			return -1
		}
		return c
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}
