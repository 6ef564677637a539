package published

import (
	"context"
	"fmt"
	"math"
)

// saturatedRow holds the figures of the slotted model of N saturated stations.
type saturatedRow struct {
	Source   string  `json:"source"`
	N        int     `json:"N"`
	Slots    int     `json:"slots"`
	S        float64 `json:"S"`
	Err      float64 `json:"se"`
	Collide  float64 `json:"p_coll_per_attempt"`
	Discards float64 `json:"discards_per_success"`
	Jain     float64 `json:"jain"`
}

// slotsOf is the number of slots of a run, by number of saturated stations.
var slotsOf = map[int]int{2: 250_000, 10: 500_000, 50: 120_000}

// saturatedRuns is the number of runs: enough for their own spread to be well known.
const saturatedRuns = 48

// slotsLong returns the setting of a scenario for a run of that many slots.
func slotsLong(slots int) string { return fmt.Sprintf("duration=%dbt", 512*slots) }

// saturated compares throughput, collisions and discards. Fairness is left out: over so long a time
// it is 1 whatever the rules are.
func (s sources) saturated(r *saturatedRow) Case {
	return Case{
		ID:     fmt.Sprintf("THEORY-saturated/N=%d", r.N),
		Title:  fmt.Sprintf("%d saturated stations in slots", r.N),
		Source: r.Source,
		Method: fmt.Sprintf("slotted-saturated.yaml: header 0, jam 512bt, ifg 0, all at one place, frames of one slot; stations[0].count=%d. "+
			"The interval is Student's over the runs; if the source states no errors, they are assumed to be like ours, over its slots", r.N),
		Kind: Statistical,
		Expected: []Figure{
			{Name: "share of slots with a frame", Value: r.S},
			{Name: "probability that an attempt collides", Value: r.Collide},
			{Name: "frames discarded per frame sent", Value: r.Discards},
		},
		check: func(ctx context.Context, e Effort) (o Outcome, err error) {
			const warmup = 10_000
			slots := slotsOf[r.N]
			type figures [3]float64
			runs, err := replicate(ctx, e.of(saturatedRuns, 8), func(ctx context.Context, seed uint64) (f figures, err error) {
				result, err := s.run(ctx, "slotted-saturated.yaml", seed, nil, fmt.Sprintf("stations[0].count=%d", r.N), slotsLong(slots+warmup))
				if err != nil {
					return f, err
				}
				m := &result.Medium
				sent := float64(m.FramesSent)
				return figures{m.ShareSuccess, 1 - sent/float64(m.Attempts), float64(m.FramesDropped) / sent}, nil
			})
			if err != nil {
				return o, err
			}
			for k := range len(figures{}) {
				var b blocks
				for _, f := range runs {
					b = append(b, f[k])
				}
				theirs := b.err() * math.Sqrt(float64(len(b)*slots)/float64(r.Slots))
				if k == 0 {
					theirs = r.Err
				}
				o.Got = append(o.Got, b.measure(theirs))
			}
			o.N, o.Unit = len(runs)*slots, "slots"
			return o, nil
		},
	}
}
