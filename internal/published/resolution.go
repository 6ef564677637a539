package published

import (
	"context"
	"fmt"
)

// inSlots describes how the slotted cases are run.
const inSlots = "slotted-resolution.yaml: header 0, jam 512bt, ifg 0, all at one place, so that a collision takes one slot; "

// resolutionRow is the time until a collision of N stations lets a frame through.
type resolutionRow struct {
	Source     string  `json:"source"`
	N          int     `json:"N"`
	Trials     int     `json:"trials"`
	Mean       float64 `json:"mean"`
	Err        float64 `json:"se"`
	Deviation  float64 `json:"sd"`
	Collisions float64 `json:"mean_collision_slots_before_first_success"`
	Discards   float64 `json:"discards_per_trial"`
}

// resolution compares the mean number of slots and of collisions until the first success.
func (s sources) resolution(r *resolutionRow) Case {
	return Case{
		ID:     fmt.Sprintf("THEORY-resolution/N=%d", r.N),
		Title:  fmt.Sprintf("%d stations collide: slots until the first success", r.N),
		Source: fmt.Sprintf("%s, %d trials", r.Source, r.Trials),
		Method: inSlots + fmt.Sprintf("stations[0].count=%d, many trials per seed. The interval includes the source's standard error", r.N),
		Kind:   Statistical,
		Expected: []Figure{
			{Name: "mean slot of the first success", Value: r.Mean},
			{Name: "mean collisions before it", Value: r.Collisions},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			t, err := s.resolve(ctx, e, r.N)
			if err != nil {
				return o, err
			}
			o.N, o.Unit = int(t.first.n), "trials"
			// The source states no error for collisions. It is assumed to be like ours, for the
			// number of trials of the source.
			o.Got = []Measure{t.first.measure(r.Err), t.before.measure(t.before.errOf(r.Trials))}
			return o, nil
		},
	}
}

// twoStationTrials compares the engine with the chain of two stations.
func (s sources) twoStationTrials(t *twoStation) Case {
	return Case{
		ID: "THEORY-two-station/run", Title: "two stations under binary exponential backoff", Source: t.Source,
		Method: inSlots + "frames of one slot",
		Kind:   Statistical,
		Expected: []Figure{
			{Name: "mean slot of the first success", Value: t.First},
			{Name: "mean collisions", Value: t.Collisions},
			{Name: "mean slot of the second success", Value: t.Second},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			r, err := s.resolve(ctx, e, 2)
			if err != nil {
				return o, err
			}
			o.N, o.Unit = int(r.first.n), "trials"
			o.Got = []Measure{r.first.measure(0), r.before.measure(0), r.second.measure(0)}
			return o, nil
		},
	}
}

// earlySlots is the exact distribution of the slot of the first success, as far as it is given.
type earlySlots struct {
	Source string `json:"source"`
	Slots  []struct {
		Slot  int     `json:"slot"`
		Exact string  `json:"exact"`
		Float float64 `json:"float"`
	} `json:"slots"`
}

// early compares the whole distribution, slot by slot and by a chi-squared test.
func (s sources) early(stations int, t *earlySlots) Case {
	c := Case{
		ID:     fmt.Sprintf("THEORY-early/N=%d", stations),
		Title:  fmt.Sprintf("%d stations collide: the slot of the first success", stations),
		Source: t.Source,
		Method: inSlots + "the share of trials for each slot, and all of them together by chi-squared",
		Kind:   Statistical,
	}
	var p []float64
	for _, slot := range t.Slots {
		c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("probability of slot %d", slot.Slot), Value: slot.Float})
		p = append(p, slot.Float)
	}
	c.Expected = append(c.Expected, Figure{Name: "chi-squared"})
	c.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		r, err := s.resolve(ctx, e, stations)
		if err != nil {
			return o, err
		}
		o.N, o.Unit = int(r.first.n), "trials"
		for i := range p {
			o.Got = append(o.Got, share(r.slots[i], r.first.n, p[i]))
		}
		x, limit := chiSquared(r.slots[:len(p)], p, r.first.n)
		o.Got = append(o.Got, Measure{Value: x, Interval: limit})
		return o, nil
	}
	return c
}
