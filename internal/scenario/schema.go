package scenario

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

//go:embed starter.yaml
var starter []byte

// Schema returns the JSON Schema (draft 2020-12) of the format, for editors. It says
// what can be said about each key by itself; what hangs on several, only [Parse]
// sees.
func Schema() []byte { return slices.Clone(schema) }

// Starter returns a scenario with comments, to begin one's own from.
func Starter() []byte { return slices.Clone(starter) }
