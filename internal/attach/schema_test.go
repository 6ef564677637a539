package attach

import (
	"testing"

	"github.com/csmacd/csmacd/internal/schematest"
)

// The reader and the schema of scenarios know the same keys of what a station is attached to.
func TestSchemaKeysOfAttach(t *testing.T) {
	want := map[string][]string{"soft": softTable.Keys(), "udp": tunnelTable.Keys()}
	for i := range tables {
		want["attach-"+Kind(i).String()] = tables[i].Keys()
	}
	schematest.Read(t).DefsHaveKeys(t, want)
}
