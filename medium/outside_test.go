package medium_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/medium/store"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// worst picks the worst inputs that a program can pass.
type worst struct{ *rand.Rand }

func (w worst) usual() bool { return w.IntN(6) > 0 }

func (w worst) time() phy.Time {
	if w.usual() {
		return phy.Millisecond
	}
	return [...]phy.Time{0, 0, phy.Millisecond, phy.Millisecond, phy.Second, phy.MaxTime, phy.MaxTime + 1, phy.Forever, math.MaxInt64, -1, math.MinInt64}[w.IntN(11)]
}

func (w worst) number() float64 {
	if w.usual() {
		return 1
	}
	return [...]float64{0, 0, 1, 1, 1.05, 15, math.NaN(), math.Inf(1), -1, math.MaxFloat64, math.SmallestNonzeroFloat64}[w.IntN(11)]
}

func (w worst) count() int {
	if w.usual() {
		return 20
	}
	return [...]int{0, 0, 1, 20, 100, -1, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt, math.MinInt}[w.IntN(10)]
}

func (w worst) groups() (list []medium.Group) {
	for g := range 1 + w.IntN(2) {
		list = append(list, medium.Group{
			Name: fmt.Sprint(g), Names: []string{fmt.Sprint(g, "a"), fmt.Sprint(g, "b")}[:1+w.IntN(2)], Unit: w.time(),
			Policy: [...]backoff.Policy{nil, backoff.BEB(10), backoff.Fixed(0), odd(w.number())}[(w.IntN(7)+1)/2],
		})
	}
	return list
}

// odd is a policy that always returns one number, which may be NaN.
type odd float64

func (odd) Name() string                                                 { return "odd" }
func (o odd) Next(*backoff.State, *backoff.Rand) (delay float64, _ bool) { return float64(o), false }

// Whatever a program passes to a constructor, the result is an error, or a network that runs to the
// given instant or returns an error that says why it cannot.
func TestWorstInputs(t *testing.T) {
	built := 0
	for seed := range uint64(1000) {
		w := worst{rand.New(rand.NewPCG(seed, 14))}
		var n medium.Network
		var err error
		groups := w.groups()
		switch seed % 4 {
		case 0:
			c := server.Config{Warmup: w.time() / 2, Rule: server.Rule{Delay: w.time(), Limit: w.count(), Factor: w.number(), K: w.number(), Poll: w.time(), Overflow: server.Overflow(w.IntN(9) / 4)}}
			for _, g := range groups {
				c.Groups = append(c.Groups, server.Group{Group: g, Think: w.time(), Timeout: w.time()})
			}
			if w.IntN(3) == 0 {
				c.Stops = []server.Stop{{At: w.time(), For: w.time()}}
			}
			n, err = server.New(c)
		case 1:
			c := store.Config{Rows: store.Rows(w.IntN(9) / 4), Leg: [...]store.Leg{{}, store.Constant(w.time()), store.Normal(w.time(), w.time()), store.Uniform(w.time(), w.time()), store.Exponential(w.time())}[w.IntN(5)]}
			c.Leg.Abs, c.Leg.Min = w.IntN(2) == 0, w.time()
			for _, g := range groups {
				c.Groups = append(c.Groups, store.Group{Group: g, Works: uint64(w.count()), Endless: w.IntN(2) == 0, Think: w.time()})
			}
			n, err = store.New(c)
		case 2:
			c := submit.Config{Rule: submit.Rule{Descriptors: w.count(), PerJob: w.count(), SenseBelow: w.count(), Service: w.time(), Startup: w.time(), Down: w.time()}}
			for _, g := range groups {
				c.Groups = append(c.Groups, submit.Group{Group: g, Discipline: submit.Discipline(w.IntN(10) / 3)})
			}
			n, err = submit.New(c)
		default:
			c := aloha.Config{Slotted: w.IntN(2) == 0, Frame: w.time(), Feedback: w.time(), Limit: w.count(), BitTime: w.time()}
			for _, g := range groups {
				c.Groups = append(c.Groups, aloha.Group{Group: g, S: w.number() * float64(w.IntN(2)), Every: w.time() * phy.Time(w.IntN(2)), Endless: w.IntN(4) == 0})
			}
			n, err = aloha.New(c)
		}
		if err != nil {
			require.NotEmpty(t, err.Error())
			continue
		}
		built++
		if err := n.Run(20 * phy.Millisecond); err == nil && !n.Done() {
			require.Equal(t, 20*phy.Millisecond, n.Now(), "seed %d", seed)
		}
		require.NotNil(t, n.Result())
	}
	require.Greater(t, built, 50)
}
