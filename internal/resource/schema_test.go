package resource

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The reader and the schema of scenarios know the same keys of media and clients.
func TestSchemaKeysOfResources(t *testing.T) {
	text, err := os.ReadFile("../scenario/schema.json")
	require.NoError(t, err)
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
			Additional any            `json:"additionalProperties"`
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	for name, keys := range map[string][]string{
		"aloha": alohaTable.Keys(), "slotted-aloha": slottedTable.Keys(), "users": usersTable.Keys(),
		"store": storeTable.Keys(), "writers": writersTable.Keys(), "leg": legTable.Keys(),
		"submit": submitTable.Keys(), "submitters": submittersTable.Keys(),
		"server": serverTable.Keys(), "stop": stopTable.Keys(), "callers": callersTable.Keys(),
	} {
		require.Contains(t, schema.Defs, name)
		require.ElementsMatch(t, keys, slices.Collect(maps.Keys(schema.Defs[name].Properties)), name)
		require.Equal(t, false, schema.Defs[name].Additional, name)
	}
}
