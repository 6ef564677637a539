package resource

import (
	"testing"

	"github.com/csmacd/csmacd/internal/schematest"
)

// The reader and the schema of scenarios know the same keys of media and clients.
func TestSchemaKeysOfResources(t *testing.T) {
	schematest.Read(t).DefsHaveKeys(t, map[string][]string{
		"aloha": alohaTable.Keys(), "slotted-aloha": slottedTable.Keys(), "users": usersTable.Keys(),
		"store": storeTable.Keys(), "writers": writersTable.Keys(), "leg": legTable.Keys(),
		"submit": submitTable.Keys(), "submitters": submittersTable.Keys(),
		"server": serverTable.Keys(), "times": timesTable.Keys(), "stop": stopTable.Keys(), "callers": callersTable.Keys(),
	})
}
