//go:build js || small

package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The program of the page is as small as it can be: there networks of several hubs, or with cables, run by instants. The tag small lets
// the tests run so too.
const extended = false

// later holds nothing: where somebody observes, instants go on.
type later struct{}

func (later) Any() bool                                  { return false }
func (later) Add(uint64, *medium.Event)                  {}
func (later) ShowBefore(phy.Time, func(e *medium.Event)) {}
