// Package schematest lets the tests of each room that reads a part of a scenario compare its
// tables of keys with the schema of scenarios.
package schematest

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Object is what tests read of a mapping in the schema, or of one of its keys.
type Object struct {
	Properties  map[string]*Object `json:"properties"`
	Description string             `json:"description"`
	Ref         string             `json:"$ref"`
	Enum        []any              `json:"enum"`
	Const       any                `json:"const"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	Default     any                `json:"default"`
	Additional  any                `json:"additionalProperties"`
	Defs        map[string]*Object `json:"$defs"`
	OneOf       []*Object          `json:"oneOf"`
	AnyOf       []*Object          `json:"anyOf"`
	Items       *Object            `json:"items"`
}

// Read returns the schema of scenarios, for a test in a folder beside that of package scenario.
func Read(t testing.TB) *Object {
	t.Helper()
	text, err := os.ReadFile("../scenario/schema.json")
	require.NoError(t, err)
	var o Object
	require.NoError(t, json.Unmarshal(text, &o))
	return &o
}

// HasKeys fails a test unless a mapping of the schema has these keys, and allows no others.
func (o *Object) HasKeys(t testing.TB, name string, keys []string) {
	t.Helper()
	require.ElementsMatch(t, keys, slices.Collect(maps.Keys(o.Properties)), name)
	require.Equal(t, false, o.Additional, name)
}

// DefsHaveKeys fails a test unless the schema defines all these mappings, each with the keys
// given and no others.
func (o *Object) DefsHaveKeys(t testing.TB, want map[string][]string) {
	t.Helper()
	for name, keys := range want {
		require.Contains(t, o.Defs, name)
		o.Defs[name].HasKeys(t, name, keys)
	}
}
