package plan

import (
	"testing"

	"github.com/csmacd/csmacd/internal/schematest"
)

// The reader and the schema of scenarios know the same keys of a plan.
func TestSchemaKeysOfAPlan(t *testing.T) {
	schematest.Read(t).DefsHaveKeys(t, map[string][]string{"sweep": sweepTable.Keys(), "axis": axisTable.Keys(), "derived": derivedTable.Keys()})
}
