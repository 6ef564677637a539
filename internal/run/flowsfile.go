package run

import (
	"strings"
	"sync"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
)

// checkFlows returns an error if a scenario has no flows whose states can be written.
func (f *Files) checkFlows(s *scenario.Scenario) error {
	if f.FlowSeries == "" {
		return nil
	}
	for i := range s.Flows {
		if k := s.Flows[i].Kind; k == "tcp" || k == "http" {
			return nil
		}
	}
	return usage.Errorf("--flow-series: the scenario has no flow of kind tcp or http, which have a congestion window")
}

// openFlows opens the table of the states of flows.
func (f *Files) openFlows(o *Outputs, s *scenario.Scenario, create Creator) error {
	to, err := create(f.FlowSeries)
	if err != nil {
		return err
	}
	out := &flowsOutput{out: to}
	out.Interval = f.Interval
	out.Take = func(state *medium.FlowState) {
		out.line = series.AppendFlow(out.line[:0], s.Flows[state.Flow].Name, state)
		_, _ = out.out.Write(out.line) // it keeps the error
	}
	_, _ = to.Write([]byte(strings.Join(series.Names(series.FlowColumns), ",") + "\n"))
	o.FlowState = out.add
	o.traces = append(o.traces, out)
	return nil
}

// flowsOutput is a file of the states of flows. In a live run another goroutine has them than the one that flushes.
type flowsOutput struct {
	mu sync.Mutex
	series.Thinner
	out  *trace.Output
	line []byte
}

func (f *flowsOutput) add(s *medium.FlowState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Add(s)
}

func (f *flowsOutput) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out.Err()
}

func (f *flowsOutput) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out.Flush()
}

// Close writes the last states, now that the run has ended, and closes the file.
func (f *flowsOutput) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Finish()
	return f.out.Close()
}
