package draw

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium/lan"
)

// Diagram is a stretch of a scenario that was run.
type Diagram struct {
	Scenario *scenario.Scenario
	Scene    *scene.Scene
	Window   scene.Window
	What     string // why this stretch is shown
	Way      string // of a network: which path is shown, and why
}

// Look is the size and the style of a diagram.
type Look struct {
	Width, Height float64 // in mm; for text, in columns and rows; 0: the usual size
	Plain         bool    // text in ASCII only
	Columns       int     // of text if Width is 0

	Play time.Duration // as in Picture
}

// The largest number of transmissions that are shown one by one, and the number of rows that stand for more.
const mostBands, shareRows = 300, 400

// Shown says which stretch is shown, and why.
func (d *Diagram) Shown() string {
	bit := d.Scene.Bit()
	shown := fmt.Sprintf("%s to %s bit times: %s", Count(d.Window.From, bit), Count(d.Window.To, bit), d.What)
	if d.Way != "" {
		shown = d.Way + "; " + shown
	}
	return shown
}

// Write writes a diagram as svg, png, pdf, json or txt.
func (d *Diagram) Write(b io.Writer, format string, o Look) error {
	w := d.Window
	w.Most, w.Rows = mostBands, shareRows
	if o.Play != 0 {
		if err := Playable(o.Play, format); err != nil {
			return err
		}
	}
	if format == "txt" {
		t := Text{Title: d.Scenario.Name, Notes: []string{d.Shown()}, Plain: o.Plain, Columns: whole(o.Width), Rows: whole(o.Height)}
		if t.Columns == 0 {
			t.Columns = o.Columns
		}
		w.Rows = t.RowsOf(w.To-w.From, d.Scene.Bit())
		return t.Write(b, d.Scene.View(w))
	}
	v := d.Scene.View(w)
	if format == "json" {
		text, err := v.JSON()
		if err == nil {
			_, err = b.Write(append(text, '\n'))
		}
		return err
	}
	p := Picture{Title: d.Scenario.Name, Notes: d.notes(v, d.Shown()), Width: o.Width, Height: o.Height, Play: o.Play}
	return p.Write(b, format, v)
}

// SVG returns the diagram for a page that itself says which stretch it shows.
func (d *Diagram) SVG() ([]byte, error) {
	w := d.Window
	w.Most, w.Rows = mostBands, shareRows
	v := d.Scene.View(w)
	var b bytes.Buffer
	err := Picture{Title: d.Scenario.Name, Notes: d.notes(v, d.What)}.Write(&b, "svg", v)
	return b.Bytes(), err
}

// whole returns a flag's number of columns or rows as an integer, or the invalid size -1 if it is out of range.
func whole(x float64) int {
	if x >= 0 && x <= 1e6 {
		return int(x)
	}
	return -1
}

// notes returns the text below a picture.
func (d *Diagram) notes(v *scene.View, shown string) []string {
	where := "the cable across, time down"
	switch {
	case v.Rows != nil:
		where = "a column for each station, time down"
	case v.Sections != nil:
		where = pathNote(v)
		if c := d.Scenario.LAN(); slices.ContainsFunc(c.Segments, func(s lan.Segment) bool { return s.Params.BitTime != v.Bit }) {
			where += fmt.Sprintf("; bit times of %v", v.Bit)
		}
	case v.Star:
		where = fmt.Sprintf("a star: %s bit times (%v) between any two stations; time down", Count(v.Delay, v.Bit), v.Delay)
	case v.Length == 0:
		where = "all stations at one place; time down"
	}
	notes := []string{where + "; " + shown}
	if v.Rows != nil {
		notes = append(notes, fmt.Sprintf("%d transmissions cannot be told apart: instead, for each station, the shares of time in which its attempts got through and collided. A shorter window (--from, --to) shows them one by one.", v.Count))
	}
	return notes
}

// pathNote says what the axis of places of a path is.
func pathNote(v *scene.View) string {
	note := "the path across, time down; a short segment is drawn longer than it is; the signals have the colour of the station whose frame they carry"
	if slices.ContainsFunc(v.Devices, func(d scene.Device) bool { return !d.Bridge }) {
		note += "; a repeater passes on what arrives (pale), and sends jam"
	}
	if slices.ContainsFunc(v.Devices, func(d scene.Device) bool { return d.Bridge }) {
		note += "; in a bridge a line leads from the end of a frame to where it is sent on"
	}
	return note
}
