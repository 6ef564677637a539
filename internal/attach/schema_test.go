package attach

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The reader and the schema of scenarios know the same keys of what a station is attached to.
func TestSchemaKeysOfAttach(t *testing.T) {
	text, err := os.ReadFile("../scenario/schema.json")
	require.NoError(t, err)
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
			Additional any            `json:"additionalProperties"`
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	want := map[string][]string{"soft": softTable.Keys()}
	for i := range tables {
		want["attach-"+Kind(i).String()] = tables[i].Keys()
	}
	for name, keys := range want {
		require.Contains(t, schema.Defs, name)
		require.ElementsMatch(t, keys, slices.Collect(maps.Keys(schema.Defs[name].Properties)), name)
		require.Equal(t, false, schema.Defs[name].Additional, name)
	}
}
