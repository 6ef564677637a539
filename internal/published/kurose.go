package published

import (
	"context"
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// waitOfSlots is Kurose and Ross 6.17: the duration of a draw of K = 100.
func (s sources) waitOfSlots(p *problem) ([]Case, error) {
	var want struct {
		Ten     float64 `json:"10Mbps_ms"`
		Hundred float64 `json:"100Mbps_us"`
		Giga    float64 `json:"1Gbps_us"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	return p.made(Case{
		Method: "kr6-p17.yaml: two stations collide; a policy that always waits 100 slots replaces the draw. At 1 Gb/s the book keeps the slot of 512 bits",
		Kind:   Exact,
		Expected: []Figure{
			{Name: "wait at 10 Mb/s, ms", Value: want.Ten},
			{Name: "wait at 100 Mb/s, us", Value: want.Hundred},
			{Name: "wait at 1 Gb/s, us", Value: want.Giga},
		},
		check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
			var waits []float64 // us
			for _, rate := range []string{"10Mbps", "100Mbps", "1000Mbps"} {
				st, err := s.tell(ctx, "kr6-p17.yaml", "mac.rate="+rate)
				if err != nil {
					return o, err
				}
				wait := st.all(stationA, medium.Backoff)[0].Until - st.all(stationA, medium.TxEnd)[0].At
				waits = append(waits, wait.Microseconds())
			}
			o.Got = exactly(waits[0]/1000, waits[1], waits[2])
			return o, nil
		},
	})
}

// finishUnaware is Kurose and Ross 6.18: A ends its frame before it can notice that B has sent,
// too.
func (s sources) finishUnaware(p *problem) ([]Case, error) {
	var want struct {
		Finishes float64 `json:"A_finishes"`
		Latest   float64 `json:"latest_B_start_colliding"`
		Signal   float64 `json:"B_signal_at_A_if_B_starts_324"`
		Detects  bool    `json:"A_detects_before_finishing"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	return p.made(Case{
		Method: "kr6-p18.yaml, with B's frame at bit 324 and at 326, where it hears A first. (At 325 itself carrier reaches B as it starts, and by clause 4 it starts: the book counts whole bits before that.)",
		Kind:   Exact,
		Expected: []Figure{
			{Name: "A finishes at bit", Value: want.Finishes},
			{Name: "latest start of B that collides", Value: want.Latest},
			{Name: "B's signal reaches A", Value: want.Signal},
			{Name: "A detects before it finishes (1: yes)", Value: truth(want.Detects)},
		},
		check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
			st, err := s.tell(ctx, "kr6-p18.yaml", fmt.Sprintf("stations[1].traffic.starts=[%gbt]", want.Latest))
			if err != nil {
				return o, err
			}
			later, err := s.tell(ctx, "kr6-p18.yaml", fmt.Sprintf("stations[1].traffic.starts=[%gbt]", want.Latest+2))
			if err != nil {
				return o, err
			}
			latest := st.when(stationB, medium.TxStart, 0)
			if len(st.all(stationB, medium.Collision)) == 0 || len(later.all(stationB, medium.Collision)) > 0 {
				latest = -1
			}
			o.Got = exactly(
				st.when(stationA, medium.TxEnd, 0), latest,
				st.after(stationA, medium.RxStart, 0),
				truth(len(st.all(stationA, medium.Collision)) > 0))
			return o, nil
		},
	})
}

// gapAfterBackoff is Kurose and Ross 6.19: 245 bit times apart, draws 0 and 1.
func (s sources) gapAfterBackoff(p *problem) ([]Case, error) {
	var want struct {
		Timeline []instant `json:"timeline"`
		Refrains bool      `json:"B_refrains"`
		Collide  bool      `json:"retransmissions_collide"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	c := Case{
		Method: "kr6-p19.yaml: jam: 48bt, ifg_part1: 96bt, ifg_after_backoff: on. The last instant is the end of B's backoff and a gap",
		Kind:   Exact,
		check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
			st, err := s.tell(ctx, "kr6-p19.yaml")
			if err != nil {
				return o, err
			}
			both := func(kind medium.Kind) float64 {
				at := st.when(stationA, kind, 0)
				if st.when(stationB, kind, 0) != at {
					return -1
				}
				return at
			}
			earliest := st.backoffEnd(stationB, 0) + 96
			second := st.when(stationB, medium.TxStart, 1)
			o.Got = exactly(
				both(medium.TxStart), both(medium.Collision), both(medium.TxEnd),
				st.when(stationA, medium.CarrierOff, 0), st.when(stationA, medium.TxStart, 1),
				st.backoffEnd(stationB, 0), st.when(stationB, medium.CarrierOn, 1), earliest,
				truth(second > earliest && second >= st.when(stationA, medium.TxEnd, 1)+245+96),
				truth(st.result.Medium.Collisions > 1))
			return o, nil
		},
	}
	for _, i := range want.Timeline {
		c.Expected = append(c.Expected, Figure{Name: i.what, Value: i.bits})
	}
	c.Expected = append(c.Expected, Figure{Name: "B refrains (1: yes)", Value: truth(want.Refrains)},
		Figure{Name: "the retransmissions collide (1: yes)", Value: truth(want.Collide)})
	return p.made(c)
}
