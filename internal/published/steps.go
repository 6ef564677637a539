package published

import (
	"context"
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// listening is the time by which ns-2's listeners treat a collision as over sooner than those here:
// 32 bits of jam, timed from when they heard it, compared with the 41 bits that its fragments take
// to pass at a delay of 4 us. In seconds.
const listening = 0.9e-6

// preamble compares ns-2 with 8 octets added to each frame, for which the utilisation of the frames
// themselves is given, with mac: {as: ns2, header: 64bt, complete_header: off}.
func (d *peerData) preamble() Case {
	c := Case{
		ID: "PEER-ns2-preamble", Long: true, Title: "the figures of ns-2 with 8 octets more for a preamble", Source: d.Source + "; " + d.Preamble.Note,
		Method: "saturated stations by the standard, and with mac: {as: ns2, header: 64bt, complete_header: off}. For each collision 0.9 us are subtracted from the time: " +
			"ns-2's listeners treat it as over 3.2 us after they heard it, while here its fragments, a bit long, still have to pass. Allowance for the peer's own error: 0.002, its largest deviation",
		Kind: Statistical,
	}
	for _, row := range d.Preamble.Rows {
		for k, u := range row.Utilisation {
			c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("%d stations, %d octets", row.Stations, d.Preamble.Octets[k]), Value: u, Within: 0.002})
		}
	}
	c.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		runs := e.of(16, 8)
		standard, as := ns2.rulesAs()
		as.Header, as.CutHeader = standard.Header, true
		o.Table = &Table{Head: []string{"stations", "octets", "ns-2", "802.3", "as ns2", "less 0.9 us per collision"}}
		for _, row := range d.Preamble.Rows {
			length := min(ns2.lengthOf(row.Stations), 10*phy.Second)
			for k, octets := range d.Preamble.Octets {
				a, err := ns2.run(ctx, runs, length, standard, row.Stations, octets, 0)
				if err != nil {
					return o, err
				}
				b, err := ns2.run(ctx, runs, length, as, row.Stations, octets, 0)
				if err != nil {
					return o, err
				}
				var sooner blocks
				for i, u := range b.utilisation {
					sooner = append(sooner, u/(1-listening*b.collisions[i]))
				}
				o.Got = append(o.Got, sooner.measure(0))
				theirs := row.Utilisation[k]
				cells := []string{fmt.Sprint(row.Stations), fmt.Sprint(octets), fmt.Sprintf("%.4f", theirs)}
				for _, x := range []blocks{a.utilisation, b.utilisation, sooner} {
					cells = append(cells, beside("%.4f", x, theirs))
				}
				o.Table.add(cells...)
			}
		}
		o.N, o.Unit = runs, "runs for each figure"
		o.Notes = []string{"in brackets: the difference from ns-2 in per cent; * where it is beyond our own interval"}
		return o, nil
	}
	return c
}

// steps switches INET's deviations on one after the other, for 24 stations and frames of 1518
// octets, and shows which of them removes which difference.
func (d *peerData) steps() Case {
	const stations, octets = 24, 1518
	var theirs delivered
	for _, row := range d.Saturated {
		if row.Stations == stations && row.Octets == octets {
			theirs = row.INET
		}
	}
	standard, as := inet.rulesAs()
	rules := standard
	steps := []struct {
		what  string
		apply func(*mac.Params)
	}{
		{"802.3", func(*mac.Params) {}},
		{"attempt_limit: 17", func(p *mac.Params) { p.AttemptLimit = as.AttemptLimit }},
		{"ifg_part1: 0", func(p *mac.Params) { p.GapPart1 = as.GapPart1 }},
		{"complete_header: off", func(p *mac.Params) { p.CutHeader = as.CutHeader }},
		{"ifg_after_backoff: blind", func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter = as.GapAfterBackoff, as.BlindAfter }},
	}
	return Case{
		ID: "PEER-inet-steps", Long: true, Title: "INET's deviations one after the other, 24 stations, 1518 octets", Source: d.Source,
		Method: "saturated stations on 500 m: the standard, then each of INET's deviations on top of those before",
		Kind:   Statistical,
		Expected: []Figure{
			{Name: "drops per 1000, with 17 attempts", Value: theirs.Drops, Within: 0.02 * theirs.Drops},
			{Name: "attempts per frame, with 17 attempts", Value: theirs.Attempts, Within: roomAttempts * theirs.Attempts},
			{Name: "utilisation, with all", Value: theirs.Utilisation, Within: 0.0006},
			{Name: "drops by the standard: too many, by more than our interval (1: yes)", Value: 1},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			runs := e.of(48, 16)
			o.Table = &Table{Head: []string{"with, besides those above,", "utilisation", "attempts", "drops"}}
			o.Got = make([]Measure, 4)
			rules := rules
			for i, step := range steps {
				step.apply(&rules)
				r, err := inet.run(ctx, runs, inet.lengthOf(stations), rules, stations, octets, inet.header)
				if err != nil {
					return o, err
				}
				switch i {
				case 0:
					o.Got[3] = Measure{Value: truth(r.drops.mean()-theirs.Drops > r.drops.measure(0).Interval+roomDrops*theirs.Drops)}
				case 1:
					o.Got[0], o.Got[1] = r.drops.measure(0), r.attempts.measure(0)
				case len(steps) - 1:
					o.Got[2] = r.utilisation.measure(0)
				}
				o.Table.add(step.what, beside("%.4f", r.utilisation, theirs.Utilisation),
					beside("%.3f", r.attempts, theirs.Attempts), beside("%.1f", r.drops, theirs.Drops))
			}
			o.Table.add("INET itself", fmt.Sprintf("%.4f", theirs.Utilisation), fmt.Sprintf("%.3f", theirs.Attempts), fmt.Sprintf("%.1f", theirs.Drops))
			o.N, o.Unit = runs, "runs for each figure"
			o.Notes = []string{"in brackets: the difference from INET in per cent; * where it is beyond our own interval"}
			return o, nil
		},
	}
}
