package series

import (
	"math"
	"strconv"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// FlowColumns are the columns of the table of the states of flows.
var FlowColumns = []Column{
	{Name: "t_us", Unit: "us", Place: true, What: "when the state began"},
	{Name: "flow", Place: true, What: "the name of the flow, such as pc/1"},
	{Name: "cwnd", Unit: "segments", What: "congestion window"},
	{Name: "ssthresh", Unit: "segments", What: "threshold of slow start; empty: not set yet"},
	{Name: "rtt_us", Unit: "us", What: "round trip, smoothed, as the stack estimates it; empty: not known yet"},
	{Name: "in_flight", Unit: "octets", What: "octets sent and not acknowledged"},
	{Name: "delivered", Unit: "octets", What: "octets that the receiving application has had"},
	{Name: "retransmissions", Unit: "segments", What: "segments sent again so far"},
	{Name: "timeouts", What: "timeouts of the retransmission timer so far"},
}

// AppendFlow appends the state of a flow with a name as a line of CSV.
func AppendFlow(b []byte, name string, s *medium.FlowState) []byte {
	b = AppendNumber(b, s.At.Microseconds())
	b = append(append(append(b, ','), name...), ',')
	b = append(strconv.AppendUint(b, uint64(s.Window), 10), ',')
	if s.Threshold != math.MaxUint32 {
		b = strconv.AppendUint(b, uint64(s.Threshold), 10)
	}
	if b = append(b, ','); s.RTT > 0 {
		b = AppendNumber(b, s.RTT.Microseconds())
	}
	b = strconv.AppendInt(append(b, ','), s.InFlight, 10)
	b = strconv.AppendInt(append(b, ','), s.Delivered, 10)
	b = strconv.AppendUint(append(b, ','), s.Retransmissions, 10)
	return append(strconv.AppendUint(append(b, ','), s.Timeouts, 10), '\n')
}

// Thinner passes the states of flows on, at most one for each flow and interval: that at its end.
type Thinner struct {
	Interval phy.Time // 0: it passes all on
	Take     func(*medium.FlowState)
	end      phy.Time           // of the current interval
	held     []medium.FlowState // by flow; a Window of 0: none
}

// Add takes a state. States must come in order of time.
func (t *Thinner) Add(s *medium.FlowState) {
	if t.Interval == 0 {
		t.Take(s)
		return
	}
	if s.At >= t.end {
		t.Finish()
		t.end = (s.At/t.Interval + 1) * t.Interval
	}
	for len(t.held) <= s.Flow {
		t.held = append(t.held, medium.FlowState{})
	}
	t.held[s.Flow] = *s
	t.held[s.Flow].At = t.end
}

// Finish passes on the states at the end of the current interval.
func (t *Thinner) Finish() {
	for i := range t.held {
		if s := &t.held[i]; s.Window > 0 {
			t.Take(s)
			s.Window = 0
		}
	}
}
