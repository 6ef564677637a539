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
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/phy"
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
	named := scenarioFiles(file, s)
	named.Write("--out", out)
	if err := checkFiles(named); err != nil {
		return err
	}
	defer warn(s)
	if err := draw.Drawable(file, s); err != nil {
		return err
	}
	exit.Doing(exit.NothingWritten, "running %s as far as the picture goes", file)
	t, err := stretch(c, s)
	if err != nil {
		return err
	}
	bar := terminal.NewProgress(s.Duration, false)
	t.Ran = bar.Show
	d, err := t.Run(c.Context, file, s)
	bar.Finish()
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "showing %s\n", d.Shown())
	look := draw.Look{Width: c.Float64("width"), Height: c.Float64("height"), Plain: !c.Bool("utf8"), Columns: terminal.Columns()}
	var b bytes.Buffer
	if err := d.Write(&b, format, look); err != nil {
		return err
	}
	return writeWhole(out, b.Bytes())
}

// stretch reads which stretch is drawn.
func stretch(c *cli.Context, s *scenario.Scenario) (t *draw.Stretch, err error) {
	t = &draw.Stretch{}
	if t.From, err = instant(c, "from", s.Config.Params.BitTime); err != nil {
		return nil, err
	}
	if t.To, err = instant(c, "to", s.Config.Params.BitTime); err != nil {
		return nil, err
	}
	if c.IsSet("stations") {
		t.Stations = strings.Split(c.String("stations"), ",")
	}
	return t, nil
}

// instant reads an end of the window; -1 where it is not given.
func instant(c *cli.Context, name string, bit phy.Time) (phy.Time, error) {
	if !c.IsSet(name) {
		return -1, nil
	}
	t, err := phy.ParseTime(c.String(name), bit)
	if err != nil {
		return 0, usage.Errorf("--%s: %w", name, err)
	}
	return t, nil
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
