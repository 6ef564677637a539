package published

import (
	"context"
	"fmt"
	"math/big"

	"github.com/csmacd/csmacd/medium"
)

// captureRaces describes the outcome of the i-th race of two stations, given that A has won all
// before.
type captureRaces struct {
	Source string `json:"source"`
	Races  []struct {
		Race       int     `json:"race"`
		Collisions int     `json:"B_collisions"`
		Window     int64   `json:"B_window"`
		AWins      string  `json:"P_A_wins"`
		Tie        string  `json:"P_tie"`
		BWins      string  `json:"P_B_wins"`
		AWinsFloat float64 `json:"P_A_wins_f"`
		GivenNoTie float64 `json:"P_A_wins_given_no_tie"`
	} `json:"races"`
}

// duel observes pd2-capture.yaml. A race is a collision that is the first of one station's frame
// and the i-th of the other's. It ends with the next event: another collision (a tie), or a frame
// that is sent.
type duel struct {
	attempts [2]uint8 // of the current collision
	race     int      // 0: there is none
	leader   int32    // the station whose frame has collided for the first time

	won, tied, lost [17]int64 // by race, from the leader's view
}

func (d *duel) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Collision, medium.Sent)}
}

func (d *duel) Observe(e *medium.Event) {
	if e.Kind == medium.Sent {
		switch {
		case d.race == 0:
		case e.Station == d.leader:
			d.won[d.race]++
		default:
			d.lost[d.race]++
		}
		d.race = 0
		return
	}
	d.attempts[e.Station] = e.Attempt
	if e.Station == stationA {
		return // B's collision is reported at the same instant, after it
	}
	if d.race > 0 {
		d.tied[d.race]++
		d.race = 0
	}
	a, b := d.attempts[stationA], d.attempts[stationB]
	// After the sixteenth collision the frame is discarded, and there is no race.
	if least, most := min(a, b), max(a, b); least == 1 && most < 16 {
		d.race, d.leader = int(most), stationA
		if a > b {
			d.leader = stationB
		}
	}
}

// captureRuns returns the races of many runs.
func (s sources) captureRuns(ctx context.Context, e Effort) (*duel, error) {
	return remember(s.memo, fmt.Sprint("capture ", e), func() (*duel, error) { return s.makeCaptureRuns(ctx, e) })
}

func (s sources) makeCaptureRuns(ctx context.Context, e Effort) (*duel, error) {
	parts, err := replicate(ctx, e.of(110, 2), func(ctx context.Context, seed uint64) (*duel, error) {
		d := &duel{}
		_, err := s.run(ctx, "pd2-capture.yaml", seed, d)
		return d, err
	})
	if err != nil {
		return nil, err
	}
	sum := &duel{}
	for _, d := range parts {
		for i := range d.won {
			sum.won[i] += d.won[i]
			sum.tied[i] += d.tied[i]
			sum.lost[i] += d.lost[i]
		}
	}
	return sum, nil
}

const asDuel = "pd2-capture.yaml: two saturated stations on the slotted model, frames of 512 slots. " +
	"A race is a collision that is the first of one frame (A's, which has won before) and the i-th of the other's"

// races compares the three outcomes of each race with their windows and with the engine.
func (s sources) races(t *captureRaces) Case {
	c := Case{
		ID: "THEORY-capture", Title: "the capture effect, race by race", Source: t.Source, Kind: Statistical,
		Method: asDuel + ". The first race, between equal stations, occurs once in such a run, and is taken from the trials of slotted-resolution.yaml",
	}
	for _, r := range t.Races {
		for _, p := range []struct{ what, exact string }{{"A wins", r.AWins}, {"a tie", r.Tie}, {"B wins", r.BWins}} {
			exact, ok := new(big.Rat).SetString(p.exact)
			if !ok {
				exact = new(big.Rat)
			}
			c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("race %d: %s", r.Race, p.what), Value: float(exact)})
		}
		c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("race %d: A wins, given no tie", r.Race), Value: r.GivenNoTie})
	}
	c.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		first, err := s.resolve(ctx, e, 2)
		if err != nil {
			return o, err
		}
		d, err := s.captureRuns(ctx, e)
		if err != nil {
			return o, err
		}
		for k, r := range t.Races {
			won, tied, lost := d.won[r.Race], d.tied[r.Race], d.lost[r.Race]
			if r.Race == 1 {
				won, lost, tied = first.race[0], first.race[1], first.first.n-first.race[0]-first.race[1]
			}
			n := won + tied + lost
			p := c.Expected[4*k:]
			o.Got = append(o.Got, share(won, n, p[0].Value), share(tied, n, p[1].Value), share(lost, n, p[2].Value),
				share(won, won+lost, p[3].Value))
			o.N += int(n)
		}
		o.Unit = "races"
		return o, nil
	}
	return c
}

// captureProblem is the problem of Peterson and Davie: how likely A is to win the second race and
// the third.
func (s sources) captureProblem(p *problem) ([]Case, error) {
	var want struct {
		Second  float64 `json:"race2_A_wins"`
		Third   float64 `json:"race3_A_wins"`
		Formula string  `json:"race_i"`
	}
	if err := p.into(p.Expected, &want); err != nil {
		return nil, err
	}
	c := Case{
		Method: asDuel + ". Races 4 and 5 by the book's formula, " + want.Formula, Kind: Statistical,
		Expected: []Figure{{Name: "A wins race 2", Value: want.Second}, {Name: "A wins race 3", Value: want.Third}},
	}
	for i := 4; i <= 5; i++ {
		c.Expected = append(c.Expected, Figure{Name: fmt.Sprintf("A wins race %d", i), Value: 1 - 3/float64(int(1)<<(i+1))})
	}
	c.check = func(ctx context.Context, e Effort) (o Outcome, err error) {
		d, err := s.captureRuns(ctx, e)
		if err != nil {
			return o, err
		}
		for k, f := range c.Expected {
			i := k + 2
			n := d.won[i] + d.tied[i] + d.lost[i]
			o.Got = append(o.Got, share(d.won[i], n, f.Value))
			o.N += int(n)
		}
		o.Unit = "races"
		return o, nil
	}
	return p.made(c)
}
