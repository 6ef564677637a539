package metric_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Usual returns metrics for every kind of medium, and the medium has all of them.
func TestUsual(t *testing.T) {
	for kind, want := range map[string][]string{
		"bus": {"throughput"}, "star": {"throughput"}, "aloha": {"throughput"}, "slotted-aloha": {"throughput"},
		"store": {"completion_us", "calls"}, "server": {"frames_delivered"}, "submit": {"submitted"},
	} {
		of := &table.Table{}
		for i := range metric.All {
			if metric.All[i].In([]string{kind}) {
				of.Columns = append(of.Columns, table.Column{Name: metric.All[i].Name, Kind: table.MetricColumn})
			}
		}
		assert.Equal(t, want, of.Usual(), kind)
		_, has := of.Find("throughput")
		assert.Equal(t, slices.Contains(scenario.Timed, kind), has, kind)
	}
}
