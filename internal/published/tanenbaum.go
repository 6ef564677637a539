package published

import (
	"context"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
)

// contentionRounds is Tanenbaum's: two stations have collided; in which round does the contention
// end? Round k covers 2^(k-1) slots; the certain collision is the first round.
func (s sources) contentionRounds(p *problem) ([]Case, error) {
	var want struct {
		Formula    string    `json:"P_k"`
		P          []float64 `json:"P_k_numeric"`
		Rounds     float64   `json:"mean_rounds_this_numbering"`
		Collisions float64   `json:"mean_collisions"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	var figures []Figure
	for k, x := range want.P {
		figures = append(figures, Figure{Name: fmt.Sprintf("ends in round %d", k+1), Value: x})
	}
	figures = append(figures, Figure{Name: "mean rounds, the first collision being one", Value: want.Rounds},
		Figure{Name: "mean collisions", Value: want.Collisions})
	return p.made(Case{
		ID:       "/formula",
		Method:   "the formula, P(k) = " + want.Formula + ", and its sums; no network is run. (The book's window goes on doubling: beyond the tenth collision that has no visible effect.)",
		Kind:     Arithmetic,
		Expected: figures,
		check: func(context.Context, Effort) (o Outcome, err error) {
			mean := 0.0
			for k := 1.0; k <= 40; k++ {
				x := (1 - math.Pow(2, 1-k)) * math.Pow(2, -(k-1)*(k-2)/2)
				if int(k) <= len(want.P) {
					o.Got = append(o.Got, exactly(x)...)
				}
				mean += k * x
			}
			o.Got = append(o.Got, exactly(mean, mean-1)...)
			return o, nil
		},
	}, Case{
		ID:       "/run",
		Method:   inSlots + "the share of trials that end after that many collisions",
		Kind:     Statistical,
		Expected: figures,
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			t, err := s.resolve(ctx, e, 2)
			if err != nil {
				return o, err
			}
			for k, x := range want.P {
				o.Got = append(o.Got, share(t.rounds[k], t.first.n, x))
			}
			collisions := t.before.measure(0)
			o.Got = append(o.Got, Measure{Value: collisions.Value + 1, Interval: collisions.Interval}, collisions)
			o.N, o.Unit = int(t.first.n), "trials"
			return o, nil
		},
	})
}

// readyTogether is Tanenbaum's: two stations that become ready during a third one's frame always
// collide when it ends.
func (s sources) readyTogether(p *problem) ([]Case, error) {
	var want struct {
		Probability float64 `json:"collision_probability"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	return p.made(Case{
		Method:   "tan4-poll.yaml, with the two frames' arrivals anywhere in the third's: every first attempt of both must collide",
		Kind:     Exact,
		Expected: []Figure{{Name: "probability of a collision", Value: want.Probability}},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			runs, err := replicate(ctx, e.of(500, 100), func(ctx context.Context, seed uint64) (bool, error) {
				rng := backoff.NewRand(seed, "published", "arrival")
				// C's frame is on the cable, with a delay of 13 bits, for 12208 bits.
				set := func(station int) string {
					return fmt.Sprintf("stations[%d].traffic.starts=[%dbt]", station, 14+rng.Below(12190))
				}
				r, err := s.run(ctx, "tan4-poll.yaml", seed, nil, set(1), set(2))
				if err != nil {
					return false, err
				}
				return r.Stations[1].CollisionsPerFrame[0] == 0 && r.Stations[2].CollisionsPerFrame[0] == 0 &&
					r.Stations[0].CollisionsPerFrame[0] == 1, nil
			})
			collided := 0
			for _, yes := range runs {
				collided += int(truth(yes))
			}
			o.Got = exactly(float64(collided) / float64(len(runs)))
			o.N, o.Unit = len(runs), "runs"
			return o, err
		},
	})
}

// alohaIdle is Tanenbaum's: slotted ALOHA with a tenth of its slots idle.
func alohaIdle(p *problem) ([]Case, error) {
	var want struct {
		G     float64 `json:"G"`
		S     float64 `json:"S"`
		State string  `json:"state"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	return p.made(Case{
		Method: "G from e^-G = 0.1, and S = G e^-G; no network is run. State: " + want.State,
		Kind:   Arithmetic,
		Expected: []Figure{
			{Name: "offered load G", Value: want.G}, {Name: "throughput S", Value: want.S},
			{Name: "overloaded (1: yes)", Value: 1},
		},
		check: func(context.Context, Effort) (o Outcome, err error) {
			g := -math.Log(0.1)
			o.Got = exactly(g, g*math.Exp(-g), truth(g > 1))
			return o, nil
		},
	})
}
