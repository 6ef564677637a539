package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// rules are the numbers of IEEE 802.3 clause 4 that a station obeys. Overrides are applied in
// this order: the line's numbers, the scenario's mac, the station's own mac.
//
// Two of them depend on others unless they are given. Part 1 of the gap is the line's 64 bit
// times, but at most two thirds of the gap, in whole bits (4.2.3.2.2): a shorter gap shortens
// it, a longer gap does not change it. The slot of a p-persistent station is its slot time.
type rules struct {
	mac.Params
	part1   phy.Time       // the line's
	backoff backoff.Policy // of a set of deviations, for stations that have none of their own; nil: beb

	givenPart1       bool
	givenPersistSlot bool
}

func rulesOf(l phy.Line) rules {
	p := mac.For(l)
	return rules{Params: p, part1: p.GapPart1}
}

// macTable has the keys of the scenario's mac. bit_time and rate come first, because everything
// else is counted in bits.
var macTable = table[rules]{
	What: "mac",
	Fields: append([]field[rules]{
		{Key: "bit_time", Read: readBitTime},
		{Key: "rate", Read: readRate},
	}, stationMacTable.Fields...),
}

// stationMacTable has the keys of a station's mac.
var stationMacTable = table[rules]{
	What: "a station's mac",
	Fields: []field[rules]{
		{Key: "as", Read: readDeviation},
		{Key: "header", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.Header)(r.Bits(n, 0)) }},
		{Key: "jam", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.Jam)(r.Bits(n, 1)) }},
		{Key: "ifg", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.Gap)(r.Duration(n)) }},
		{Key: "ifg_part1", Read: func(r *reader, p *rules, n *document.Node) {
			document.SetTo(&p.GapPart1)(r.Duration(n))
			p.givenPart1 = true
		}},
		{Key: "slot_time", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.SlotTime)(r.Positive(n)) }},
		{Key: "late_window", Read: readLateWindow},
		{Key: "backoff_delay", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.BackoffDelay)(r.Duration(n)) }},
		{Key: "max_defer", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.MaxDefer)(r.Duration(n)) }},
		{Key: "attempt_limit", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.AttemptLimit)(r.Integer(n, 1, 255)) }},
		{Key: "backoff_limit", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.BackoffLimit)(r.Integer(n, 0, 30)) }},
		{Key: "min_frame", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.MinFrame)(r.Integer(n, 18, 65535)) }},
		{Key: "max_frame", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.MaxFrame)(r.Integer(n, 18, 65535)) }},
		{Key: "late_collision", Read: func(r *reader, p *rules, n *document.Node) {
			if s, ok := r.OneOf(n, "a treatment of late collisions", "retry", "discard"); ok {
				p.LateDiscard = s == "discard"
			}
		}},
		{Key: "ifg_after_backoff", Read: readGapAfterBackoff},
		{Key: "rx_gap", Read: func(r *reader, p *rules, n *document.Node) { document.SetTo(&p.RxGap)(r.Duration(n)) }},
		{Key: "blind_start", Read: func(r *reader, p *rules, n *document.Node) { setFlag(&p.NoBlindStart, false)(r.Flag(n)) }},
		{Key: "complete_header", Read: func(r *reader, p *rules, n *document.Node) { setFlag(&p.CutHeader, false)(r.Flag(n)) }},
		{Key: "carrier_sense", Read: func(r *reader, p *rules, n *document.Node) { setFlag(&p.NoCarrierSense, false)(r.Flag(n)) }},
		{Key: "collision_detect", Read: func(r *reader, p *rules, n *document.Node) { setFlag(&p.NoCollision, false)(r.Flag(n)) }},
		{Key: "persistence", Read: readPersistence},
		{Key: "align", Read: readAlign},
	},
	Misplaced: map[string]string{
		"bit_time": "all stations of a medium share one bit time: write bit_time in the scenario's mac",
		"rate":     "all stations of a medium share one rate: write rate in the scenario's mac",
	},
}

// readRules applies the overrides of a mac mapping to rules, and updates the numbers that
// depend on others.
func (r *reader) readRules(n *document.Node, p rules, t *table[rules]) rules {
	before, problems := p, len(r.Problems.List)
	if !t.Read(r, n, &p) {
		return before
	}
	gapHere, part1Here := n.Get("ifg"), n.Get("ifg_part1")
	if part1Here == nil && gapHere != nil && (!p.givenPart1 || p.GapPart1 > p.Gap) {
		twoThirds := p.Gap * 2 / 3
		p.GapPart1 = min(p.part1, twoThirds-twoThirds%p.BitTime)
		p.givenPart1 = false
	}
	if p.Persist == 0 {
		p.PersistSlot = 0
	} else if !p.givenPersistSlot {
		p.PersistSlot = p.SlotTime
	}
	r.checkRules(n, &p, &before)
	r.Possible(problems, n, p.Check)
	return p
}

// checkRules reports numbers that do not fit together, and restores the previous ones, so that
// sizes can be checked against them.
func (r *reader) checkRules(n *document.Node, p, before *rules) {
	bit := p.BitTime
	if part1 := n.Get("ifg_part1"); part1 != nil {
		switch {
		case p.GapPart1 > p.Gap:
			r.Fail(part1, "%sbt is longer than the whole gap of %sbt", phy.Decimal(p.GapPart1, bit), phy.Decimal(p.Gap, bit))
		case 3*p.GapPart1 > 2*p.Gap:
			r.Warn(part1, "%sbt is more than two thirds of the gap of %sbt (4.2.3.2.2)", phy.Decimal(p.GapPart1, bit), phy.Decimal(p.Gap, bit))
		}
	}
	if p.MinFrame > p.MaxFrame {
		at := n.Get("min_frame")
		if at == nil {
			at = n.Get("max_frame")
		}
		r.Fail(at, "min_frame, %d octets, is above max_frame, %d", p.MinFrame, p.MaxFrame)
		p.MinFrame, p.MaxFrame = before.MinFrame, before.MaxFrame
	}
}

func readBitTime(r *reader, p *rules, n *document.Node) {
	if r.net != nil {
		r.Fail(n, "%s", ratesOfLines)
		return
	}
	t, ok := r.Time(n, 0, "100ns or 1us", "ps, ns, us, ms or s")
	switch {
	case !ok:
	case t < 1 || t > phy.Second:
		r.Fail(n, "a bit time must be 1ps to 1s")
	default:
		r.setBitTime(p, t)
	}
}

func readRate(r *reader, p *rules, n *document.Node) {
	if r.net != nil {
		r.Fail(n, "%s", ratesOfLines)
		return
	}
	s, ok := r.Word(n)
	if !ok {
		return
	}
	t, err := phy.ParseRate(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case n.Parent.Get("bit_time") != nil:
		r.Fail(n, "bit_time already says this: give one of the two")
	default:
		r.setBitTime(p, t)
	}
}

// setBitTime updates all numbers of the line, which are counted in bits.
func (r *reader) setBitTime(p *rules, t phy.Time) {
	r.Bit, r.line().BitTime = t, t
	*p = rulesOf(*r.line())
}

func readAlign(r *reader, p *rules, n *document.Node) {
	if n.Off() {
		p.Align = 0
		return
	}
	document.SetTo(&p.Align)(r.Duration(n))
}

// setFlag sets a flag to the value of the switch, or to its opposite.
func setFlag(into *bool, same bool) func(bool, bool) {
	return func(on, ok bool) {
		if ok {
			*into = on == same
		}
	}
}
