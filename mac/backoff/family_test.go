package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// family returns a policy of each kind.
func family() []Policy {
	return []Policy{
		BEB(10), Untruncated(), ExponentialWindow(1.5, 10), Polynomial(2, 10), Linear(1, 10), Uniform(16), RCP(), None(), OpenCores(10),
		Fixed(5), Fixed(0.1), Windowed(10), Geometric(0.1), Exponential(AWS), FullJitter(AWS), EqualJitter(AWS),
		Decorrelated(5, 2000, 3), Thain(AWS), Ftsh(FtshDefault, 1), Google(GoogleDefault, 1),
		NormVariateArticle(NormVariateDefault), NormVariateCode(NormVariateDefault, 1), SIPInvite(0.5), SIPNonInvite(0.5, 4),
		Limit(FullJitter(AWS), 100, 1e9),
	}
}

func TestPoliciesAllocateNothing(t *testing.T) {
	for _, p := range family() {
		s, r := State{}, NewRand(1, "A", "backoff")
		sum := 0.0
		assert.Zero(t, testing.AllocsPerRun(200, func() {
			s.Reset(0)
			for s.Attempt = 1; s.Attempt < 8; s.Attempt++ {
				d, _ := p.Next(&s, &r)
				sum += d
			}
		}), p.Name())
	}
}

// Whatever the parameters, the failure and the state: the delay is from 0 to MaxDelay, and nothing
// panics.
func FuzzPolicies(f *testing.F) {
	f.Add(1.0, 2.0, 2000.0, 0.1, int64(500), 1, uint64(1), 5.0, 0.0)
	f.Add(math.Inf(1), math.NaN(), -1.0, 1e308, int64(math.MaxInt64), 1<<31, uint64(math.MaxUint64), math.Inf(-1), math.NaN())
	f.Add(5e-324, math.MaxFloat64, 1e300, -0.5, int64(math.MinInt64), math.MaxInt, uint64(1)<<63, math.NaN(), math.Inf(1))
	f.Add(0.0, 0.0, 0.0, 0.0, int64(0), math.MinInt, uint64(0), -1e308, -1.0)
	f.Fuzz(func(t *testing.T, a, b, c, d float64, k int64, attempt int, spare uint64, previous, elapsed float64) {
		n := int(k)
		g := Growth{Base: a, Factor: b, Cap: c, First: n}
		rule := NormVariateRule{Min: a, Factor: b, Cap: c, Jitter: d}
		for _, p := range []Policy{
			BEB(n), ExponentialWindow(b, n), Polynomial(n, n), Linear(n, n), Uniform(n), RCP(n, n/2, -n), OpenCores(n),
			Fixed(a), Windowed(n), Geometric(d), Geometric(a), Exponential(g), FullJitter(g), EqualJitter(g), Thain(g),
			Decorrelated(a, c, b), Ftsh(FtshRule{k, k / 3, k % 7, n%2 == 0}, a),
			Google(GoogleRule{Initial: k, Max: k / 2, MaxElapsed: k, Multiplier: b, Jitter: d}, a),
			Google(GoogleRule{Initial: 1, Max: k, MaxElapsed: math.MaxInt64, Multiplier: b, Jitter: d}, a),
			NormVariateArticle(rule), NormVariateCode(rule, c), SIPInvite(a), SIPNonInvite(a, c), Delays(a, b, c, d),
			Limit(Exponential(g), n, d),
		} {
			for _, draws := range []Draws{nil, NewRecorded(RecordedDraw{Value: 0.99}, RecordedDraw{Value: 0}, RecordedDraw{Value: 1e300}), endless(a)} {
				s := State{Attempt: attempt, Previous: previous, Elapsed: elapsed, Spare: spare % (1 << 62), Draws: draws}
				r := NewRand(spare, "fuzz", "backoff")
				for range 6 {
					delay, stop := p.Next(&s, &r)
					require.True(t, stop || delay >= 0 && delay <= MaxDelay, "%s: %v after failure %d", p.Name(), delay, s.Attempt)
					if s.Attempt < math.MaxInt {
						s.Attempt++
					}
				}
			}
		}
	})
}

// endless is a source that always returns the same number.
type endless float64

func (e endless) Uniform(a, b float64) float64    { return float64(e) }
func (e endless) Normal(mean, sd float64) float64 { return float64(e) }

// Delays grow as the policy's formula says, up to its cap.
func TestGrowth(t *testing.T) {
	assert.Equal(t, []float64{10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2000}, firsts(t, Exponential(AWS), new(State), nil, 10))
	assert.Equal(t, []float64{0.5, 0.75, 1.125, 1.6875}, firsts(t, Exponential(Growth{0.5, 1.5, 100, 0}), new(State), nil, 4))
	s := State{Attempt: math.MaxInt}
	d, _ := Exponential(Growth{Base: 1, Factor: 1.0001, Cap: math.Inf(1)}).Next(&s, nil)
	assert.Equal(t, float64(MaxDelay), d, "the ceiling")
	d, _ = Exponential(Growth{Base: 0, Factor: 2, Cap: 9}).Next(&s, nil)
	assert.Zero(t, d)
	d, _ = Untruncated().Next(&State{Attempt: 99, Draws: endless(math.MaxFloat64)}, nil)
	assert.Equal(t, float64(1<<30-1), d)
}

