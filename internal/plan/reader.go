package plan

import "github.com/csmacd/csmacd/internal/document"

// reader is a document's, with the plan's own ways to read.
type reader struct{ *document.Reader }

// The tables of keys of a plan.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)
