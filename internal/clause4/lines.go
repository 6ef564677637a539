package clause4

import (
	"encoding/json"
	"strings"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Lines writes the events as a result file does, one JSON object a line.
func (r *Result) Lines() []string {
	lines := make([]string, 0, len(r.Events))
	for _, e := range r.Events {
		lines = append(lines, Line(e, r.names, r.bit))
	}
	return lines
}

// String writes the events for a test that failed.
func (r *Result) String() string { return strings.Join(r.Lines(), "\n") }

// Line writes one event of a network whose stations have these names.
func Line(e medium.Event, names []string, bit phy.Time) string {
	b := &strings.Builder{}
	field := func(name string, value any) {
		text, ok := value.(json.Number)
		if !ok {
			v, err := json.Marshal(value)
			if err != nil {
				panic(err) // a string, a bool or an integer: it cannot fail
			}
			text = json.Number(v)
		}
		b.WriteString(map[bool]string{true: "{", false: ", "}[b.Len() == 0] + `"` + name + `": ` + string(text))
	}
	bits := func(t phy.Time) json.Number { return json.Number(phy.Decimal(t, bit)) }

	field("ps", int64(e.At))
	field("bits", bits(e.At))
	field("station", names[e.Station])
	field("event", e.Kind.String())
	if e.Frame.Number > 0 {
		field("frame", e.Frame.Number)
	}
	if e.Attempt > 0 {
		field("attempt", e.Attempt)
	}
	switch e.Kind {
	case medium.TxEnd:
		field("ok", e.OK)
	case medium.Backoff:
		field("slots", e.Slots)
		field("range", e.Range)
		field("until_bits", bits(e.Until))
	case medium.RxStart, medium.RxEnd:
		field("from", names[e.From])
	}
	if e.Kind == medium.RxEnd {
		field("ok", e.OK)
		field("octets", e.Octets)
	}
	if e.Why != medium.NoReason {
		field("why", e.Why.String())
	}
	return b.String() + "}"
}
