package campaign

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
)

// pathColumns returns the columns of the axes, and of the values derived from them.
func (c *Campaign) pathColumns() []table.Column {
	var list []table.Column
	for i := range c.Sweep.Axes {
		a := &c.Sweep.Axes[i]
		list = append(list, table.Column{Name: a.Name, Unit: a.Unit, Text: a.Text, Kind: table.AxisColumn, What: a.Path})
	}
	for i := range c.Sweep.Derived {
		d := &c.Sweep.Derived[i]
		list = append(list, table.Column{Name: d.Name, Unit: d.Unit, Text: d.Text, Kind: table.DerivedColumn, What: d.Path})
	}
	return list
}

// shown returns the indices of the metrics that the plan's media have.
func (c *Campaign) shown() (numbers []int) {
	kinds := c.Sweep.Kinds()
	for k := range metric.All {
		if metric.All[k].In(kinds) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// RunColumns are the columns of runs.csv between those of the plan and the metrics.
var RunColumns = []table.Column{
	{Name: "replication", Kind: table.RunColumn, What: "which run of its point, from 0"},
	{Name: "seed", Kind: table.RunColumn, What: "what csmacd run --seed runs it again with"},
	{Name: "digest", Kind: table.RunColumn, Text: true, What: "of every transmission: the same digest, the same run"},
}

// PointColumns are the columns of points.csv between those of the plan and the metrics. The last
// one is there only if the plan looks for the end of the warm-up.
var PointColumns = []table.Column{
	{Name: "replications", Kind: table.RunColumn, What: "runs of the point that are there"},
	{Name: "planned", Kind: table.RunColumn, What: "runs of the point that the plan asks for: where there are fewer, the campaign is not complete"},
	{Name: "unsettled", Kind: table.RunColumn, What: "of the runs that are there, those that did not settle: no figure of the point has them in it"},
}

// runColumns returns the columns of runs.csv, which are also the members of runs.jsonl.
func (c *Campaign) runColumns() []table.Column {
	list := append(c.pathColumns(), RunColumns...)
	for _, k := range c.shown() {
		m := &metric.All[k]
		list = append(list, table.Column{Name: m.Name, Unit: m.Unit, Kind: table.MetricColumn, What: m.What})
	}
	return list
}

// HalfWidth ends the names of the columns that hold half-widths.
const HalfWidth = "_half_width"

// pointColumns returns the columns of points.csv.
func (c *Campaign) pointColumns() []table.Column {
	list := append(c.pathColumns(), PointColumns[:2]...)
	if c.Sweep.SteadyOf != "" {
		list = append(list, PointColumns[2])
	}
	for _, k := range c.shown() {
		m := &metric.All[k]
		what, half := "mean over the runs of: "+m.What, "half the interval of that mean, by Student's t over the runs"
		switch {
		case m.Percentile != nil && c.Version() == record.OldVersion:
			what, half = "none: the records of the runs are of an older version, and have no distributions (runs.csv has each run's "+m.Name+")", "none"
		case m.Percentile != nil:
			what, half = m.What+", of all runs of the point together", "half the interval of that percentile, by a bootstrap over the runs"
		}
		list = append(list,
			table.Column{Name: m.Name, Unit: m.Unit, Kind: table.MetricColumn, What: what},
			table.Column{Name: m.Name + HalfWidth, Unit: m.Unit, Kind: table.HalfWidthColumn, Of: m.Name, What: fmt.Sprintf("%s, at a confidence of %v", half, c.Confidence)})
	}
	return list
}

// keptColumns returns the columns of the table of something that is kept of each run.
func (c *Campaign) keptColumns(name string) []table.Column {
	list := append(c.pathColumns(), RunColumns[0])
	return append(list, keep.Columns[name]...)
}

// CheckNames returns an error if an axis of a plan has a name that another column has.
func CheckNames(plan *plan.Sweep) error {
	c := &Campaign{Sweep: plan}
	taken := map[string]bool{}
	tables := [][]table.Column{c.runColumns(), c.pointColumns()}
	for _, name := range c.Sweep.Keep {
		tables = append(tables, c.keptColumns(name))
	}
	for _, columns := range tables {
		for _, col := range columns {
			if col.Kind != table.AxisColumn && col.Kind != table.DerivedColumn {
				taken[col.Name] = true
			}
		}
	}
	for _, col := range c.pathColumns() {
		if taken[col.Name] {
			return fmt.Errorf("the plan's %s would be the column %q, a name that the tables use already: write another name, NAME: {path: %s, ...}", col.What, col.Name, col.What)
		}
	}
	return nil
}
