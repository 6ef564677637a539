package plot

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/plot/single"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/usage"
)

// Options select a figure of what csmacd wrote; they are the flags of csmacd plot.
type Options struct {
	What       string   // the figure; "": the usual one
	Table      string   // of a campaign
	Choice     Choice   // of a campaign's table; its data and plan are read
	Data       []string // files of CSV whose values are drawn beside those of a campaign
	DataLabels []string // names of the data, in their order
	Log        string   // axes that are logarithmic; "": chosen by the values

	XLabel, YLabel string // titles of the axes, in place of the usual ones

	// Given reports whether a flag was given, even with an empty value.
	Given func(flag string) bool
}

// Figure makes the figure of the campaign, result or events at a path. The notes are what its reader should know.
func (o *Options) Figure(path string) (f figure.Figure, notes []string, err error) {
	kind, err := run.KindOf(path)
	if err != nil {
		return f, nil, err
	}
	campaign := []string{"x", "y", "by", "where", "let", "theory", "data", "data-label", "table"}
	for _, name := range campaign {
		ofSeries := kind == run.Series && name == "y" || kind == run.FlowSeries && (name == "y" || name == "where")
		if kind != run.Campaign && o.Given(name) && !ofSeries {
			return f, nil, usage.Errorf("--%s is for a campaign; %s is %s", name, path, kind)
		}
	}
	if (kind == run.Series || kind == run.FlowSeries) && o.What != "" {
		return f, nil, usage.Errorf("--what %s is for results, events and campaigns; %s is %s: --y chooses its columns", o.What, path, kind)
	}
	if what := o.What; kind == run.Campaign && what != "" && what != crossFigure {
		return f, nil, usage.Errorf("--what %s is for a single run; %s is %s, for which --what can be %s", what, path, kind, crossFigure)
	}
	switch kind {
	case run.Campaign:
		f, notes, err = o.ofCampaign(path)
	case run.Series:
		f, err = single.OfSeries(path, o.Choice.Y)
	case run.FlowSeries:
		f, err = single.OfFlows(path, o.Choice.Y, o.Choice.Where)
	case run.Result:
		f, err = single.OfResult(path, o.What)
	default:
		f, err = single.OfEvents(path, o.What)
	}
	if err == nil {
		err = logarithmic(o.Log, &f)
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		p.X.Label, p.Y.Label = cmp.Or(o.XLabel, p.X.Label), cmp.Or(o.YLabel, p.Y.Label)
	}
	if errors.Is(err, figure.ErrNothing) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return f, notes, err
}

// logarithmic makes axes logarithmic or linear, as --log says.
func logarithmic(axes string, f *figure.Figure) error {
	if axes == "" {
		return nil
	}
	x, y := figure.Linear, figure.Linear
	for _, a := range strings.Split(strings.ReplaceAll(axes, "xy", "x,y"), ",") {
		switch a {
		case "x":
			x = figure.Log
		case "y":
			y = figure.Log
		case "none":
		default:
			return usage.Errorf("--log %s: write x, y, xy, or none", axes)
		}
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.X.Ticks == nil { // with ticks of its own, its places are not values
			p.X.Scale = x
		}
		p.Y.Scale = y
	}
	return nil
}
