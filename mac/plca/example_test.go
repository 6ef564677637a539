package plca_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// A coordinator alone on a silent line: it counts its turns, and then sends the first beacon.
func Example() {
	p := plca.Default()
	p.NodeIDs = []int{0}
	var n plca.Node
	n.Set(&p)
	in := plca.Inputs{MCD: true}
	for now := phy.Time(0); n.Control.Cmd != plca.Beacon; now = n.Wake(now, &p, &in) {
		n.Settle(now, &p, &in)
		if n.Notes.Beacon {
			fmt.Println("the beacon begins at", now)
		}
	}
	// Output: the beacon begins at 25.6us
}
