package published

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// measured is what is known of the measurement of Boggs, Mogul and Kent, and what is not.
type measured struct {
	Source  string   `json:"source"`
	Known   []string `json:"known"`
	Unknown []string `json:"unknown"`
	Figures struct {
		Short      [2]float64 `json:"short_24_hosts"`
		Long       [2]float64 `json:"long"`
		OneInEight [2]float64 `json:"one_long_in_eight"`
		Ideal      float64    `json:"ideal_short_24_hosts"`
		Turnaround [2]float64 `json:"turnaround_us"`
	} `json:"figures"`
}

// coax is boggs-1988.yaml. Every run here is a variant of it: fewer hosts, other sizes, another
// turn-around.
type coax struct{ bus.Config }

// Octets that the measurement counts on top of a packet, and those of them that are in the frame:
// the FCS.
const (
	overhead    = 24
	overheadFCS = 4
)

// host describes the behaviour of a host.
type host struct {
	turnaround, think phy.Time
	size              traffic.Size // of frames
}

// packets returns the size of frames whose packets all have the same size.
func packets(octets int) traffic.Size { return traffic.Octets(octets + overheadFCS) }

// usual returns the host of the lesson.
func usual(size traffic.Size) host {
	return host{390 * phy.Microsecond, 10 * phy.Microsecond, size}
}

// ideal returns a host that always has its next frame ready.
func ideal(size traffic.Size) host { return host{size: size} }

// cableRun is the result of a run with a number of hosts.
type cableRun struct {
	use    float64 // Mb/s, with overhead
	spread float64 // standard deviation of the hosts' Mb/s, without
	delay  float64 // us, the time for which a host waits for each packet that is sent
}

// with returns the network of the first hosts, taken from each cluster in turn.
func (c coax) with(hosts int, h host) bus.Config {
	n := c.Config
	all := n.Stations
	n.Stations = nil
	for i := range hosts {
		s := all[i%4*6+i/4]
		s.Traffic = []traffic.Source{traffic.Think(h.turnaround, h.think, h.size, traffic.To{})}
		if h.turnaround+h.think == 0 {
			s.Traffic[0] = traffic.Saturated(h.size, traffic.To{})
		}
		n.Stations = append(n.Stations, s)
	}
	return n
}

// run makes runs with a number of hosts, each of two simulated seconds after a warm-up.
func (c coax) run(ctx context.Context, runs, hosts int, h host) ([]cableRun, error) {
	return replicate(ctx, runs, func(ctx context.Context, seed uint64) (o cableRun, err error) {
		config := c.with(hosts, h)
		config.Seed = seed
		r, err := runConfig(ctx, config, config.Warmup+2*phy.Second, nil)
		if err != nil {
			return o, err
		}
		us := float64(r.SimulatedPs) / 1e6
		var octets, squares, frames float64
		for i := range r.Stations {
			x := float64(r.Stations[i].OctetsDelivered) * 8 / us
			octets += x
			squares += x * x
		}
		frames = float64(r.Medium.FramesDelivered)
		n := float64(hosts)
		o.use = octets + frames*(overhead-overheadFCS)*8/us
		o.spread = math.Sqrt(max(0, squares/n-octets/n*octets/n))
		// A host is either in its turn-around or waiting, so that the mean wait follows from the
		// number of packets sent (Little's law). It includes the packets given up.
		o.delay = n*us/frames - (h.turnaround + h.think).Microseconds()
		return o, nil
	})
}

// uses, spreads and delays return one figure of each run.
func uses(runs []cableRun) blocks    { return pick(runs, func(r cableRun) float64 { return r.use }) }
func spreads(runs []cableRun) blocks { return pick(runs, func(r cableRun) float64 { return r.spread }) }
func delays(runs []cableRun) blocks  { return pick(runs, func(r cableRun) float64 { return r.delay }) }

// between returns a range that a source states as a figure.
func between(name string, r [2]float64) Figure {
	return Figure{Name: name, Value: (r[0] + r[1]) / 2, Within: (r[1] - r[0]) / 2}
}

