//go:build js || small

package bus

import "github.com/csmacd/csmacd/phy"

// The program of the page is as small as it can be: it does not run networks of hundreds of stations. The tag small
// lets the tests run without the rest too.
const extended = false

type firm struct {
	on   bool
	runs int
}

func newFirm(*Network) *firm             { return nil }
func (*firm) run(*Network, phy.Time)     {}
func (*firm) expectEnd(uint32, phy.Time) {}

type firsts struct{}

func (*Network) lead(*signal, uint32)              {}
func (*Network) metBy(*signal, uint32)             {}
func (*Network) hearFirst(int32) (span, int, bool) { return span{}, 0, false }

var worthLeading, worthShowing int
