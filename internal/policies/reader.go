package policies

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Reader reads policies. It builds equal ones once.
type Reader struct {
	*document.Reader
	Bit phy.Time // what bt means

	built map[string]backoff.Policy
}

// The tables of the keys of a policy.
type (
	table[T any] = document.Table[*Reader, T]
	field[T any] = document.Field[*Reader, T]
)
