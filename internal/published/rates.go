package published

import (
	"context"
	"fmt"
)

// halfOfN is Peterson and Davie's estimate: N stations need N/2 slots until one of them sends, for
// a packet of five slots.
func halfOfN(p *problem) ([]Case, error) {
	var want struct {
		Fraction string `json:"available_fraction"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	c := Case{
		Method: "the book's own estimate, " + want.Fraction + ", its two forms compared; no network is run. (What backoff really takes is the cases THEORY-resolution.)",
		Kind:   Arithmetic,
	}
	numbers := []float64{2, 10, 20, 100}
	for _, n := range numbers {
		c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("share left, %g stations", n), Value: 10 / (n + 10)})
	}
	c.check = func(context.Context, Effort) (o Outcome, err error) {
		for _, n := range numbers {
			o.Got = append(o.Got, exactly(5/(n/2+5))...)
		}
		return o, nil
	}
	return p.made(c)
}

// greatestRate is the highest rate of frames of a line of 10 Mb/s.
func (s sources) greatestRate(p *problem) ([]Case, error) {
	var want struct {
		ShortRate float64 `json:"64B_fps"`
		LongRate  float64 `json:"1518B_fps"`
		ShortUse  float64 `json:"64B_frame_bits_util"`
		LongUse   float64 `json:"1518B_util"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	return p.made(Case{
		Method: "rate-max.yaml: one saturated station, for the length of 1000 frames and their gaps",
		Kind:   Exact,
		Expected: []Figure{
			{Name: "frames of 64 octets per second", Value: want.ShortRate}, {Name: "of 1518 octets", Value: want.LongRate},
			{Name: "bits of 64-octet frames per bit time", Value: want.ShortUse}, {Name: "of 1518-octet frames", Value: want.LongUse},
		},
		check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
			var rates, use []float64
			for _, octets := range []int{64, 1518} {
				r, err := s.run(ctx, "rate-max.yaml", 0, nil, fmt.Sprintf("stations[0].traffic.size=%d", octets),
					fmt.Sprintf("duration=%dbt", 1000*(8*octets+64+96)))
				if err != nil {
					return o, err
				}
				rates = append(rates, float64(r.Medium.FramesDelivered)/(float64(r.SimulatedPs)/1e12))
				use = append(use, r.Medium.Throughput)
			}
			o.Got = exactly(append(rates, use...)...)
			return o, nil
		},
	})
}
