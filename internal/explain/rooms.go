package explain

import (
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/series"
)

// columns collects the columns of the tables of a campaign, of a series and of flows.
func (c *collection) columns() {
	add := func(col table.Column, where string) {
		c.add(Fact{Key: col.Name, Kind: Column, Text: sentence(col.What), Unit: col.Unit, Where: where, Page: "docs/reference/formats.md"})
	}
	for _, col := range campaign.RunColumns {
		add(col, "runs.csv")
	}
	for _, col := range campaign.PointColumns {
		add(col, "points.csv")
	}
	for i := range metric.All {
		m := &metric.All[i]
		add(table.Column{Name: m.Name, Unit: m.Unit, What: m.What}, "points.csv (of all runs of the point) and runs.csv")
		add(table.Column{Name: m.Name + campaign.HalfWidth, Unit: m.Unit, What: "half the confidence interval of " + m.Name + ", over the runs of the point"}, "points.csv")
	}
	for _, col := range series.Columns {
		add(table.Column{Name: col.Name, Unit: col.Unit, What: col.What}, "series (csmacd run --series, series.csv)")
	}
	for _, col := range series.Extra {
		add(table.Column{Name: col.Name, Unit: col.Unit, What: col.What}, "series (csmacd run --series)")
	}
	for _, col := range series.FlowColumns {
		add(table.Column{Name: col.Name, Unit: col.Unit, What: col.What}, "series of flows (csmacd run --flow-series)")
	}
	for _, name := range plan.Kept {
		for _, col := range keep.Columns[name] {
			if name != plan.KeepSeries {
				add(col, name+".csv")
			}
		}
	}
}

// policies collects the backoff policies, and the theories of figures.
func (c *collection) policies() {
	for _, p := range policies.All() {
		var params []string
		for _, q := range p.Params() {
			params = append(params, q.Name)
		}
		text := p.Text
		if p.Formula != "" {
			text = sentence(text) + " Delay: " + ended(p.Formula)
		}
		if len(params) > 0 {
			text += " Parameters: " + strings.Join(params, ", ") + "."
		}
		c.add(Fact{Key: p.Name, Kind: Policy, Text: text, Source: p.Source, Where: "backoff in a scenario; csmacd backoff " + p.Name, Page: "docs/reference/policies.md"})
	}
	for _, name := range plot.Theories() {
		c.add(Fact{Key: name, Kind: Theory, Text: plot.TheoryText(name), Where: "csmacd plot --theory", Page: "docs/reference/plot.md"})
	}
}