// boggs returns the cases that are compared with the measurement.
func (s sources) boggs() ([]Case, error) {
	var m measured
	if err := s.read("boggs.json", &m); err != nil {
		return nil, err
	}
	sc, err := s.scenario("../scenarios/boggs-1988.yaml")
	if err != nil {
		return nil, err
	}
	c := coax{sc.Config}
	notes := []string{
		"known: " + strings.Join(m.Known, "; "),
		"unknown: " + strings.Join(m.Unknown, "; "),
		"compared in shape, not reproduced",
	}
	return []Case{c.capacity(&m, notes), c.turnarounds(&m), c.hosts(&m)}, nil
}

// capacity returns the case of the throughput, with a table of it.
func (c coax) capacity(m *measured, notes []string) Case {
	mix := traffic.Weighted([]int{64 + overheadFCS, 1536 + overheadFCS}, []uint64{7, 1})
	return Case{
		ID: "BMK-capacity", Long: true, Title: "24 hosts on 910 m of cable: throughput", Source: m.Source,
		Method: "boggs-1988.yaml: hosts with a turn-around of 400 us (390 fixed, 10 exponential); a packet's frame has 4 octets more, and 20 are counted on top. One long in eight: 1536 octets among 64",
		Kind:   Statistical,
		Expected: []Figure{
			between("packets of 64 octets, Mb/s", m.Figures.Short),
			between("packets of 1536 octets", m.Figures.Long),
			between("packets of 4000 octets", m.Figures.Long),
			between("one long in eight", m.Figures.OneInEight),
			{Name: "64 octets, ideal hosts", Value: m.Figures.Ideal, Within: 0.05},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			runs := e.of(16, 8)
			for _, h := range []host{usual(packets(64)), usual(packets(1536)), usual(packets(4000)), usual(mix), ideal(packets(64))} {
				r, err := c.run(ctx, runs, 24, h)
				if err != nil {
					return o, err
				}
				o.Got = append(o.Got, uses(r).measure(0))
			}
			hosts := []int{1, 2, 4, 8, 12, 16, 20, 24}
			o.Table = &Table{Head: []string{"octets"}}
			for _, n := range hosts {
				o.Table.Head = append(o.Table.Head, fmt.Sprint(n))
			}
			o.Table.Head = append(o.Table.Head, "24 ideal")
			for _, octets := range []int{64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4000} {
				row := []string{fmt.Sprint(octets)}
				for _, n := range hosts {
					r, err := c.run(ctx, 2, n, usual(packets(octets)))
					if err != nil {
						return o, err
					}
					row = append(row, fmt.Sprintf("%.2f", uses(r).mean()))
				}
				r, err := c.run(ctx, 2, 24, ideal(packets(octets)))
				if err != nil {
					return o, err
				}
				o.Table.add(append(row, fmt.Sprintf("%.2f", uses(r).mean()))...)
			}
			o.N, o.Unit = runs, "runs of two seconds for each figure"
			o.Notes = append(notes, "table: Mb/s by hosts, 24 octets of overhead a packet counted")
			return o, nil
		},
	}
}

