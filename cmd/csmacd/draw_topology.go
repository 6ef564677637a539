package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/topology"
	"github.com/csmacd/csmacd/internal/usage"
)

// topologyFormats are the formats of a picture of a network.
var topologyFormats = append(slices.Clone(figure.Formats), "mermaid", "dot")

// topologyEndings are other endings of their files.
var topologyEndings = map[string]string{"mmd": "mermaid", "gv": "dot"}

// drawTopology draws what a network is made of.
func drawTopology(c *cli.Context, file string) error {
	for _, name := range []string{"from", "to", "ascii", "utf8", "path", "stations", "play", "width", "height"} {
		if c.IsSet(name) {
			return usage.Errorf("--%s is for diagrams of what happens: leave it out with --topology", name)
		}
	}
	out, format, err := topologyFormat(c, file)
	if err != nil {
		return err
	}
	s, err := load(c, file)
	if err != nil {
		return err
	}
	if s.Topology() == nil {
		return fmt.Errorf("%s: has one medium, and no segments, devices and links to draw: csmacd draw without --topology shows what happens on it", file)
	}
	named := run.Read(file, s)
	named.Write("--out", out)
	if err := checkFiles(named); err != nil {
		return err
	}
	d := topology.Of(s)
	var b bytes.Buffer
	switch format {
	case "mermaid":
		err = d.Mermaid(&b)
	case "dot":
		err = d.Dot(&b)
	default:
		err = d.Picture(&b, format)
	}
	if err != nil {
		return err
	}
	return writeWhole(out, b.Bytes())
}

// topologyFormat returns the file and the format of the picture. Text formats go to standard output
// unless a file is named.
func topologyFormat(c *cli.Context, file string) (out, format string, err error) {
	out, format = c.String("out"), c.String("as")
	if c.IsSet("as") && !slices.Contains(topologyFormats, format) {
		return "", "", usage.Errorf("--as %s: write one of %s", format, strings.Join(topologyFormats, ", "))
	}
	of := ending(out)
	of = cmp.Or(topologyEndings[of], of)
	switch {
	case c.IsSet("as") && of != format && slices.Contains(topologyFormats, of):
		return "", "", usage.Errorf("--out %s is a name for %s, and --as asks for %s: leave --as out, or choose another name", out, of, format)
	case c.IsSet("out") && out == "":
		return "", "", usage.Errorf("--out needs a file, or - for standard output")
	case format == "mermaid" || format == "dot":
		return cmp.Or(out, "-"), format, nil
	case out == "-":
		return out, cmp.Or(format, "svg"), nil
	case out == "":
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if file == "-" {
			name = "network"
		}
		format = cmp.Or(format, "svg")
		return name + "-topology." + format, format, nil
	}
	if format = cmp.Or(format, of); !slices.Contains(topologyFormats, format) {
		return "", "", usage.Errorf("--out %s: the name must end in .svg, .png, .pdf, .mmd, .mermaid, .dot or .gv", out)
	}
	return out, format, nil
}
