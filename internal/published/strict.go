package published

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// instant is a line of a timeline: ["what happens", bit].
type instant struct {
	what string
	bits float64
}

func (i *instant) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&i.what, &i.bits})
}

// twoStations compares the story of two stations that draw 0 and 1 with clause 4, distance by
// distance.
func (s sources) twoStations(p *problem) ([]Case, error) {
	var want struct {
		Rows []struct {
			D      float64 `json:"d"`
			Detect float64 `json:"collision_detect"`
			JamEnd float64 `json:"jam_end"`
			Clear  float64 `json:"carrier_clear"`
			Retry  float64 `json:"A_retx_start"`
			Expiry float64 `json:"B_backoff_expiry"`
			Heard  float64 `json:"A_signal_at_B"`
			Again  bool    `json:"second_collision"`
		} `json:"rows"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	var cases []Case
	for _, row := range want.Rows {
		cases = append(cases, Case{
			ID:     fmt.Sprintf("/d=%g", row.D),
			Title:  fmt.Sprintf("%s, %g bit times apart", p.Title, row.D),
			Method: fmt.Sprintf("strict-2sta.yaml with stations[1].at=%gbt", row.D),
			Kind:   Exact,
			Expected: []Figure{
				{Name: "both detect the collision at bit", Value: row.Detect},
				{Name: "both end their jam", Value: row.JamEnd},
				{Name: "carrier falls at both", Value: row.Clear},
				{Name: "A starts again", Value: row.Retry},
				{Name: "B's backoff ends", Value: row.Expiry},
				{Name: "A's signal reaches B", Value: row.Heard},
				{Name: "they collide again (1: yes)", Value: truth(row.Again)},
			},
			check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
				st, err := s.tell(ctx, "strict-2sta.yaml", fmt.Sprintf("stations[1].at=%gbt", row.D))
				if err != nil {
					return o, err
				}
				again := len(st.all(stationB, medium.Collision)) > 1
				retry := st.when(stationA, medium.TxStart, 1)
				heard := st.after(stationB, medium.CarrierOn, retry)
				if again { // its own carrier is already on
					heard = st.when(stationB, medium.Collision, 1)
				}
				o.Got = exactly(st.when(stationB, medium.Collision, 0), st.when(stationB, medium.TxEnd, 0),
					st.when(stationB, medium.CarrierOff, 0), retry, st.backoffEnd(stationB, 0), heard, truth(again))
				for _, k := range []medium.Kind{medium.Collision, medium.TxEnd, medium.CarrierOff} {
					if st.when(stationA, k, 0) != st.when(stationB, k, 0) {
						return o, fmt.Errorf("%s at %g and %g bits: it should be at the same time at both", k, st.when(stationA, k, 0), st.when(stationB, k, 0))
					}
				}
				return o, nil
			},
		})
	}
	return p.made(cases...)
}

// fragments compares the lengths of two fragments with clause 4.
func (s sources) fragments(p *problem) ([]Case, error) {
	var want struct {
		Rows []struct {
			D       float64 `json:"d"`
			Start   float64 `json:"B_start"`
			BDetect float64 `json:"B_detects"`
			ADetect float64 `json:"A_detects"`
			AEnd    float64 `json:"A_tx_end"`
			BEnd    float64 `json:"B_tx_end"`
		} `json:"rows"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	var cases []Case
	for _, row := range want.Rows {
		set := []string{fmt.Sprintf("stations[1].at=%gbt", row.D), fmt.Sprintf("stations[1].traffic.starts=[%gbt]", row.Start)}
		cases = append(cases, Case{
			ID:     fmt.Sprintf("/d=%g,s=%g", row.D, row.Start),
			Title:  fmt.Sprintf("fragments: %g bit times apart, A starts at 0, B at %g", row.D, row.Start),
			Method: "strict-asym.yaml with " + set[0] + ", " + set[1],
			Kind:   Exact,
			Expected: []Figure{
				{Name: "B detects the collision at bit", Value: row.BDetect},
				{Name: "A detects it", Value: row.ADetect},
				{Name: "A's fragment ends", Value: row.AEnd},
				{Name: "B's fragment ends", Value: row.BEnd},
			},
			check: func(ctx context.Context, _ Effort) (o Outcome, err error) {
				st, err := s.tell(ctx, "strict-asym.yaml", set...)
				if err != nil {
					return o, err
				}
				o.Got = exactly(st.when(stationB, medium.Collision, 0), st.when(stationA, medium.Collision, 0),
					st.when(stationA, medium.TxEnd, 0), st.when(stationB, medium.TxEnd, 0))
				return o, nil
			},
		})
	}
	return p.made(cases...)
}
