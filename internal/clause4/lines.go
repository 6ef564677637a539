package clause4

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Lines returns the events in the form of a file of events, one JSON object per line.
func (r *Result) Lines() []string {
	lines := make([]string, 0, len(r.Events))
	for i := range r.Events {
		lines = append(lines, Line(&r.Events[i], r.names, r.bit))
	}
	return lines
}

// String returns the events, for a test that failed.
func (r *Result) String() string { return strings.Join(r.Lines(), "\n") }

func named(names []string, station int32) string {
	if station < 0 {
		return ""
	}
	return names[station]
}

// Line returns one event of a network whose stations have these names as a line.
func Line(e *medium.Event, names []string, bit phy.Time) string {
	b := fmt.Appendf(nil, `{"ps":%d,"bits":%s,"station":%q,"event":"%v"`, e.At, phy.Decimal(e.At, bit), named(names, e.Station), e.Kind)
	heard := e.Kind == medium.RxStart || e.Kind == medium.RxEnd
	if e.Frame.Number > 0 {
		b = fmt.Appendf(b, `,"frame":%d`, e.Frame.Number)
	}
	if e.Attempt > 0 {
		b = fmt.Appendf(b, `,"attempt":%d`, e.Attempt)
	}
	switch {
	case e.Kind == medium.Queued:
		to := "broadcast"
		if e.Frame.Destination >= 0 {
			to = names[e.Frame.Destination]
		}
		b = fmt.Appendf(b, `,"octets":%d,"to":%q`, e.Frame.Size, to)
	case e.Kind == medium.Backoff:
		b = fmt.Appendf(b, `,"slots":%d,"range":%d,"until_bits":%s`, e.Slots, e.Range, phy.Decimal(e.Until, bit))
	case e.Late:
		b = append(b, `,"late":true`...)
	case heard && e.From >= 0:
		b = fmt.Appendf(b, `,"from":%q`, names[e.From])
	}
	if e.Kind == medium.TxEnd || e.Kind == medium.RxEnd || e.Kind == medium.RepeatEnd {
		b = fmt.Appendf(b, `,"ok":%t`, e.OK)
	}
	if e.Kind == medium.RxEnd {
		b = fmt.Appendf(b, `,"octets":%d`, e.Octets)
	}
	if e.Why != medium.NoReason {
		b = fmt.Appendf(b, `,"why":"%v"`, e.Why)
	}
	return string(append(b, '}'))
}
