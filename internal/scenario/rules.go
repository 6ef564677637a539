package scenario

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// rules are the numbers of IEEE 802.3 clause 4 that a station keeps to, while
// overrides are laid over them: the line's first, then the scenario's mac, then
// the station's own.
//
// Two of them follow others unless they are given. Part 1 of the gap is the line's
// 64 bit times, but never more than two thirds of the gap, in whole bits
// (4.2.3.2.2): a shorter gap shortens it, a longer one leaves it. The slot of a
// p-persistent station is its slot time.
type rules struct {
	mac.Params
	part1   phy.Time       // the line's
	backoff backoff.Policy // of a set of deviations, for stations that are given none; nil: beb

	givenPart1       bool
	givenPersistSlot bool
}

func rulesOf(l phy.Line) rules {
	p := mac.For(l)
	return rules{Params: p, part1: p.GapPart1}
}

// macTable is the keys of the scenario's mac; bit_time and rate come first, since
// everything else is counted in bits.
var macTable = table[rules]{
	what: "mac",
	fields: append([]field[rules]{
		{"bit_time", readBitTime},
		{"rate", readRate},
	}, stationMacTable.fields...),
}

// stationMacTable is the keys of a station's mac.
var stationMacTable = table[rules]{
	what: "a station's mac",
	fields: []field[rules]{
		{"as", readDeviation},
		{"header", func(r *reader, p *rules, n *node) { setTo(&p.Header)(r.bits(n, 0)) }},
		{"jam", func(r *reader, p *rules, n *node) { setTo(&p.Jam)(r.bits(n, 1)) }},
		{"ifg", func(r *reader, p *rules, n *node) { setTo(&p.Gap)(r.duration(n)) }},
		{"ifg_part1", func(r *reader, p *rules, n *node) {
			setTo(&p.GapPart1)(r.duration(n))
			p.givenPart1 = true
		}},
		{"slot_time", func(r *reader, p *rules, n *node) { setTo(&p.SlotTime)(r.positive(n)) }},
		{"late_window", readLateWindow},
		{"backoff_delay", func(r *reader, p *rules, n *node) { setTo(&p.BackoffDelay)(r.duration(n)) }},
		{"max_defer", func(r *reader, p *rules, n *node) { setTo(&p.MaxDefer)(r.duration(n)) }},
		{"attempt_limit", func(r *reader, p *rules, n *node) { setTo(&p.AttemptLimit)(r.integer(n, 1, 255)) }},
		{"backoff_limit", func(r *reader, p *rules, n *node) { setTo(&p.BackoffLimit)(r.integer(n, 0, 30)) }},
		{"min_frame", func(r *reader, p *rules, n *node) { setTo(&p.MinFrame)(r.integer(n, 18, 65535)) }},
		{"max_frame", func(r *reader, p *rules, n *node) { setTo(&p.MaxFrame)(r.integer(n, 18, 65535)) }},
		{"late_collision", func(r *reader, p *rules, n *node) {
			if s, ok := r.oneOf(n, "a treatment of late collisions", "retry", "discard"); ok {
				p.LateDiscard = s == "discard"
			}
		}},
		{"ifg_after_backoff", readGapAfterBackoff},
		{"blind_start", func(r *reader, p *rules, n *node) { setFlag(&p.NoBlindStart, false)(r.flag(n)) }},
		{"complete_header", func(r *reader, p *rules, n *node) { setFlag(&p.CutHeader, false)(r.flag(n)) }},
		{"carrier_sense", func(r *reader, p *rules, n *node) { setFlag(&p.NoCarrierSense, false)(r.flag(n)) }},
		{"collision_detect", func(r *reader, p *rules, n *node) { setFlag(&p.NoCollision, false)(r.flag(n)) }},
		{"persistence", readPersistence},
		{"align", readAlign},
	},
	misplaced: map[string]string{
		"bit_time": "all stations of a medium share one bit time: write bit_time in the scenario's mac",
		"rate":     "all stations of a medium share one rate: write rate in the scenario's mac",
	},
}

// readRules lays the overrides of a mac mapping over rules, and makes the numbers
// that follow others follow.
func (r *reader) readRules(n *node, p rules, t *table[rules]) rules {
	before, problems := p, len(r.problems.list)
	if !t.read(r, n, &p) {
		return before
	}
	gapHere, part1Here := n.get("ifg"), n.get("ifg_part1")
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
	r.possible(problems, n, p.Check)
	return p
}

// checkRules says which numbers do not go together, and puts back what was there
// before, so that sizes are held to it.
func (r *reader) checkRules(n *node, p, before *rules) {
	bit := p.BitTime
	if part1 := n.get("ifg_part1"); part1 != nil {
		switch {
		case p.GapPart1 > p.Gap:
			r.fail(part1, "%sbt is longer than the whole gap of %sbt", phy.Decimal(p.GapPart1, bit), phy.Decimal(p.Gap, bit))
		case 3*p.GapPart1 > 2*p.Gap:
			r.warn(part1, "%sbt is more than two thirds of the gap of %sbt (4.2.3.2.2)", phy.Decimal(p.GapPart1, bit), phy.Decimal(p.Gap, bit))
		}
	}
	if p.MinFrame > p.MaxFrame {
		at := n.get("min_frame")
		if at == nil {
			at = n.get("max_frame")
		}
		r.fail(at, "min_frame, %d octets, is above max_frame, %d", p.MinFrame, p.MaxFrame)
		p.MinFrame, p.MaxFrame = before.MinFrame, before.MaxFrame
	}
}

func readBitTime(r *reader, p *rules, n *node) {
	t, ok := r.timeIn(n, 0, "100ns or 1us", "ns, us, ms or s")
	switch {
	case !ok:
	case t < 1 || t > phy.Second:
		r.fail(n, "a bit time is 1ps to 1s")
	default:
		r.setBitTime(p, t)
	}
}

func readRate(r *reader, p *rules, n *node) {
	s, ok := r.word(n)
	if !ok {
		return
	}
	t, err := phy.ParseRate(s)
	switch {
	case err != nil:
		r.fail(n, "%v", err)
	case n.parent.get("bit_time") != nil:
		r.fail(n, "bit_time says this already: give one of the two")
	default:
		r.setBitTime(p, t)
	}
}

// setBitTime makes all the line's numbers, which are counted in bits, follow.
func (r *reader) setBitTime(p *rules, t phy.Time) {
	r.line().BitTime = t
	*p = rulesOf(*r.line())
}

func readAlign(r *reader, p *rules, n *node) {
	if n.off() {
		p.Align = 0
		return
	}
	setTo(&p.Align)(r.duration(n))
}

// setTo takes what a reader of values gives, and keeps the old value where it could
// read none.
func setTo[T any](into *T) func(T, bool) {
	return func(v T, ok bool) {
		if ok {
			*into = v
		}
	}
}

// setFlag sets a flag that is what the switch says, or its opposite.
func setFlag(into *bool, same bool) func(bool, bool) {
	return func(on, ok bool) {
		if ok {
			*into = on == same
		}
	}
}
