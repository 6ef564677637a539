package store

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The original program again, written from its description, in floating-point milliseconds: a heap
// of messages, in order of arrival if two are due at the same time. It shares with the engine only
// the origin of its numbers.

// dice are draws that can be repeated from the seed.
type dice struct{ *rand.Rand }

func roll(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 7))} }

func (d dice) Uniform(a, b float64) float64    { return a + (b-a)*d.Float64() }
func (d dice) Normal(mean, sd float64) float64 { return mean + sd*d.NormFloat64() }

type message struct {
	tm     float64
	serial int
	what   string
	client int32
	load   any
}

type queue []message

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].tm < q[j].tm || q[i].tm == q[j].tm && q[i].serial < q[j].serial
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(m any)   { *q = append(*q, m.(message)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	m := (*q)[last]
	*q = (*q)[:last]
	return m
}

type original struct {
	draws          dice
	mean, sd       float64
	policy         string
	base, cap      float64
	sleep          []float64 // of decorrelated jitter
	attempt        []int
	version, calls int
	end            float64
	q              queue
	serial         int
	steps          []step
}

func (o *original) delay() float64 { return math.Abs(o.draws.Normal(o.mean, o.sd)) }

func (o *original) send(at float64, what string, client int32, load any) {
	o.serial++
	heap.Push(&o.q, message{at, o.serial, what, client, load})
}

func (o *original) backoff(i int32) float64 {
	o.attempt[i]++
	v := math.Min(o.cap, math.Pow(2, float64(o.attempt[i]))*o.base)
	switch o.policy {
	case "Exponential":
		return v
	case "FullJitter":
		return o.draws.Uniform(0, v)
	case "EqualJitter":
		return v/2 + o.draws.Uniform(0, v/2)
	case "Decorr":
		o.sleep[i] = math.Min(o.cap, o.draws.Uniform(o.base, o.sleep[i]*3))
		return o.sleep[i]
	}
	return 0
}

func (o *original) run(clients int) {
	o.attempt, o.sleep = make([]int, clients), make([]float64, clients)
	for i := range clients {
		o.sleep[i] = o.base
		o.send(o.delay(), "read", int32(i), nil)
	}
	for len(o.q) > 0 {
		m := heap.Pop(&o.q).(message)
		o.steps = append(o.steps, step{m.tm, m.what, m.client, m.load})
		switch m.what {
		case "read":
			o.send(m.tm+o.delay(), "read_rsp", m.client, float64(o.version))
		case "read_rsp":
			o.send(m.tm+o.delay(), "write", m.client, m.load)
		case "write":
			o.calls++
			ok := m.load == float64(o.version)
			if ok {
				o.version++
			}
			o.send(m.tm+o.delay(), "write_rsp", m.client, ok)
		case "write_rsp":
			if m.load == true {
				o.end = m.tm
				break
			}
			leg := o.delay()
			o.send(m.tm+leg+o.backoff(m.client), "read", m.client, nil)
		}
	}
}

// Whatever the clients, the seed and the parameters, a run is that of the original, event for
// event, each at the picosecond nearest to its time there.
func TestRunsAreTheOriginals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clients := rapid.IntRange(1, 60).Draw(t, "clients")
		seed := rapid.Uint64().Draw(t, "seed")
		mean := rapid.IntRange(1, 100).Draw(t, "mean")
		sd := rapid.IntRange(0, 50).Draw(t, "sd") // with 0 all are in step, and due at the same time
		o := original{
			draws: roll(seed), mean: float64(mean), sd: float64(sd),
			policy: rapid.SampledFrom([]string{"None", "Exponential", "FullJitter", "EqualJitter", "Decorr"}).Draw(t, "policy"),
			base:   float64(rapid.IntRange(1, 100).Draw(t, "base")), cap: float64(rapid.IntRange(100, 5000).Draw(t, "cap")),
		}
		o.run(clients)

		leg := Normal(phy.Time(mean)*phy.Millisecond, phy.Time(sd)*phy.Millisecond)
		leg.Abs = true
		n, err := New(Config{
			Draws: roll(seed), Leg: leg, Until: medium.Until{Idle: true},
			Groups: []Group{clientsOf("c", clients, awsPolicy(t, o.policy, o.base, o.cap))},
		})
		require.NoError(t, err)
		var seen steps
		n.Observe(&seen)
		require.NoError(t, n.Run(phy.Forever))
		require.Len(t, seen.got, len(o.steps))
		for i, want := range o.steps {
			got := seen.got[i]
			require.InDelta(t, want.at, got.at, 1e-9, "event %d: %v, %v", i, want, got)
			want.at = got.at
			require.Equal(t, want, got, "event %d", i)
		}
		r := n.Result()
		require.Equal(t, uint64(o.calls), r.Medium.Calls)
		require.InDelta(t, o.end, r.Medium.CompletionUs/1000, 1e-9)
	})
}
