package scenario

import (
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// sublayer is what is said about PLCA: of all stations that take part, or of the stations of an item.
type sublayer struct {
	plca.Params
	off  bool
	node *document.Node // where it is said
	idAt *document.Node // where the ID of a node is said, or that it chooses one
}

// plcaTable has the keys of PLCA at a station.
var plcaTable = table[sublayer]{
	What: "plca",
	Fields: append([]field[sublayer]{
		{Key: "node_id", Read: readNodeID},
		{Key: "dplca", Read: readDynamic},
	}, allPLCATable.Fields...),
	Misplaced: allPLCATable.Misplaced,
}

// allPLCATable has the keys of the scenario's plca: what all stations with PLCA have.
var allPLCATable = table[sublayer]{
	What: "the scenario's plca",
	Fields: []field[sublayer]{
		{Key: "node_count", Read: func(r *reader, p *sublayer, n *document.Node) { document.SetTo(&p.NodeCount)(r.Integer(n, 1, 255)) }},
		{Key: "to_timer", Read: func(r *reader, p *sublayer, n *document.Node) { document.SetTo(&p.ToTimer)(r.timer(n, 1)) }},
		{Key: "burst_count", Read: func(r *reader, p *sublayer, n *document.Node) {
			document.SetTo(&p.BurstCount)(r.Integer(n, 0, 255))
		}},
		{Key: "burst_timer", Read: readBurstTimer},
	},
	Misplaced: map[string]string{
		"node_id": "node_id belongs to a station: write it in the plca of the station",
		"dplca":   "dplca belongs to a station: write it in the plca of the station",

		"node-id": "write node_id", "node-cnt": "write node_count", "to-tmr": "write to_timer, such as to_timer: 32bt",
		"burst-cnt": "write burst_count", "burst-tmr": "write burst_timer, such as burst_timer: 128bt",
		"enable": "write plca: off, or leave plca out",
	},
}

// timer reads a timer of PLCA, which counts whole bits.
func (r *reader) timer(n *document.Node, least phy.Time) (t phy.Time, ok bool) {
	if t, ok = r.Bits(n, least); ok && t > 255*r.Bit {
		r.Fail(n, "%s is out of range: it must be %dbt to 255bt", n.Text, least)
		return 0, false
	}
	return t, ok
}

// gapOfBurst is the gap of the MAC between two frames, in bit times.
const gapOfBurst = 96

func readBurstTimer(r *reader, p *sublayer, n *document.Node) {
	t, ok := r.timer(n, 0)
	if !ok {
		return
	}
	if p.BurstTimer = t; t <= gapOfBurst*r.Bit {
		r.Warn(n, "a MAC is ready for its next frame after %dbt: with a burst_timer of %s no burst ever follows", gapOfBurst, n.Text)
	}
}

// readNodeID reads the ID of a node, or several: a node has a turn for each.
func readNodeID(r *reader, p *sublayer, n *document.Node) {
	p.idAt, p.NodeIDs = n, nil
	list := []*document.Node{n}
	if n.Kind == document.List {
		if list = n.Items; len(list) == 0 {
			r.Fail(n, "there is no ID in the list: write one, or %d for a node without a turn", plca.NoID)
		}
	}
	before := len(r.Problems.List)
	for _, item := range list {
		id, ok := r.Integer(item, 0, plca.NoID)
		switch {
		case !ok:
		case slices.Contains(p.NodeIDs, id):
			r.Fail(item, "node ID %d is in the list already: a node has one turn for each ID", id)
		case id == plca.NoID && len(list) > 1:
			r.Fail(item, "%d is the ID of a node without a turn: it cannot be one of several", plca.NoID)
		default:
			p.NodeIDs = append(p.NodeIDs, id)
		}
	}
	if len(r.Problems.List) > before {
		p.NodeIDs = nil
	}
}

// dynamicTable has the keys of a node that chooses its ID (802.3da draft 3.0).
var dynamicTable = table[sublayer]{
	What: "dplca",
	Fields: []field[sublayer]{
		{Key: "coordinator", Read: func(r *reader, p *sublayer, n *document.Node) {
			s, _ := r.OneOf(n, "a role of the node", "allowed", "never")
			p.Coordinator = s == "allowed"
		}},
		{Key: "aging_cycles", Read: func(r *reader, p *sublayer, n *document.Node) {
			document.SetTo(&p.AgingCycles)(r.Integer(n, 1, 1<<16))
		}},
	},
}

func readDynamic(r *reader, p *sublayer, n *document.Node) {
	if other := n.Parent.Get("node_id"); other != nil {
		r.Fail(n, "node_id already says which turn the node has: give one of the two")
		return
	}
	if n.Kind == document.Scalar {
		if on, ok := r.Flag(n); !ok || !on {
			return
		}
	} else if !dynamicTable.Read(r, n, p) {
		return
	}
	if n.Get("coordinator") == nil {
		p.Coordinator = true
	}
	p.Dynamic, p.idAt, p.NodeIDs = true, n, nil
}

// readAllPLCA reads what all stations with PLCA have. A switch turns it on or off for all of them.
func readAllPLCA(r *reader, n *document.Node) {
	r.plca.node = n
	if r.net != nil { // in bits of the buses, whatever the line of the network is
		line, _ := phy.LineByName(t1sName)
		r.on(line, func() { r.readCommon(n) })
		return
	}
	r.readCommon(n)
}

func (r *reader) readCommon(n *document.Node) {
	if n.Kind == document.Scalar {
		on, ok := r.Flag(n)
		r.plca.off = ok && !on
		return
	}
	allPLCATable.Read(r, n, &r.plca)
}

// readPLCA reads the PLCA of an item's stations.
func readPLCA(r *reader, g *group, n *document.Node) {
	p := r.sublayer(r.plca, n)
	g.plca = p
	if p == nil || p.Dynamic {
		return
	}
	if last := slices.Max(append(p.NodeIDs, 0)); last != plca.NoID && last+g.Count-1 >= plca.NoID {
		r.Fail(p.idAt, "node_id counts up to %d in a group of %d: the largest ID is %d", last+g.Count-1, g.Count, plca.NoID-1)
	}
}

// sublayer reads PLCA of a station, in addition to what it has. It returns nil if that is wrong.
func (r *reader) sublayer(before sublayer, n *document.Node) *sublayer {
	p := before
	p.node = n
	if n.Kind == document.Scalar {
		on, ok := r.Flag(n)
		if !ok {
			return nil
		}
		p.off = p.off || !on
		if on && p.idAt == nil {
			r.Fail(n, "%s", noNodeID)
			return nil
		}
		return &p
	}
	problems := len(r.Problems.List)
	if !plcaTable.Read(r, n, &p) || len(r.Problems.List) > problems {
		return nil
	}
	if p.idAt == nil {
		r.Fail(n, "%s", noNodeID)
		return nil
	}
	if n.Get("node_id") != nil {
		p.Dynamic, p.Coordinator = false, false
	}
	r.Possible(problems, n, p.Check)
	return &p
}

const noNodeID = "node_id is missing: 0 for the coordinator, 1 to 254 for another node, as in plca: {node_id: 1}"

// params returns the parameters of the i-th station of an item, or nil if it has no PLCA.
func (p *sublayer) params(i int) *plca.Params {
	if p == nil || p.off {
		return nil
	}
	own := p.Params
	own.NodeIDs = slices.Clone(p.NodeIDs)
	for k, id := range own.NodeIDs {
		if id != plca.NoID {
			own.NodeIDs[k] = id + i
		}
	}
	return &own
}

// member is a node of a bus: of the stations of an item, or a port of a bridge, the one with a number.
type member struct {
	name string
	plca *sublayer
	i    int
}

// checkPLCA warns of IDs and counts with which a bus does not work as one expects.
func (r *reader) checkPLCA(all []member) {
	type place struct {
		name string
		at   *document.Node
	}
	var first *sublayer // that is on
	var tooFar *place
	of := map[int]place{}
	count, dynamic, farthest := 0, false, 0
	twice := map[*sublayer]bool{}
	for _, m := range all {
		p := m.plca.params(m.i)
		if p == nil {
			continue
		}
		if first == nil {
			first = m.plca
		}
		dynamic = dynamic || p.Dynamic && p.Coordinator
		for _, id := range p.NodeIDs {
			here := place{m.name, m.plca.idAt}
			other, taken := of[id]
			switch {
			case id == plca.NoID:
				continue
			case id == 0:
				count = max(count, p.NodeCount)
			case id > farthest:
				farthest, tooFar = id, &here
			}
			if of[id] = here; taken && !twice[m.plca] {
				twice[m.plca] = true
				r.Warn(here.at, "%s and %s (%s) have the same node ID, %d: %s", here.name, other.name, other.at.Where(), id, sameID(id))
			}
		}
	}
	switch {
	case first == nil || dynamic:
	case count == 0:
		r.Warn(first.idAt, "no node has the ID 0: without a coordinator there are no beacons, and the bus stays in CSMA/CD")
	case farthest >= count:
		r.Warn(tooFar.at, "%s has the node ID %d, and the coordinator's node_count is %d: this node never has a turn", tooFar.name, farthest, count)
	}
}

func sameID(id int) string {
	if id == 0 {
		return "the bus has two coordinators"
	}
	return "they send in the same turn, and collide"
}
