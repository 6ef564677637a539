package published

import (
	"context"
	"fmt"
	"math/big"
)

// theory is the content of theory.json.
type theory struct {
	BEB struct {
		Two        twoStation      `json:"two_station"`
		EarlyN2    earlySlots      `json:"first_success_exact_early_N2"`
		EarlyN3    earlySlots      `json:"first_success_exact_early_N3"`
		Capture    captureRaces    `json:"capture_races"`
		Resolution []resolutionRow `json:"resolution"`
		Saturated  []saturatedRow  `json:"saturated_slotted_BEB"`
	} `json:"beb"`
}

// theory returns the cases of theory.json.
func (s sources) theory() ([]Case, error) {
	var t theory
	if err := s.read("theory.json", &t); err != nil {
		return nil, err
	}
	b := &t.BEB
	all := []Case{chainArithmetic(&b.Two), s.twoStationTrials(&b.Two), s.early(2, &b.EarlyN2), s.early(3, &b.EarlyN3), s.races(&b.Capture)}
	for i := range b.Resolution {
		all = append(all, s.resolution(&b.Resolution[i]))
	}
	for i := range b.Saturated {
		all = append(all, s.saturated(&b.Saturated[i]))
	}
	return all, nil
}

// twoStation is the exact chain of two stations that have collided in slot 0.
type twoStation struct {
	Source       string  `json:"source"`
	First        float64 `json:"E_first_success_slot"`
	FirstExact   string  `json:"E_first_success_exact"`
	Collisions   float64 `json:"E_collisions"`
	Second       float64 `json:"E_second_success_slot_1slot_frames"`
	SixteenInRow float64 `json:"P_16_consecutive_collisions"`
	Rounds       []struct {
		Collisions int     `json:"n_collisions"`
		Window     int64   `json:"window"`
		Reach      float64 `json:"P_reach"`
		Success    float64 `json:"P_success_after_this_round"`
		Min        float64 `json:"E_min_given_success"`
	} `json:"rounds"`
}

// chainArithmetic computes the chain in fractions: after n collisions two stations draw from w
// slots; they tie with probability 1/w, otherwise the smaller draw wins.
func chainArithmetic(t *twoStation) Case {
	c := Case{
		ID: "THEORY-two-station", Title: "two stations under binary exponential backoff, the chain itself", Source: t.Source,
		Method: "the sum over fifteen rounds in exact fractions; no network is run. The mean is compared as a fraction",
		Kind:   Arithmetic,
		Expected: []Figure{
			{Name: "mean slot of the first success", Value: t.First},
			{Name: "and the same as a fraction (1: equal)", Value: 1},
			{Name: "mean collisions", Value: t.Collisions},
			{Name: "mean slot of the second success", Value: t.Second},
			{Name: "probability of sixteen collisions in a row", Value: t.SixteenInRow},
		},
	}
	for _, r := range t.Rounds {
		c.Expected = append(c.Expected,
			Figure{Name: fmt.Sprintf("probability of collision %d", r.Collisions), Value: r.Reach},
			Figure{Name: fmt.Sprintf("probability of success after collision %d", r.Collisions), Value: r.Success},
			Figure{Name: fmt.Sprintf("mean smaller draw then, of %d", r.Window), Value: r.Min})
	}
	c.check = func(context.Context, Effort) (o Outcome, err error) {
		first, second, collisions := new(big.Rat), new(big.Rat), new(big.Rat)
		reach, elapsed := big.NewRat(1, 1), new(big.Rat) // elapsed: the mean slot of this round's collision
		var rounds []float64
		for n := 1; n <= len(t.Rounds); n++ {
			w := int64(1) << min(n, 10)
			tie := big.NewRat(1, w)
			part := new(big.Rat).Sub(big.NewRat(1, 1), tie)
			// Of two draws that differ the smaller is (w-2)/3 in the mean, the greater (2w-1)/3;
			// equal ones are (w-1)/2.
			smaller, greater, equal := big.NewRat(w-2, 3), big.NewRat(2*w-1, 3), big.NewRat(w-1, 2)
			success := mul(reach, part)
			rounds = append(rounds, float(reach), float(success), float(smaller))

			// A draw d of a station that collided in slot c means slot c+1+d. Whether the round
			// separates them or not, it lasts until the smaller draw.
			one := big.NewRat(1, 1)
			first.Add(first, mul(reach, sum(one, mul(part, smaller), mul(tie, equal))))
			second.Add(second, mul(success, sum(elapsed, one, greater)))
			collisions.Add(collisions, reach)
			elapsed = sum(elapsed, one, equal)
			reach = mul(reach, tie)
		}
		exact, _ := new(big.Rat).SetString(t.FirstExact)
		o.Got = exactly(append([]float64{float(first), truth(exact != nil && exact.Cmp(first) == 0), float(collisions), float(second),
			float(reach)}, rounds...)...)
		return o, nil
	}
	return c
}

func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

func sum(terms ...*big.Rat) *big.Rat {
	s := new(big.Rat)
	for _, t := range terms {
		s.Add(s, t)
	}
	return s
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
