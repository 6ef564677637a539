package published

import (
	"context"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// delivered holds the figures of a saturated network.
type delivered struct {
	Utilisation float64 `json:"utilisation"`
	Attempts    float64 `json:"attempts"` // per delivered frame
	Drops       float64 `json:"drops"`    // frames given up per 1000 delivered
}

// peerData holds the figures of two other simulators.
type peerData struct {
	Source    string   `json:"source"`
	Notes     []string `json:"notes"`
	Saturated []struct {
		Stations int       `json:"stations"`
		Octets   int       `json:"octets"`
		NS2      delivered `json:"ns2"`
		INET     delivered `json:"inet"`
	} `json:"saturated"`
	Preamble struct {
		Note   string `json:"note"`
		Octets []int  `json:"octets"`
		Rows   []struct {
			Stations    int       `json:"stations"`
			Utilisation []float64 `json:"utilisation"`
		} `json:"rows"`
	} `json:"ns2_with_preamble"`
}

// peer is another simulator's network, as it is built here.
type peer struct {
	name   string // of its set of deviations
	star   bool
	header int // octets of preamble that its utilisation includes
}

var (
	inet = peer{name: "inet", header: 8}
	ns2  = peer{name: "ns2", star: true}
)

// network returns saturated stations at the places of the peer: INET's along 500 m, ns-2's with a
// delay of 4 us between any two.
func (p peer) network(rules mac.Params, stations, octets int) bus.Config {
	c := bus.Config{Params: rules}
	if p.star {
		c.Shape = bus.Star(4 * phy.Microsecond)
	}
	for i := range stations {
		c.Stations = append(c.Stations, bus.Station{
			Name:    fmt.Sprintf("h%03d", i),
			At:      phy.Delay(500*float64(i)/float64(max(1, stations-1)), 0.66),
			Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(octets), traffic.To{Whom: traffic.ToNext})},
		})
	}
	return c
}

// lengthOf returns the simulated time for a number of stations: enough for a good mean, except for
// 256 stations, which collide and give up more and more for ten seconds. INET's figures are those
// of two seconds from the start; ns-2's are about those of five.
func (p peer) lengthOf(stations int) phy.Time {
	switch {
	case stations <= 2:
		return 60 * phy.Second
	case stations <= 10:
		return 30 * phy.Second
	case stations <= 24:
		return 15 * phy.Second
	case stations <= 64:
		return 8 * phy.Second
	case p.star:
		return 5 * phy.Second
	}
	return 2 * phy.Second
}

// ours holds the figures of csmacd in a few runs, and the time spent in collisions.
type ours struct {
	utilisation, attempts, drops blocks
	collisions                   blocks // per simulated second
}

// run makes runs of a simulated length each.
func (p peer) run(ctx context.Context, runs int, length phy.Time, rules mac.Params, stations, octets, counted int) (o ours, err error) {
	c := p.network(rules, stations, octets)
	results, err := replicate(ctx, runs, func(ctx context.Context, seed uint64) (*medium.Result, error) {
		c := c
		c.Seed = seed
		return runConfig(ctx, c, length, nil)
	})
	for _, r := range results {
		m := &r.Medium
		frames := float64(m.FramesDelivered)
		o.utilisation = append(o.utilisation, m.Throughput*float64(octets+counted)/float64(octets))
		o.attempts = append(o.attempts, float64(m.Attempts)/frames)
		o.drops = append(o.drops, 1000*float64(m.FramesDropped)/frames)
		o.collisions = append(o.collisions, float64(m.Collisions)/(float64(r.SimulatedPs)/1e12))
	}
	return o, err
}

// rulesAs returns the standard's rules, and the peer's.
func (p peer) rulesAs() (standard, as mac.Params) {
	standard, as = mac.For(phy.Ethernet10), mac.For(phy.Ethernet10)
	d, ok := mac.DeviationByName(p.name)
	if !ok {
		panic("published: no deviations " + p.name)
	}
	d.Apply(&as)
	return standard, as
}

// The uncertainty of a peer's own figures: its runs are of unknown length, and rounded.
const (
	roomUse      = 0.0012
	roomAttempts = 0.01 // of the figure
	roomDrops    = 0.05 // of the figure
)

// peers returns the cases of peers.json.
func (s sources) peers() ([]Case, error) {
	var d peerData
	if err := s.read("peers.json", &d); err != nil {
		return nil, err
	}
	return []Case{
		d.grid(inet, "INET", func(i int) delivered { return d.Saturated[i].INET }),
		d.grid(ns2, "ns-2", func(i int) delivered { return d.Saturated[i].NS2 }),
		d.preamble(),
		d.steps(),
	}, nil
}

