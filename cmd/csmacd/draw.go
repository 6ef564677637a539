package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/draw"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/internal/usage"
)

func drawCommand() *cli.Command {
	return &cli.Command{
		Name:      "draw",
		Usage:     "draw what happens on the cable: place across, time down",
		ArgsUsage: "FILE",
		Description: "Runs the scenario in FILE (- for standard input) as far as it has to, and draws a stretch of it as a " +
			"space-time diagram: each transmission a band that travels both ways from its station (preamble, frame, jam), " +
			"where signals collide, and beside each station deference, the parts of the gap and backoff, with their exact instants. " +
			"In an SVG file they show under the pointer, too.\n\n" +
			"Without --from and --to: all of a short run; else from the first transmission to a little after the first " +
			"collision is resolved. Of a stretch with very many transmissions, how much of the time each station sent and collided.\n\n" +
			"--ascii or --utf8 draw it as text, for a terminal.",
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "begin at the simulated `TIME`, such as 500bt or 50us"},
			&cli.StringFlag{Name: "to", Usage: "end before the simulated `TIME`"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`, whose ending says the format: .svg, .png or .pdf, .txt, or .json, for programs (- for standard output)", DefaultText: "the scenario's name.svg; as text: standard output"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw it as text, of ASCII alone"},
			&cli.BoolFlag{Name: "utf8", Usage: "draw it as text, with blocks of Unicode"},
			&cli.StringFlag{Name: "stations", Usage: "only the lanes of the stations `A,B` (their signals and all others' are on the cable nevertheless)"},
			&cli.Float64Flag{Name: "width", Usage: "`MM` across (text: columns)", DefaultText: "180; text: those of the terminal, or 80"},
			&cli.Float64Flag{Name: "height", Usage: "`MM` upright (text: rows of time, about)", DefaultText: "220; text: 48"},
		}, scenarioFlags()),
		Action:       drawDiagram,
		BashComplete: completeFiles,
		OnUsageError: usageError,
	}
}

func drawDiagram(c *cli.Context) error {
	file, err := oneFile(c)
	if err != nil {
		return err
	}
	out, format, err := diagramFormat(c, file)
	if err != nil {
		return err
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	t := scenarioFiles(file, s)
	t.Write("--out", out)
	if err := checkFiles(t); err != nil {
		return err
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(stderr, "warning: %v\n", w)
	}
	run, err := newDrawRun(c, file, s)
	if err != nil {
		return err
	}
	window, what, err := run.window()
	if err != nil {
		return err
	}
	bit := run.scene.Bit()
	shown := fmt.Sprintf("%s to %s bit times: %s", draw.Count(window.From, bit), draw.Count(window.To, bit), what)
	fmt.Fprintf(stderr, "showing %s\n", shown)
	var b bytes.Buffer
	if err := writeDiagram(c, &b, format, s, run.scene, window, shown); err != nil {
		return err
	}
	return writeWhole(out, b.Bytes())
}

// The most transmissions that are shown one by one, and how many rows stand for more.
const mostBands, shareRows = 300, 400

func writeDiagram(c *cli.Context, b *bytes.Buffer, format string, s *scenario.Scenario, of *scene.Scene, w scene.Window, shown string) error {
	w.Most, w.Rows = mostBands, shareRows
	if format == "txt" {
		t := draw.Text{Title: s.Name, Notes: []string{shown}, Plain: !c.Bool("utf8"), Columns: whole(c.Float64("width")), Rows: whole(c.Float64("height"))}
		if t.Columns == 0 {
			t.Columns = terminalColumns()
		}
		w.Rows = t.RowsOf(w.To-w.From, of.Bit())
		return t.Write(b, of.View(w))
	}
	v := of.View(w)
	if format == "json" {
		text, err := v.JSON()
		b.Write(append(text, '\n'))
		return err
	}
	p := draw.Picture{Title: s.Name, Notes: drawNotes(s, v, shown), Width: c.Float64("width"), Height: c.Float64("height")}
	return p.Write(b, format, v)
}

// whole makes a number of columns or rows of a flag's; what is none is -1, which no text has.
func whole(x float64) int {
	if x >= 0 && x <= 1e6 {
		return int(x)
	}
	return -1
}

// drawNotes is what stands below a picture.
func drawNotes(s *scenario.Scenario, v *scene.View, shown string) []string {
	where := "the cable across, time down"
	switch {
	case v.Rows != nil:
		where = "a column a station, time down"
	case s.Config.Shape.IsStar():
		where = fmt.Sprintf("a star: %s bit times (%v) between any two stations; time down", draw.Count(v.Delay, v.Bit), v.Delay)
	case v.Length == 0:
		where = "all stations at one place; time down"
	}
	notes := []string{where + "; " + shown}
	if v.Rows != nil {
		notes = append(notes, fmt.Sprintf("%d transmissions are more than can be told apart: for each station, how much of the time its attempts got through and collided. A shorter window (--from, --to) shows them one by one.", v.Count))
	}
	return notes
}

// diagramFormat gives the file and the format that are asked for.
func diagramFormat(c *cli.Context, file string) (out, format string, err error) {
	text := c.Bool("ascii") || c.Bool("utf8")
	if c.Bool("ascii") && c.Bool("utf8") {
		return "", "", usage.Errorf("--ascii and --utf8 are two ways to draw text: choose one")
	}
	out = c.String("out")
	switch {
	case c.IsSet("out") && out == "":
		return "", "", usage.Errorf("--out needs a file, or - for standard output")
	case text:
		return cmp.Or(out, "-"), "txt", nil
	case out == "-":
		return out, "svg", nil
	case out == "":
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if file == "-" {
			name = "diagram"
		}
		return name + ".svg", "svg", nil
	}
	format = strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	if !slices.Contains(append([]string{"txt", "json"}, figure.Formats...), format) {
		return "", "", usage.Errorf("--out %s: the name of a diagram ends in .svg, .png, .pdf, .txt or .json", out)
	}
	return out, format, nil
}

// writeWhole writes a picture to a file, and says so.
func writeWhole(out string, whole []byte) error {
	err := files.Write(out, whole)
	if err == nil && out != "-" {
		fmt.Fprintf(stderr, "wrote %s\n", out)
	}
	return err
}
