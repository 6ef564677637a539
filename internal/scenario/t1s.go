package scenario

import (
	"cmp"
	"errors"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
)

// multidrop is what a bus of 10BASE-T1S has besides the stations of a Config.
type multidrop struct {
	latency t1s.Latency
	nodes   []t1s.Station // by station: all but its [bus.Station]
}

// T1S returns the configuration of a bus of 10BASE-T1S whose stations have PLCA, or whose PHYs have
// latencies; nil for every other scenario. The caller may have changed Config before.
func (s *Scenario) T1S() *t1s.Config {
	if s.multidrop == nil {
		return nil
	}
	c := &t1s.Config{
		Seed: s.Config.Seed, Warmup: s.Config.Warmup, Until: s.Config.Until, Params: s.Config.Params,
		Latency: s.multidrop.latency, Timeline: s.Config.Timeline, Stations: make([]t1s.Station, len(s.Config.Stations)),
	}
	for i := range c.Stations {
		c.Stations[i] = s.multidrop.nodes[i]
		c.Stations[i].Station = s.Config.Stations[i]
	}
	return c
}

// t1sName is the line whose nodes can have PLCA.
const t1sName = "10base-t1s"

// saysMultidrop returns where the scenario of one medium speaks of PLCA or of latencies of PHYs, or nil.
func (r *reader) saysMultidrop() *document.Node {
	said := cmp.Or(r.plca.node, r.cable.transceiver.said)
	for _, g := range r.groups {
		said = cmp.Or(said, g.saysMultidrop())
	}
	for _, e := range r.entriesOf("timeline") {
		said = cmp.Or(said, e.Get("plca"), e.Get("beacon_loss"))
		if add := e.Get("add"); add != nil {
			said = cmp.Or(said, add.Get("plca"), add.Get("latency"))
		}
	}
	return said
}

// saysMultidrop returns where an item speaks of PLCA or of latencies of its PHYs, or nil.
func (g *group) saysMultidrop() *document.Node { return saidOf(g.plca, &g.transceiver) }

func saidOf(p *sublayer, t *transceiver) *document.Node {
	if p != nil {
		return p.node
	}
	return t.said
}

// entriesOf returns the items of a list of the scenario.
func (r *reader) entriesOf(key string) []*document.Node {
	if list := r.root.Get(key); list != nil {
		return list.Items
	}
	return nil
}

// multidrop reports whether the scenario runs on a bus of 10BASE-T1S with PLCA or latencies.
func (r *reader) multidrop() bool {
	return r.net == nil && r.line().Name == t1sName && !r.cable.star && r.saysMultidrop() != nil
}

// topOfMultidrop completes a bus of 10BASE-T1S that has PLCA or latencies, and reports what cannot be.
func (r *reader) topOfMultidrop() {
	switch said := r.saysMultidrop(); {
	case said == nil:
		return
	case r.line().Name != t1sName:
		r.warnOtherPHY(said, r.line().Name)
		return
	case r.cable.star:
		r.Fail(said, "%s is a bus: a star has neither PLCA nor latencies of PHYs", t1sName)
		return
	case r.Bit != plca.Bit:
		r.Fail(said, "%s runs at 10 Mb/s, and the bit time here is %s: leave bit_time and rate out of mac", t1sName, r.Bit)
		return
	}
	m := &multidrop{latency: r.cable.transceiver.latency}
	var all []member
	for _, g := range r.groups {
		r.checkRulesOnBus(g)
		for i := range g.Count {
			m.nodes = append(m.nodes, r.stationNode(&r.cable, g, i))
			all = append(all, member{g.StationName(i), g.plca, i})
		}
	}
	r.scenario.multidrop = m
	r.checkPLCA(all)
	r.checkPossible()
}

// checkRulesOnBus reports rules of the MACs of an item that such a bus does not have.
func (r *reader) checkRulesOnBus(g *group) {
	if err := t1s.CheckRules(&g.rules.Params, !r.plca.off && g.plca.params(0) != nil); err != nil {
		r.Fail(cmp.Or(g.Node.Get("mac"), r.root.Get("mac"), g.Node), "%v", err)
	}
}

// checkPossible reports entries of the timeline that the engine of such a bus does not have.
func (r *reader) checkPossible() {
	tried := map[medium.ChangeKind]bool{}
	for _, e := range r.timeline {
		if len(e.Changes) == 0 || tried[e.Changes[0].Kind] || e.Changes[0].Kind == medium.Ether {
			continue
		}
		tried[e.Changes[0].Kind] = true
		c := r.scenario.T1S()
		c.Timeline = e.Changes[:1]
		if _, err := t1s.New(*c); errors.Is(err, medium.ErrRefused) {
			r.Fail(e.node.Get(e.action.key), "%s", t1s.WhyNot(e.Changes[0].Kind))
		}
	}
}

// warnOtherPHY warns of PLCA or latencies where there are none.
func (r *reader) warnOtherPHY(said *document.Node, line string) {
	r.Warn(said, "PLCA and latencies are those of PHYs of %s (clauses 147 and 148), and the phy here is %s: this has no effect", t1sName, line)
}

// stationNode returns what the i-th station of an item has on a cable besides its [bus.Station].
func (r *reader) stationNode(c *cable, g *group, i int) t1s.Station {
	return r.nodeOn(c, g.plca, &g.transceiver, i)
}

func (r *reader) nodeOn(c *cable, p *sublayer, own *transceiver, i int) t1s.Station {
	n := t1s.Station{Phase: own.phase}
	if n.Phase == nil {
		n.Phase = c.transceiver.phase
	}
	if own.said != nil {
		n.Latency = &own.latency
	}
	if !r.plca.off {
		n.PLCA = p.params(i)
	}
	return n
}