// grid compares the peer's set of deviations with the peer's figures, and shows how far the
// standard's rules are from them.
func (d *peerData) grid(p peer, name string, theirs func(i int) delivered) Case {
	c := Case{
		ID: "PEER-" + p.name, Long: true, Title: "the figures of " + name + ", and why they differ from those of 802.3", Source: d.Source,
		Method: "saturated stations by the standard, and with mac: {as: " + p.name + "}; the latter must have the peer's figures. " +
			"Room for the peer's own errors, which are not recorded: 0.0012 of utilisation, 1 % of attempts, 5 % of drops",
		Kind: Statistical,
	}
	for i, row := range d.Saturated {
		t := theirs(i)
		at := fmt.Sprintf("%d stations, %d octets: ", row.Stations, row.Octets)
		use := roomUse
		if p.name == "ns2" && row.Stations > 64 {
			use = 0.006 // a note says why
		}
		c.Expected = append(c.Expected,
			Figure{Name: at + "utilisation", Value: t.Utilisation, Within: use},
			Figure{Name: at + "attempts per frame", Value: t.Attempts, Within: roomAttempts * t.Attempts},
			Figure{Name: at + "drops per 1000", Value: t.Drops, Within: roomDrops * t.Drops})
	}
	c.Expected = append(c.Expected, Figure{Name: "share of the difference in drops that the deviations close", Value: 1, Within: 0.25})
	c.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		runs := e.of(12, 8)
		standard, as := p.rulesAs()
		o.Table = &Table{Head: []string{"stations", "octets", "utilisation: " + name, "802.3", "as " + p.name,
			"attempts: " + name, "802.3", "as " + p.name, "drops: " + name, "802.3", "as " + p.name}}
		var before, after float64 // relative differences in drops
		for i, row := range d.Saturated {
			t := theirs(i)
			a, err := p.run(ctx, runs, p.lengthOf(row.Stations), standard, row.Stations, row.Octets, 8)
			if err != nil {
				return o, err
			}
			b, err := p.run(ctx, runs, p.lengthOf(row.Stations), as, row.Stations, row.Octets, p.header)
			if err != nil {
				return o, err
			}
			o.Got = append(o.Got, b.utilisation.measure(0), b.attempts.measure(0), b.drops.measure(0))
			cells := []string{fmt.Sprint(row.Stations), fmt.Sprint(row.Octets)}
			for _, f := range []struct {
				format string
				theirs float64
				a, b   blocks
			}{
				{"%.4f", t.Utilisation, a.utilisation, b.utilisation},
				{"%.3f", t.Attempts, a.attempts, b.attempts},
				{"%.2f", t.Drops, a.drops, b.drops},
			} {
				cells = append(cells, fmt.Sprintf(f.format, f.theirs))
				for _, x := range []blocks{f.a, f.b} {
					cells = append(cells, beside(f.format, x, f.theirs))
				}
			}
			o.Table.add(cells...)
			before += math.Abs(a.drops.mean()/t.Drops - 1)
			after += math.Abs(b.drops.mean()/t.Drops - 1)
		}
		o.Got = append(o.Got, Measure{Value: 1 - after/before})
		o.N, o.Unit = runs, "runs for each figure"
		o.Notes = append(append([]string(nil), d.Notes...), "in brackets: the difference from "+name+" in per cent; * where it is beyond our own interval",
			"runs begin at time 0, without a warm-up; 256 stations are simulated for "+p.lengthOf(256).String()+", since longer runs have fewer attempts and more drops, and how long the peer's were is not known")
		if p.name == "ns2" {
			o.Notes = append(o.Notes, "802.3's utilisation counts the preamble, ns-2 has none",
				"for 256 stations a set of deviations is not enough: ns-2's listeners treat a collision as over 3.2 us after they heard it; here its fragments, a bit long, still have to pass (4.1 us); 0.9 us for each of thousands of collisions a second")
		}
		return o, nil
	}
	return c
}

// beside returns a mean, and in brackets its difference from a figure in per cent, marked if that
// is more than the mean's own interval.
func beside(format string, b blocks, theirs float64) string {
	mark := ""
	if math.Abs(b.mean()-theirs) > b.measure(0).Interval {
		mark = "*"
	}
	return fmt.Sprintf(format+" (%+.2f%s)", b.mean(), 100*(b.mean()/theirs-1), mark)
}
