package series

import (
	"strings"

	"github.com/csmacd/csmacd/phy"
)

// Names of columns that only some runs have: of networks whose nodes can have PLCA, and of scenarios with a
// timeline.
const (
	InStep  = "plca_ok"
	Changes = "changes"
)

// Extra describes these columns.
var Extra = []Column{
	{Name: InStep, Unit: "nodes", AtEnd: true, What: "nodes whose plca_status is OK at its end; only with PLCA"},
	{Name: Changes, What: "what the timeline changed in it, with the instants: 1s: station: h3, jabber: on; only with a timeline"},
}

// Change is what a timeline changes at an instant.
type Change struct {
	At   phy.Time
	Text string
}

const between = "; "

// AppendChanges appends changes as a cell of CSV.
func AppendChanges(b []byte, list []Change) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, '"')
	for k, c := range list {
		if k > 0 {
			b = append(b, between...)
		}
		b = append(b, strings.ReplaceAll(c.At.String()+": "+c.Text, `"`, `""`)...)
	}
	return append(b, '"')
}

// ParseChanges reads changes from the text of a cell.
func ParseChanges(text string) (list []Change) {
	for _, part := range strings.Split(text, between) {
		at, what, ok := strings.Cut(part, ": ")
		t, err := phy.ParseTime(at, 0)
		switch {
		case ok && err == nil:
			list = append(list, Change{t, what})
		case len(list) > 0: // the text of a change contains what stands between two
			list[len(list)-1].Text += between + part
		}
	}
	return list
}
