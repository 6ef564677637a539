package published

import (
	"context"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// slotEfficiency is the formula of Kurose and Ross: N stations that each send in a free slot with
// probability p, frames of k slots; x is the mean number of slots in between.
func slotEfficiency(n, p, k float64) float64 {
	success := n * p * math.Pow(1-p, n-1)
	x := (1 - success) / success
	return k / (k + x)
}

// persistentEfficiency is Kurose and Ross 6.20. Its limits are arithmetic; its formula for N
// stations is compared with the engine.
func (s sources) persistentEfficiency(p *problem) ([]Case, error) {
	var want struct {
		Formula string  `json:"eff"`
		Optimum string  `json:"p_opt"`
		Limit   string  `json:"N_inf"`
		Ten     float64 `json:"k=10 N=inf"`
		Hundred float64 `json:"k=100 N=inf"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	cases := []Case{{
		ID:     "/limit",
		Title:  p.Title + ", for very many stations",
		Method: "the formula, " + want.Formula + ", with p = " + want.Optimum + " and N = 10^12, against its limit, " + want.Limit + "; no network is run",
		Kind:   Arithmetic,
		Expected: []Figure{
			{Name: "efficiency, frames of 10 slots", Value: want.Ten, Within: 1e-9},
			{Name: "efficiency, frames of 100 slots", Value: want.Hundred, Within: 1e-9},
			{Name: "efficiency falls to either side of p = 1/N (1: yes)", Value: 1},
		},
		check: func(context.Context, Effort) (o Outcome, err error) {
			// (1-1/N)^(N-1) is computed by its logarithm: powers of 1-1e-12 lose too many digits.
			limit := func(k float64) float64 {
				const n = 1e12
				success := math.Exp((n - 1) * math.Log1p(-1/n))
				return k / (k + (1-success)/success)
			}
			best := slotEfficiency(50, 1.0/50, 10)
			o.Got = exactly(limit(10), limit(100),
				truth(best > slotEfficiency(50, 1.01/50, 10) && best > slotEfficiency(50, 0.99/50, 10)))
			return o, nil
		},
	}}
	for _, c := range []struct {
		n, k int
		p    string
	}{{10, 10, "0.1"}, {50, 10, "0.02"}, {10, 100, "0.1"}, {5, 10, "0.05"}} {
		cases = append(cases, s.persistentRun(p, c.n, c.k, c.p))
	}
	return p.made(cases...)
}

func (s sources) persistentRun(p *problem, n, k int, probability string) Case {
	set := []string{fmt.Sprintf("stations[0].count=%d", n), fmt.Sprintf("stations[0].traffic.size=%d", 64*k),
		"mac.persistence.p=" + probability, fmt.Sprintf("mac.max_frame=%d", 64*k)}
	var value float64
	fmt.Sscan(probability, &value)
	return Case{
		ID:     fmt.Sprintf("/N=%d,k=%d,p=%s", n, k, probability),
		Title:  fmt.Sprintf("%s: %d stations, frames of %d slots", p.Title, n, k),
		Method: fmt.Sprintf("slotted-persistent.yaml: p-persistent stations without backoff on the slotted model; %d stations, size %d, p %s", n, 64*k, probability),
		Kind:   Statistical,
		Expected: []Figure{
			{Name: "efficiency by the formula", Value: slotEfficiency(float64(n), value, float64(k))},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			slots := 2500 * (k + 2) // about 2500 frames
			runs, err := replicate(ctx, e.of(saturatedRuns, 8), func(ctx context.Context, seed uint64) (float64, error) {
				r, err := s.run(ctx, "slotted-persistent.yaml", seed, nil, append(set, slotsLong(slots))...)
				if err != nil {
					return 0, err
				}
				return r.Medium.ShareSuccess, nil
			})
			o.Got = []Measure{blocks(runs).measure(0)}
			o.N, o.Unit = len(runs)*slots, "slots"
			return o, err
		},
	}
}

// slotCount observes slotted-persistent.yaml with frames of one slot. Slots have no memory there,
// so that any slot can be counted as the first.
type slotCount struct {
	slots  int64 // slots with a frame of any station
	fourth int64 // slots with one of A's, and none of A's in the three before
	last   int64 // the last slot of A's
}

func (c *slotCount) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Sent)}
}

func (c *slotCount) Observe(e *medium.Event) {
	c.slots++
	if e.Station != stationA {
		return
	}
	slot := int64(e.At / (512 * 100 * phy.Nanosecond)) // counted from 1
	if slot > 3 && (c.last == 0 || slot-c.last > 3) {
		c.fourth++
	}
	c.last = slot
}

// threeNodes is Kurose and Ross's slotted ALOHA with three stations. With frames of one slot a
// p-persistent station behaves in that way: a station that waits or has collided sends with
// probability p in each slot.
func (s sources) threeNodes(p *problem) ([]Case, error) {
	var want struct {
		First string `json:"A_first_success_slot4"`
		Some  string `json:"some_node_in_slot"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	var cases []Case
	for _, probability := range []string{"0.2", "0.4"} {
		var x float64
		fmt.Sscan(probability, &x)
		one := x * (1 - x) * (1 - x)
		cases = append(cases, Case{
			ID:     "/p=" + probability,
			Title:  p.Title + " = " + probability,
			Method: "slotted-persistent.yaml: three stations, frames of one slot; the book's formulas are " + want.First + " and " + want.Some,
			Kind:   Statistical,
			Expected: []Figure{
				{Name: "A's first success is in slot 4", Value: one * math.Pow(1-one, 3)},
				{Name: "some node succeeds in a slot", Value: 3 * one},
			},
			check: func(ctx context.Context, e Effort) (o Outcome, err error) {
				const slots = 80_000 // per run
				runs, err := replicate(ctx, e.of(saturatedRuns, 8), func(ctx context.Context, seed uint64) (c slotCount, err error) {
					_, err = s.run(ctx, "slotted-persistent.yaml", seed, &c, "stations[0].count=3", "stations[0].traffic.size=64",
						"mac.persistence.p="+probability, slotsLong(slots))
					return c, err
				})
				// Windows of four slots overlap, so that their values depend on each other within a
				// run.
				o.Got = []Measure{
					pick(runs, func(c slotCount) float64 { return float64(c.fourth) / (slots - 3) }).measure(0),
					pick(runs, func(c slotCount) float64 { return float64(c.slots) / slots }).measure(0),
				}
				o.N, o.Unit = len(runs)*slots, "slots"
				return o, err
			},
		})
	}
	return p.made(cases...)
}
