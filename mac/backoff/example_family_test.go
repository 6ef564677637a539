package backoff_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
)

// One policy of each kind, and its delays for a sender that fails five times. They are the same on
// every platform.
func ExamplePolicy() {
	seconds := backoff.Growth{Base: 0.5, Factor: 2, Cap: 60}
	for _, p := range []backoff.Policy{
		backoff.BEB(10),
		backoff.Untruncated(),
		backoff.Windowed(10),
		backoff.ExponentialWindow(1.5, 10),
		backoff.Polynomial(2, 10),
		backoff.Linear(1, 10),
		backoff.Uniform(16),
		backoff.RCP(1, 10, 100, 200),
		backoff.Geometric(0.1),
		backoff.None(),
		backoff.Fixed(0.1),
		backoff.OpenCores(10),
		backoff.Exponential(backoff.AWS),
		backoff.FullJitter(backoff.AWS),
		backoff.EqualJitter(backoff.AWS),
		backoff.Decorrelated(5, 2000, 3),
		backoff.Thain(seconds),
		backoff.Ftsh(backoff.FtshDefault, 1),
		backoff.Google(backoff.GoogleDefault, 0.001),
		backoff.NormVariateArticle(backoff.NormVariateDefault),
		backoff.NormVariateCode(backoff.NormVariateDefault, 1),
		backoff.SIPInvite(0.5),
		backoff.SIPNonInvite(0.5, 4),
		backoff.Delays(1, 2.5, 0, 4, 1),
		backoff.Limit(backoff.FullJitter(seconds), 4, 0),
	} {
		rng := backoff.NewRand(1, "A", "backoff") // a stream, and a state, for each sender
		s := backoff.State{}
		fmt.Printf("%s:", p.Name())
		for s.Attempt = 1; s.Attempt <= 5; s.Attempt++ {
			delay, stop := p.Next(&s, &rng)
			if stop {
				fmt.Print(" stop")
				break
			}
			s.Elapsed += delay
			fmt.Printf(" %.4g", delay)
		}
		fmt.Println()
	}
	// Output:
	// beb: 0 1 2 6 14
	// beb-untruncated: 0 1 2 6 14
	// windowed: 0 2 4 11 23
	// exponential-window: 0 0 0 1 3
	// polynomial: 1 3 4 9 16
	// linear: 0 1 1 1 2
	// uniform: 6 6 4 6 7
	// rcp: 3 42 60 77 88
	// geometric: 4 5 3 4 5
	// none: 0 0 0 0 0
	// fixed: 0.1 0.1 0.1 0.1 0.1
	// opencores: 0 2 4 3 13
	// exponential: 10 20 40 80 160
	// full-jitter: 3.912 8.51 12.02 31.09 71.12
	// equal-jitter: 6.956 14.25 26.01 55.54 115.6
	// decorrelated: 8.912 14.25 16.34 22.11 32.26
	// thain: 0.6956 1.425 2.601 5.554 11.56
	// ftsh: 1 2 5 11 23
	// google: 0.445 0.694 0.9 1.499 2.39
	// norm-variate: 0.1 0.2661 0.7036 1.8 4.466
	// norm-variate: 0.2508 0.6545 1.72 4.589 12.42
	// sip: 0.5 1 2 4 8
	// sip: 0.5 1 2 4 4
	// scripted: 1 2.5 0 4 1
	// full-jitter: 0.1956 0.4255 0.601 stop
}

// Recorded draws replace the stream.
func ExampleRecorded() {
	draws := backoff.NewRecorded(
		backoff.RecordedDraw{Kind: backoff.UniformDraw, A: 0, B: 10, Value: 3.2},
		backoff.RecordedDraw{Value: 0.5}, // of any range
	)
	s := backoff.State{Draws: draws}
	p := backoff.FullJitter(backoff.AWS)
	for s.Attempt = 1; s.Attempt <= 3; s.Attempt++ {
		delay, stop := p.Next(&s, nil)
		fmt.Println(delay, stop)
	}
	fmt.Println(draws.Err())
	// Output:
	// 3.2 false
	// 10 false
	// 0 true
	// recorded draws do not fit: draw 3 (uniform 0 40) is asked for, and 2 are given
}
