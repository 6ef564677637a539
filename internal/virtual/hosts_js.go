package virtual

import (
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
)

// With returns the network, or an error if the scenario has hosts: a page has none.
func With(s *scenario.Scenario, net medium.Network) (medium.Network, error) {
	return net, Check(s, "FILE")
}

// Warning returns nothing: a page has no hosts.
func Warning(*scenario.Scenario) string { return "" }

// Contents returns rest.
func Contents(_ medium.Network, rest trace.Contents) trace.Contents { return rest }
