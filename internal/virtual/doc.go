// Package virtual puts the soft hosts of a scenario into virtual time: their TCP/IP stacks run by the
// clock of the network, and a run has the same result every time.
package virtual

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Check returns an error, for the user, if the scenario of a file has hosts that cannot be in virtual time, or if
// nothing ends its run.
func Check(s *scenario.Scenario, file string) error {
	for _, a := range s.Attached {
		if a.Kind != attach.Soft {
			return fmt.Errorf("the station %q is attached to a host: run it with csmacd up %s", s.Config.Stations[a.Station].Name, file)
		}
	}
	switch {
	case len(s.Attached) == 0:
		return nil
	case !s.Ends():
		return fmt.Errorf("nothing ends the run: write duration: 1s, or until: {flows_done: true}")
	}
	return nil
}
