package soft

import (
	"gvisor.dev/gvisor/pkg/tcpip"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// watched tells of the states of the flows of TCP, at the instants at which they change.
type watched struct {
	tell func(*medium.FlowState) // nil: nobody wants to know
	last []medium.FlowState      // by flow
}

// OnState arranges for f to be called with the state of each flow of TCP or HTTP whenever it has changed and the host that sends the data
// has had something to do. A state is valid during the call; f may be nil. OnState must be called before the first run.
func (v *Virtual) OnState(f func(*medium.FlowState)) { v.watched.watch(f, len(v.flows)) }

func (w *watched) watch(f func(*medium.FlowState), flows int) {
	w.tell, w.last = f, make([]medium.FlowState, flows)
}

// look tells the state of a flow, if it has changed.
func (w *watched) look(c *course, at *host) {
	a, ok := c.application.(interface {
		state(*host) (medium.FlowState, bool)
	})
	if !ok {
		return
	}
	now, ok := a.state(at)
	if last := &w.last[c.number]; ok && now != *last {
		*last = now
		now.At, now.Flow = c.clock.time(), c.number
		w.tell(&now)
	}
}

// state returns the state of the flow. ok is false if the host does not send its data, or is not connected.
func (c *connections) state(at *host) (_ medium.FlowState, ok bool) {
	if c.latest == nil {
		return medium.FlowState{}, false
	}
	sender, data, from := &c.latest.client, &c.forth, c.from
	if c.Kind == HTTP {
		sender, data, from = &c.latest.server, &c.back, c.to
	}
	if at != from || sender.Endpoint == nil || !data.known {
		return medium.FlowState{}, false
	}
	var info tcpip.TCPInfoOption
	if err := sender.GetSockOpt(&info); err != nil || info.SndCwnd == 0 {
		return medium.FlowState{}, false
	}
	s := medium.FlowState{
		Window: info.SndCwnd, Threshold: info.SndSsthresh, RTT: phy.Time(info.RTT) * phy.Nanosecond,
		InFlight: data.inFlight(), Delivered: c.delivered,
	}
	s.Retransmissions, s.Timeouts = c.counts()
	return s, true
}
