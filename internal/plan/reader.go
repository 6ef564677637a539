package plan

import "github.com/csmacd/csmacd/internal/document"

// reader is a document's reader with methods for plans.
type reader struct{ *document.Reader }

// Tables of the keys of a plan.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)
