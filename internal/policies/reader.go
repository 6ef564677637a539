package policies

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Reader reads policies. It builds those that are alike once.
type Reader struct {
	*document.Reader
	Bit phy.Time // what bt means

	built map[string]backoff.Policy
}

// The tables of keys of a policy.
type (
	table[T any] = document.Table[*Reader, T]
	field[T any] = document.Field[*Reader, T]
)
