package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/draw"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/phy"
)

func drawCommand() *cli.Command {
	return &cli.Command{
		Name:      "draw",
		Usage:     "draw what happens on a cable or a path: place across, time down; or a network",
		ArgsUsage: "FILE",
		UsageText: commandline.Examples(
			"csmacd draw net.yaml # an SVG file, net.svg",
			"csmacd draw net.yaml --utf8 # in the terminal",
			"csmacd draw net.yaml --from 12000bt --to 14000bt --out collision.png",
			"csmacd draw lan.yaml --path pc0,server # from pc0 to the server, through hubs and switches",
			"csmacd draw --topology lan.yaml --out lan.svg # segments, devices, stations",
			"csmacd draw --topology lan.yaml --as dot | dot -Tpdf -o lan.pdf",
		),
		Description: commandline.Guide("Without --from and --to: all of a short run, or from the first transmission to just after the first "+
			"collision is resolved.", "docs/howto/draw.md"),
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "begin at the simulated `TIME`, such as 500bt or 50us"},
			&cli.StringFlag{Name: "to", Usage: "end before the simulated `TIME`"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE`.svg, .png, .pdf, .txt or .json (- for standard output)", DefaultText: "the scenario's name.svg; text: standard output"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw it as text, with ASCII characters only"},
			&cli.BoolFlag{Name: "utf8", Usage: "draw it as text, with Unicode blocks"},
			&cli.BoolFlag{Name: "topology", Usage: "draw what a network is made of, to FILE.svg, .png, .pdf, .mmd (Mermaid) or .dot (Graphviz)"},
			&cli.StringFlag{Name: "as", Usage: "write the topology as `FORMAT`: " + strings.Join(topologyFormats, ", "), DefaultText: "by the name of --out"},
			&cli.StringFlag{Name: "path", Usage: "of a network, show the path between the stations `A,B`", DefaultText: "the stations whose frames collide first, else the longest path"},
			&cli.StringFlag{Name: "stations", Usage: "show only the lanes of the stations `A,B` (the cable shows all signals)"},
			&cli.DurationFlag{Name: "play", Usage: "let time pass in an SVG file, again and again: the diagram plays for the wall-clock `TIME`, such as 12s"},
			&cli.Float64Flag{Name: "width", Usage: "`MM` across (text: columns)", DefaultText: "180; text: the terminal's width, or 80"},
			&cli.Float64Flag{Name: "height", Usage: "`MM` high (text: about that many rows)", DefaultText: "220; text: 48"},
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
	if c.Bool("topology") {
		return drawTopology(c, file)
	}
	if c.IsSet("as") {
		return usage.Errorf("--as is for --topology: the format of a diagram follows from the name of --out")
	}
	out, format, err := diagramFormat(c, file)
	if err != nil {
		return err
	}
	if c.IsSet("play") {
		if err := draw.Playable(c.Duration("play"), format); err != nil {
			return usage.Errorf("--play: %w", err)
		}
	}
	if err := sides(c, func(side string) (least, most float64, unit string) { return draw.Limits(format, side) }); err != nil {
		return err
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	named := run.Read(file, s)
	named.Write("--out", out)
	if err := checkFiles(named); err != nil {
		return err
	}
	defer warn(s)
	if err := draw.Drawable(file, s); err != nil {
		return err
	}
	exit.Doing(exit.NothingWritten, "running %s as far as the diagram needs", file)
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
	look := draw.Look{Width: c.Float64("width"), Height: c.Float64("height"), Plain: !c.Bool("utf8"), Columns: terminal.Columns(), Play: c.Duration("play")}
	var b bytes.Buffer
	if err := d.Write(&b, format, look); err != nil {
		return err
	}
	return writeWhole(out, b.Bytes())
}

// stretch reads which part of the run is drawn.
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
	if c.IsSet("path") {
		t.Path = strings.Split(c.String("path"), ",")
	}
	return t, nil
}

// instant reads --from or --to. It returns -1 if the flag is not given.
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

// diagramFormat returns the file and the format of the diagram.
func diagramFormat(c *cli.Context, file string) (out, format string, err error) {
	text := c.Bool("ascii") || c.Bool("utf8")
	if c.Bool("ascii") && c.Bool("utf8") {
		return "", "", usage.Errorf("--ascii and --utf8 are two ways to draw text: choose one")
	}
	out = c.String("out")
	switch {
	case c.IsSet("out") && out == "":
		return "", "", usage.Errorf("--out needs a file, or - for standard output")
	case text && slices.Contains(append([]string{"json"}, figure.Formats...), ending(out)):
		return "", "", usage.Errorf("--out %s: --ascii and --utf8 draw text, for a file such as diagram.txt: leave them out, or choose another name", out)
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
	format = ending(out)
	if !slices.Contains(append([]string{"txt", "json"}, figure.Formats...), format) {
		return "", "", usage.Errorf("--out %s: the name must end in .svg, .png, .pdf, .txt or .json", out)
	}
	return out, format, nil
}

// ending returns the ending of a file's name, in lower case.
func ending(name string) string { return strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")) }

// sides returns an error if --width or --height is not within its limits.
func sides(c *cli.Context, limits func(side string) (least, most float64, unit string)) error {
	for _, name := range []string{"width", "height"} {
		least, most, unit := limits(name)
		if v := c.Float64(name); c.IsSet(name) && !(v >= least && v <= most) {
			return usage.Errorf("--%s %g: a number from %g to %g is wanted, in %s", name, v, least, most, unit)
		}
	}
	return nil
}

// writeWhole writes a picture to a file, and prints its name.
func writeWhole(out string, whole []byte) error {
	err := files.Write(out, whole)
	if err == nil && out != "-" {
		fmt.Fprintf(stderr, "wrote %s\n", out)
	}
	return err
}
