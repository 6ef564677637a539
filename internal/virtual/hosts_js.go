package virtual

import (
	"errors"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
)

// With returns the network, or an error if the scenario has hosts: a page has none.
func With(s *scenario.Scenario, net medium.Network) (medium.Network, error) {
	if len(s.Attached) > 0 {
		return nil, errors.New("the scenario has hosts with a TCP/IP stack, which a page does not have")
	}
	return net, nil
}

// OnState does nothing.
func OnState(medium.Network, func(*medium.FlowState)) {}

// Warning returns nothing: a page has no hosts.
func Warning(*scenario.Scenario) string { return "" }

// Contents returns rest.
func Contents(_ medium.Network, rest trace.Contents) trace.Contents { return rest }
