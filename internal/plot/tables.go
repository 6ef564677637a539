package plot

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

// crossFigure is the name of the figure that shows a campaign as a table.
const crossFigure = "cross"

// ofCampaign reads a table of a campaign and draws it.
func (o *Options) ofCampaign(dir string) (f figure.Figure, notes []string, err error) {
	table, err := table.Read(dir, o.Table)
	if err != nil {
		return f, nil, err
	}
	choice := o.Choice
	if choice.Data, err = readData(o.Data, o.DataLabels); err != nil {
		return f, nil, err
	}
	if choice.Theory != nil {
		path := filepath.Join(dir, "plan.yaml")
		text, err := os.ReadFile(path)
		if err != nil {
			return f, nil, fmt.Errorf("--theory is computed from the campaign's plan: %w", files.Because(path, err))
		}
		if choice.Plan, err = scenario.ParsePlan(path, text); err != nil {
			return f, nil, err
		}
	}
	draw := Campaign
	if o.What == crossFigure {
		draw = CrossTable
		for _, name := range []string{"log", "x-label", "y-label"} {
			if o.Given(name) {
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

// readData reads the files of --data.
func readData(paths, labels []string) (list []*Data, err error) {
	if len(labels) > len(paths) {
		return nil, usage.Errorf("--data-label %s: there is no --data FILE.csv for it", labels[len(paths)])
	}
	for i, path := range paths {
		label := ""
		if i < len(labels) {
			label = labels[i]
		}
		d, err := ReadData(path, label)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}
