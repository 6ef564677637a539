package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

// crossFigure is the figure of a campaign that is no lines but a table.
const crossFigure = "cross"

func plotCampaign(c *cli.Context, dir string) (f figure.Figure, notes []string, err error) {
	table, err := experiment.ReadTable(dir, c.String("table"))
	if err != nil {
		return f, nil, err
	}
	choice := plot.Choice{X: c.String("x"), By: c.String("by"), Where: c.StringSlice("where"), Let: c.StringSlice("let")}
	if c.IsSet("y") {
		choice.Y = strings.Split(c.String("y"), ",")
	}
	if choice.Data, err = plotData(c.StringSlice("data"), c.StringSlice("data-label")); err != nil {
		return f, nil, err
	}
	if c.IsSet("theory") {
		choice.Theory = strings.Split(c.String("theory"), ",")
		path := filepath.Join(dir, "plan.yaml")
		text, err := os.ReadFile(path)
		if err != nil {
			return f, nil, fmt.Errorf("--theory is computed from the campaign's plan: %w", files.Because(path, err))
		}
		if choice.Plan, err = scenario.ParsePlan(path, text); err != nil {
			return f, nil, err
		}
	}
	draw := plot.Campaign
	if c.String("what") == crossFigure {
		draw = plot.CrossTable
		for _, name := range []string{"log", "x-label", "y-label"} {
			if c.IsSet(name) {
				return f, nil, usage.Errorf("--%s is for axes, and a table has none", name)
			}
		}
	}
	f, notes, err = draw(table, choice)
	if err != nil {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	return f, notes, err
}

// plotData reads values from elsewhere.
func plotData(paths, labels []string) (list []*plot.Data, err error) {
	if len(labels) > len(paths) {
		return nil, usage.Errorf("--data-label %s: there is no --data FILE.csv that it names", labels[len(paths)])
	}
	for i, path := range paths {
		label := ""
		if i < len(labels) {
			label = labels[i]
		}
		d, err := plot.ReadData(path, label)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}
