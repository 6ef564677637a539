package scenario

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

//go:embed starter.yaml
var starter []byte

//go:embed network.yaml
var networkStarter []byte

// Schema returns the JSON Schema (draft 2020-12) of the format, for editors. It describes each
// key by itself; only [Parse] checks what depends on several keys.
func Schema() []byte { return slices.Clone(schema) }

// Starter returns a scenario with comments, as a start for a new one.
func Starter() []byte { return slices.Clone(starter) }

// NetworkStarter returns a network with comments, as a start for a new one.
func NetworkStarter() []byte { return slices.Clone(networkStarter) }
