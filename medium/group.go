package medium

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Group is a number of clients that are alike, on a medium other than a cable: users of a channel,
// clients of a store or a server. Several groups with different policies make one run a comparison.
type Group struct {
	Name   string         // in the result
	Names  []string       // of its clients, in order; all names of a network differ
	Policy backoff.Policy // the policy of a client after a failure
	Unit   phy.Time       // the unit of the policy's delays; 0: the usual one of the medium
}
