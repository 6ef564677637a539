package scenario

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// transceiver is what is said about PHYs: of all stations of a cable, or of those of an item.
type transceiver struct {
	latency t1s.Latency
	said    *document.Node // where a latency is said; nil: nowhere
	phase   *phy.Time      // of the MII clock; nil: drawn
}

// latencyNames are the latencies of clause 147, and of a PHY without any.
var latencyNames = map[string]t1s.Latency{"ideal": t1s.Ideal, "min": t1s.Min, "typical": t1s.Typical, "max": t1s.Max}

var latencyTable = table[t1s.Latency]{
	What: "latency",
	Fields: []field[t1s.Latency]{
		{Key: "tx", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.Tx })},
		{Key: "crs_on", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.CRSOn })},
		{Key: "crs_off", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.CRSOff })},
		{Key: "rx_on", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.RxOn })},
		{Key: "rx_off", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.RxOff })},
		{Key: "col_on", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.COLOn })},
		{Key: "col_off", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.COLOff })},
		{Key: "mii", Read: latencyOf(func(l *t1s.Latency) *phy.Time { return &l.MII })},
	},
}

func latencyOf(of func(*t1s.Latency) *phy.Time) func(*reader, *t1s.Latency, *document.Node) {
	return func(r *reader, l *t1s.Latency, n *document.Node) {
		t, ok := r.Duration(n)
		if ok && t > phy.Millisecond {
			r.Fail(n, "%s is more than 1ms, the longest latency of a PHY here", n.Text)
			return
		}
		document.SetTo(of(l))(t, ok)
	}
}

// readLatency reads a name, or latencies one by one. Those that are left out are 0; the clock is that
// of a real PHY.
func readLatency(r *reader, t *transceiver, n *document.Node) {
	t.said = n
	if n.Kind == document.Mapping {
		t.latency = t1s.Latency{MII: t1s.Clock, Tail: t1s.Zero}
		latencyTable.Read(r, n, &t.latency)
		return
	}
	names := []string{"ideal", "min", "typical", "max"}
	s, ok := r.Word(n)
	if !ok {
		return
	}
	if t.latency, ok = latencyNames[s]; !ok {
		r.Fail(n, "%q is not a latency: write %s, or one by one, such as {tx: 280ns, crs_on: 840ns}", s, strings.Join(names, ", "))
	}
}

// readClock reads the period of the MII clock, beside a latency that has a name.
func readClock(r *reader, t *transceiver, n *document.Node) {
	if l := n.Parent.Get("latency"); l != nil && l.Kind == document.Mapping {
		r.Fail(n, "latency is written one by one, and mii is one of them: write it there")
		return
	}
	if t.said == nil {
		t.said = n
	}
	latencyOf(func(l *t1s.Latency) *phy.Time { return &l.MII })(r, &t.latency, n)
}

// readPhase reads the first edge of the MII clock.
func readPhase(r *reader, t *transceiver, n *document.Node) {
	v, ok := r.Duration(n)
	if !ok {
		return
	}
	if v > 0 && v >= t.latency.MII {
		r.Fail(n, "%s is not before the end of the first period of the MII clock, %s", n.Text, t.latency.MII)
		return
	}
	t.phase = &v
	if t.said == nil {
		t.said = n
	}
}

// transceiverKeys are the keys of a cable and of a station that say how a PHY is.
func transceiverKeys[T any](of func(*reader, *T) *transceiver) (list []field[T]) {
	for _, f := range []field[transceiver]{{Key: "latency", Read: readLatency}, {Key: "mii", Read: readClock}, {Key: "mii_phase", Read: readPhase}} {
		list = append(list, field[T]{Key: f.Key, Read: func(r *reader, into *T, n *document.Node) { f.Read(r, of(r, into), n) }})
	}
	return list
}
