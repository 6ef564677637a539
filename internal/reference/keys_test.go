package reference

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// A mapping that the schema has and the page would leave out is an error, so that no key is forgotten.
func TestKeysOfEveryMapping(t *testing.T) {
	text := strings.Replace(string(scenario.Schema()), `"$defs": {`, `"$defs": {"beacon": {"type": "object", "properties": {"id": {"type": "integer"}}},`, 1)
	_, err := Keys([]byte(text))
	require.ErrorContains(t, err, "no place for the object beacon")
}

func TestKeysOfWhatIsNotASchema(t *testing.T) {
	for _, text := range []string{``, `[]`, `{"$defs":`} {
		_, err := Keys([]byte(text))
		assert.Error(t, err, text)
	}
	_, err := Keys([]byte(`{}`))
	require.ErrorContains(t, err, "the schema has no #/$defs/until")
}

// The text of a key is its own, or else that of the definition that it refers to, without the default.
func TestRowsOfKeys(t *testing.T) {
	page, err := Keys(scenario.Schema())
	require.NoError(t, err)
	for _, row := range []string{
		"| `warmup` | [time](#types) | `0s` |  |",
		"| `seed` | integer | `1` | 0 to 2^64-1 |",
		"| `ifg` | [time](#types) | `96bt` |  |",
		"| `kind` | `poisson`, required |  |  |",
	} {
		assert.Contains(t, string(page), "\n"+row)
	}
	assert.NotContains(t, string(page), "| any", "a type of the schema that the page has no word for")
}
