package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
)

func plotCampaign(c *cli.Context, dir string) (f plot.Figure, notes []string, err error) {
	table, err := experiment.ReadTable(dir, experiment.Points)
	if err != nil {
		return f, nil, err
	}
	choice := plot.Choice{X: c.String("x"), Y: c.String("y"), By: c.String("by"), Where: c.StringSlice("where")}
	if c.IsSet("theory") {
		choice.Theory = strings.Split(c.String("theory"), ",")
		path := filepath.Join(dir, "plan.yaml")
		text, err := os.ReadFile(path)
		if err != nil {
			return f, nil, fmt.Errorf("--theory is computed from the campaign's plan: %w", trace.Because(path, err))
		}
		if choice.Plan, err = scenario.ParsePlan(path, text); err != nil {
			return f, nil, err
		}
	}
	f, notes, err = plot.Campaign(table, choice)
	if err != nil {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	return f, notes, err
}
