package exercise

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scenario"
)

// ErrHosts says that a lab's figures are those of hosts with a TCP/IP stack, which a page does not have.
var ErrHosts = errors.New("has hosts with a TCP/IP stack, which a page does not have")

// Open reads a lab from its JSON, for the page. The lab has no hosts, or its runs have been recorded, or the error is
// [ErrHosts] and the lab is returned all the same: its sheet can be read.
func Open(text []byte) (*Lab, error) {
	var l Lab
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	if len(l.Runs) == 0 {
		return nil, errors.New("a lab has a run")
	}
	hosts := false
	for i := range l.Runs {
		r := &l.Runs[i]
		s, err := scenario.Parse(l.ID+".yaml", []byte(l.Scenario), scenario.Options{Set: r.Set})
		if err != nil {
			return nil, fmt.Errorf("the run %s: %w", r.Name, err)
		}
		hosts = hosts || len(s.Attached) > 0 && len(r.Recorded) == 0
		r.Scenario = s
	}
	if hosts {
		return &l, said.Errorf("this lab %w: csmacd lab show %s, on a computer, prints it", ErrHosts, l.ID)
	}
	return &l, nil
}
