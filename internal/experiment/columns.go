package experiment

import "fmt"

// pathColumns are those of the axes, and of what follows from them.
func (c *campaign) pathColumns() []Column {
	var list []Column
	for i := range c.plan.Axes {
		a := &c.plan.Axes[i]
		list = append(list, Column{Name: a.Name, Unit: a.Unit, Text: a.Text, Kind: AxisColumn, What: a.Path})
	}
	for i := range c.plan.Derived {
		d := &c.plan.Derived[i]
		list = append(list, Column{Name: d.Name, Unit: d.Unit, Text: d.Text, Kind: DerivedColumn, What: d.Path})
	}
	return list
}

// shown gives the numbers of the metrics that the plan's media have.
func (c *campaign) shown() (numbers []int) {
	kinds := c.plan.Kinds()
	for k := range Metrics {
		if Metrics[k].in(kinds) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// runColumns are those of runs.csv, and the members of runs.jsonl.
func (c *campaign) runColumns() []Column {
	list := append(c.pathColumns(),
		Column{Name: "replication", Kind: RunColumn, What: "which run of its point, from 0"},
		Column{Name: "seed", Kind: RunColumn, What: "what csmacd run --seed runs it again with"},
		Column{Name: "digest", Kind: RunColumn, Text: true, What: "of every transmission: the same digest, the same run"},
	)
	for _, k := range c.shown() {
		m := &Metrics[k]
		list = append(list, Column{Name: m.Name, Unit: m.Unit, Kind: MetricColumn, What: m.What})
	}
	return list
}

// halfWidth ends the names of the columns that hold half-widths.
const halfWidth = "_half_width"

// pointColumns are those of points.csv.
func (c *campaign) pointColumns() []Column {
	list := append(c.pathColumns(),
		Column{Name: "replications", Kind: RunColumn, What: "runs of the point that are there"},
		Column{Name: "planned", Kind: RunColumn, What: "runs of the point that the plan asks for: where there are fewer, the campaign is not complete"})
	if c.plan.SteadyOf != "" {
		list = append(list, Column{Name: "unsettled", Kind: RunColumn, What: "of the runs that are there, those that did not settle: no figure of the point has them in it"})
	}
	for _, k := range c.shown() {
		m := &Metrics[k]
		what, half := "mean over the runs of: "+m.What, "half the interval of that mean, by Student's t over the runs"
		switch {
		case m.pooled != nil && c.records() == oldRecords:
			what, half = "none: the records of the runs are of an older version, and have no distributions (runs.csv has each run's "+m.Name+")", "none"
		case m.pooled != nil:
			what, half = m.What+", of all runs of the point together", "half the interval of that percentile, by a bootstrap over the runs"
		}
		list = append(list,
			Column{Name: m.Name, Unit: m.Unit, Kind: MetricColumn, What: what},
			Column{Name: m.Name + halfWidth, Unit: m.Unit, Kind: HalfWidthColumn, Of: m.Name, What: fmt.Sprintf("%s, at a confidence of %v", half, c.Confidence)})
	}
	return list
}

// keptColumns are those of the table of something kept of each run.
func (c *campaign) keptColumns(name string) []Column {
	list := append(c.pathColumns(), Column{Name: "replication", Kind: RunColumn, What: "which run of its point, from 0"})
	return append(list, keptColumns[name]...)
}

// checkNames says which axis has a name that another column has.
func (c *campaign) checkNames() error {
	taken := map[string]bool{}
	tables := [][]Column{c.runColumns(), c.pointColumns()}
	for _, name := range c.plan.Keep {
		tables = append(tables, c.keptColumns(name))
	}
	for _, columns := range tables {
		for _, col := range columns {
			if col.Kind != AxisColumn && col.Kind != DerivedColumn {
				taken[col.Name] = true
			}
		}
	}
	for _, col := range c.pathColumns() {
		if taken[col.Name] {
			return fmt.Errorf("the plan's %s would be the column %q, which is one of every table: write another name, NAME: {path: %s, ...}", col.What, col.Name, col.What)
		}
	}
	return nil
}
