package live

import (
	"context"

	"github.com/csmacd/csmacd/medium"
)

// player is what the soft hosts of a session do: flows between them.
type player interface {
	Results() []medium.Flow
	OnState(f func(*medium.FlowState))
	Done() <-chan struct{} // is closed when all flows are over
	Close()
}

// OnFlowState arranges for f to be called with the states of flows, by another goroutine than the run's. It must be called before
// [Session.Run].
func (r *Session) OnFlowState(f func(*medium.FlowState)) { r.flowState = f }

// play begins the flows of the scenario. The context that it returns also ends with the flows, if they
// are to end the run. stop ends the flows.
func (r *Session) play(ctx context.Context) (_ context.Context, stop func(), err error) {
	if len(r.scenario.Flows) == 0 {
		return ctx, func() {}, nil
	}
	p, err := r.hosts.play(r.scenario.Flows, r.scenario.Config.Seed, r.speed)
	if err != nil {
		return ctx, nil, err
	}
	r.flows = p
	p.OnState(r.flowState)
	ctx, end := context.WithCancel(ctx)
	if r.scenario.FlowsDone {
		go func() {
			select {
			case <-p.Done():
				end()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { end(); p.Close() }, nil
}
