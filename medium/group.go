package medium

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Group is clients that are alike, on a medium that is no cable: users of a channel,
// clients of a store or a server. Groups that differ in their policy make one run a
// comparison.
type Group struct {
	Name   string         // in the result
	Names  []string       // of its clients, in order; no two of a network are the same
	Policy backoff.Policy // what a client does after a failure
	Unit   phy.Time       // what the policy's delays are multiples of; 0: what is usual on the medium
}