// turnarounds returns the case of the turn-around with which 24 hosts have the measured throughput
// for packets of 64 octets.
func (c coax) turnarounds(m *measured) Case {
	regular := map[int]phy.Time{100: 90 * phy.Microsecond, 500: 490 * phy.Microsecond}
	ends := []int{int(m.Figures.Turnaround[0]), int(m.Figures.Turnaround[1])}
	return Case{
		ID: "BMK-turnaround", Long: true, Title: "packets of 64 octets: the effect of the hosts' turn-around", Source: m.Source,
		Method: "boggs-1988.yaml, with other times between packets: all but 10 us of them fixed, or exponential",
		Kind:   Statistical,
		Expected: []Figure{
			between(fmt.Sprintf("a turn-around of %d us, nearly even: Mb/s", ends[0]), m.Figures.Short),
			between(fmt.Sprintf("of %d us, nearly even", ends[1]), m.Figures.Short),
			{Name: "of 400 us, exponential: less than measured (1: yes)", Value: 1},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			runs := e.of(16, 8)
			o.Table = &Table{Head: []string{"turn-around, us", "fixed", "10 us of it exponential", "exponential"}}
			least := 0.0
			for _, us := range []int{0, 20, 50, 100, 200, 300, 400, 500} {
				mean := phy.Time(us) * phy.Microsecond
				row := []string{fmt.Sprint(us)}
				for k, h := range []host{{mean, 0, packets(64)}, {mean - 10*phy.Microsecond, 10 * phy.Microsecond, packets(64)}, {0, mean, packets(64)}} {
					if us == 0 && k > 0 {
						row = append(row, "")
						continue
					}
					runs := runs
					if regular[us] == 0 || k != 1 { // for the table
						runs /= 2
					}
					r, err := c.run(ctx, runs, 24, h)
					if err != nil {
						return o, err
					}
					use := uses(r)
					row = append(row, fmt.Sprintf("%.2f", use.mean()))
					if k == 1 && regular[us] != 0 {
						o.Got = append(o.Got, use.measure(0))
					}
					if k == 2 && us == 400 {
						least = use.mean()
					}
				}
				o.Table.add(row...)
			}
			o.Got = append(o.Got, Measure{Value: truth(least < m.Figures.Short[0])})
			o.N, o.Unit = runs, "runs of two seconds for each figure"
			o.Notes = []string{"the regularity of the time matters more than its length: a host that comes back soon and at random collides with those that its frame has kept waiting"}
			return o, nil
		},
	}
}

// hosts returns the case of what more hosts change.
func (c coax) hosts(m *measured) Case {
	sizes := []int{64, 512, 1536, 4000}
	k := Case{
		ID: "BMK-hosts", Long: true, Title: "fairness and delay as hosts are added", Source: m.Source,
		Method: "boggs-1988.yaml with ideal hosts, cluster by cluster in turn. Fairness: the standard deviation of the hosts' rates over two seconds. Delay: what a host waits for each packet that gets through, those that it gives up at the sixteenth collision included",
		Kind:   Statistical,
	}
	for _, octets := range sizes {
		k.Expected = append(k.Expected,
			Figure{Name: fmt.Sprintf("%d octets: rates differ less among 24 hosts than among 4 (1: yes)", octets), Value: 1},
			Figure{Name: fmt.Sprintf("%d octets: delay of 24 hosts over that of 8", octets), Value: 3, Within: 0.45})
	}
	k.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		runs := e.of(16, 8)
		o.Table = &Table{Head: []string{"octets", "hosts", "Mb/s", "deviation of the hosts' Mb/s", "of their mean", "delay, ms"}}
		for _, octets := range sizes {
			at := map[int][]cableRun{}
			for _, n := range []int{2, 4, 8, 16, 24} {
				if at[n], err = c.run(ctx, runs, n, ideal(packets(octets))); err != nil {
					return o, err
				}
				use, spread := uses(at[n]).mean(), spreads(at[n]).mean()
				o.Table.add(fmt.Sprint(octets), fmt.Sprint(n), fmt.Sprintf("%.2f", use), fmt.Sprintf("%.3f", spread),
					fmt.Sprintf("%.0f %%", 100*spread*float64(n)/use), fmt.Sprintf("%.2f", delays(at[n]).mean()/1000))
			}
			o.Got = append(o.Got, Measure{Value: truth(spreads(at[24]).mean() < spreads(at[4]).mean())},
				Measure{Value: delays(at[24]).mean() / delays(at[8]).mean()})
		}
		o.N, o.Unit = runs, "runs of two seconds for each figure"
		o.Notes = []string{
			"relative to their mean the rates do not differ less as hosts are added: the capture effect; which of the two was measured is not known",
			"delay follows from the number of packets by Little's law, and is therefore linear as long as the line is full",
		}
		return o, nil
	}
	return k
}