// The cap applies before the draw or after it, as the policy's comment says.
func TestCaps(t *testing.T) {
	g := Growth{Base: 1, Factor: 2, Cap: 8}
	most := func(p Policy) float64 {
		d, _ := p.Next(&State{Attempt: 20, Previous: 1e6, Draws: &given{u: []float64{1 - 0x1p-53}}}, nil)
		return d
	}
	least := func(p Policy) float64 {
		d, _ := p.Next(&State{Attempt: 20, Previous: 1e6, Draws: &given{u: []float64{0}}}, nil)
		return d
	}
	assert.InDelta(t, 8, most(FullJitter(g)), 1e-9)
	assert.Less(t, most(FullJitter(g)), 8.0)
	assert.Zero(t, least(FullJitter(g)))
	assert.Equal(t, 4.0, least(EqualJitter(g)))
	assert.Equal(t, 8.0, least(Thain(g)), "the cap is after the draw, which has only stretched it")
	assert.Equal(t, 8.0, most(Thain(g)))
	assert.Equal(t, 8.0, most(Decorrelated(1, 8, 3)))
	assert.Equal(t, 1.0, least(Decorrelated(1, 8, 3)))
	assert.Equal(t, 8.0, least(Ftsh(FtshRule{Min: 1, Max: 8, Factor: 2}, 1)))
	d, _ := Ftsh(FtshRule{Min: 1, Max: 8, Factor: 2}, 1).Next(&State{Attempt: 20, Draws: &given{u: []float64{0.99}}}, nil)
	assert.Equal(t, 15.0, d, "the cap is before the draw")
}

// The program's rule starts from the think time, and stays below 0 once it is there.
func TestNormVariateCode(t *testing.T) {
	p := NormVariateCode(NormVariateRule{Min: 0.1, Cap: 300, Factor: 2.5, Jitter: 0.1}, 1000) // in milliseconds
	draws := NewRecorded(RecordedDraw{NormalDraw, 0, 100, 50}, RecordedDraw{NormalDraw, 0, 100, -100},
		RecordedDraw{NormalDraw, 0, 100, -90}, RecordedDraw{NormalDraw, 0, 100, 10})
	s := State{Draws: draws}
	s.Reset(40)
	delay := func() float64 { d, _ := p.Next(&s, nil); s.Attempt++; return d }
	s.Attempt = 1
	assert.Equal(t, 40*2.5+50, delay())
	assert.Equal(t, 300.0-100, delay())
	s.Reset(8)
	s.Attempt = 1
	assert.Zero(t, delay())
	assert.Equal(t, 8*2.5-90, s.Previous)
	assert.Zero(t, delay())
	assert.Equal(t, -70*2.5+10, s.Previous)
	s = State{Attempt: 1, Draws: NewRecorded(RecordedDraw{Value: 0})}
	d, _ := p.Next(&s, nil)
	assert.Equal(t, 0.25, d, "the think time is not known")
}

func TestLimit(t *testing.T) {
	p := Limit(Exponential(AWS), 4, 0)
	s := State{}
	assert.Equal(t, []float64{10, 20, 40}, firsts(t, p, &s, nil, 3))
	s.Attempt = 4
	_, stop := p.Next(&s, nil)
	assert.True(t, stop)
	assert.Equal(t, "exponential", p.Name())

	p = Limit(Exponential(AWS), 0, 70)
	s = State{}
	assert.Equal(t, []float64{10, 20, 40}, firsts(t, p, &s, nil, 3))
	s.Attempt = 4
	_, stop = p.Next(&s, nil)
	assert.True(t, stop, "the next would begin after 150")
	assert.NoError(t, p.Err(&s))
	assert.Zero(t, p.Window(1).Size)

	// The range and the error are those of the policy.
	assert.Equal(t, Window{0, 8}, Limit(BEB(10), 16, 0).Window(3))
	p = Limit(Script(nil, 1), 5, 0)
	s = State{Attempt: 1}
	p.Next(&s, nil)
	_, stop = p.Next(&s, nil)
	assert.True(t, stop)
	assert.ErrorIs(t, p.Err(&s), ErrScriptEnded)
}

func TestRCP(t *testing.T) {
	for m, size := range []uint32{10, 100, 200, 200, 200} {
		assert.Equal(t, Window{0, size}, RCP().Window(m+1))
	}
	assert.Equal(t, Window{0, 7}, RCP(3, 7).Window(60))
}

func TestResetKeepsWhatIsKept(t *testing.T) {
	s := State{Attempt: 3, Previous: 4, Elapsed: 5, Spare: 6, Draws: endless(1)}
	s.Reset(9)
	assert.Equal(t, State{Previous: 9, Spare: 6, Draws: endless(1)}, s)
}
