package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Where a table has no metric that tells its kind of medium, the first of its metrics is the usual one; throughput where it is not always 0.
func TestUsualByValues(t *testing.T) {
	series := &Table{Columns: []Column{{Name: "t_us", Kind: RunColumn}, {Name: "frames_sent", Kind: MetricColumn}, {Name: "throughput", Kind: MetricColumn}}}
	series.Rows = [][]Cell{{{"0", 0}, {"3", 3}, {"0", 0}}}
	assert.Equal(t, []string{"frames_sent"}, series.Usual())
	series.Rows = append(series.Rows, []Cell{{"1", 1}, {"3", 3}, {"0.5", 0.5}})
	assert.Equal(t, []string{"throughput"}, series.Usual())
	assert.Empty(t, (&Table{}).Usual())
}
